import { fromWif } from '../crypto/keys.ts';
import { parseAmount } from '../primitives/amount.ts';
import { isRoutable, parseAddress, readAddress } from '../primitives/net-address.ts';
import { parseSubnet } from '../primitives/subnet.ts';
import { regtest } from '../regtest.ts';
import { scriptOf } from '../script/addresses.ts';
import { solve } from '../script/standard.ts';
import { OptionError } from './option-error.ts';
import type { HashedCredentials } from './node-options.ts';

/** The value that each type of option is read as. */
export interface OptionTypeValues {
  readonly flag: boolean;
  readonly text: string;
  /** 0 or more. */
  readonly integer: number;
  readonly port: number;
  /** Satoshis; given in coin units. */
  readonly amount: bigint;
  /** Given as hex digits. */
  readonly work: bigint;
  /** Normalised. */
  readonly subnet: string;
  /** A routable IP address, with or without a port. */
  readonly 'public-address': string;
  /** An IP address, with or without a port. */
  readonly endpoint: string;
  readonly user: HashedCredentials;
  /** Given in wallet import format. */
  readonly 'private-key': Buffer;
  /** HASH160 of a public key, given as the address of the key. */
  readonly 'key-address': Buffer;
}

export type OptionType = keyof OptionTypeValues;

/** Reads the text of an option of each type. Throws `OptionError` for an invalid text. */
export const optionReaders: { readonly [T in OptionType]: (text: string, name: string) => OptionTypeValues[T] } = {
  flag(text, name) {
    if (text === '1' || text === '') return true;
    if (text === '0') return false;
    throw new OptionError(`-${name}=${text}: write 1 or 0`);
  },
  text: (text) => text,
  integer: readInteger,
  port(text, name) {
    const port = readInteger(text, name);
    if (port > 65_535) throw new OptionError(`-${name}=${port}: write a port, 65535 at most`);
    return port;
  },
  amount(text, name) {
    const sat = parseAmount(text);
    if (sat === undefined || sat < 0n) throw new OptionError(`-${name}=${text}: write an amount with at most 8 decimals, such as 0.0002`);
    return sat;
  },
  work(text, name) {
    if (!/^(0x)?[0-9a-f]{1,64}$/i.test(text)) throw new OptionError(`-${name}=${text}: write a number of up to 64 hex digits`);
    return BigInt(`0x${text.replace(/^0x/i, '')}`);
  },
  subnet(text, name) {
    // Permissions may come first (`noban@`); every listed subnet has all permissions here.
    const subnet = parseSubnet(text.slice(text.indexOf('@') + 1));
    if (subnet === undefined) throw new OptionError(`-${name}=${text}: write an address or a subnet, such as 192.0.2.0/24`);
    return subnet.text;
  },
  'public-address': (text, name) => {
    // Peers cannot connect to an address that is not routable.
    const address = parseAddress(text, 1);
    if (address === undefined || !isRoutable(address.host)) {
      throw new OptionError(`-${name}=${text}: write a public IP address, with or without a port`);
    }
    return text;
  },
  endpoint(text, name) {
    if (readAddress(text) !== undefined) return text;
    throw new OptionError(`-${name}=${text}: write an address, with or without a port, such as 127.0.0.1 or [::1]:19443`);
  },
  user(text, name) {
    const match = /^([^:]+):([^$]+)\$([0-9a-f]{64})$/i.exec(text);
    if (match === null) {
      // The text itself is not shown: the hash is a secret.
      throw new OptionError(
        `-${name}: write <name>:<salt>$<hash>, where the hash is the HMAC-SHA-256 of the password with the salt as its key, 64 hex digits`,
      );
    }
    const [, user = '', salt = '', hash = ''] = match;
    return { user, salt, hash: hash.toLowerCase() };
  },
  'private-key': (text, name) => {
    const read = fromWif(text, regtest);
    // The text itself is not shown: it may be a secret.
    if (read === undefined) throw new OptionError(`-${name}: write a private key of regtest, as masternode genkey returns it`);
    return read.key;
  },
  'key-address': (text, name) => {
    const script = scriptOf(text, regtest);
    const { type, data } = script === undefined ? { type: 'nonstandard', data: [] } : solve(script);
    const [keyHash] = data;
    if ((type !== 'pubkeyhash' && type !== 'witness_v0_keyhash') || keyHash === undefined) {
      throw new OptionError(`-${name}=${text}: write the regtest address of a key`);
    }
    return keyHash;
  },
};

function readInteger(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new OptionError(`-${name}=${text}: write a whole number, 0 or more`);
  return Number(text);
}
