import { parseAmount } from '../primitives/amount.ts';
import { isRoutable, parseAddress, readAddress } from '../primitives/net-address.ts';
import { parseSubnet } from '../primitives/subnet.ts';
import { OptionError } from './option-error.ts';
import type { HashedCredentials } from './node-options.ts';

/** What each sort of option is read as. */
export interface SortValues {
  readonly flag: boolean;
  readonly text: string;
  /** 0 or more. */
  readonly integer: number;
  readonly port: number;
  /** Satoshis; written in coin units. */
  readonly amount: bigint;
  /** Written as hex digits. */
  readonly work: bigint;
  /** In its shortest form. */
  readonly subnet: string;
  /** An IP address that others can reach, with or without a port. */
  readonly 'public-address': string;
  /** An IP address, with or without a port. */
  readonly endpoint: string;
  readonly user: HashedCredentials;
}

export type Sort = keyof SortValues;

/** Reads the text of an option of each sort. Throws `OptionError` for one that is not of the sort. */
export const sorts: { readonly [S in Sort]: (text: string, name: string) => SortValues[S] } = {
  flag(text, name) {
    if (text === '1' || text === '') return true;
    if (text === '0') return false;
    throw new OptionError(`-${name}=${text}: write 1 or 0`);
  },
  text: (text) => text,
  integer: readInteger,
  port(text, name) {
    const port = readInteger(text, name);
    if (port > 65_535) throw new OptionError(`-${name}=${port}: a port is 65535 at most`);
    return port;
  },
  amount(text, name) {
    const sat = parseAmount(text);
    if (sat === undefined || sat < 0n) throw new OptionError(`-${name}=${text}: write an amount with 8 decimals at most, as 0.0002`);
    return sat;
  },
  work(text, name) {
    if (!/^(0x)?[0-9a-f]{1,64}$/i.test(text)) throw new OptionError(`-${name}=${text}: write a number of up to 64 hex digits`);
    return BigInt(`0x${text.replace(/^0x/i, '')}`);
  },
  subnet(text, name) {
    // Permissions may stand before it (`noban@`); whoever is listed has all that there are here.
    const subnet = parseSubnet(text.slice(text.indexOf('@') + 1));
    if (subnet === undefined) throw new OptionError(`-${name}=${text}: write an address or a subnet, as 192.0.2.0/24`);
    return subnet.text;
  },
  'public-address': (text, name) => {
    // It must mean the same machine everywhere; nobody could use another one.
    const address = parseAddress(text, 1);
    if (address === undefined || !isRoutable(address.host)) {
      throw new OptionError(`-${name}=${text}: write an IP address that others can reach, with or without a port`);
    }
    return text;
  },
  endpoint(text, name) {
    if (readAddress(text) !== undefined) return text;
    throw new OptionError(`-${name}=${text}: write an address, with or without a port, as 127.0.0.1 or [::1]:19443`);
  },
  user(text, name) {
    const match = /^([^:]+):([^$]+)\$([0-9a-f]{64})$/i.exec(text);
    if (match === null) {
      // The text itself is not shown: it is a secret, if a weak one.
      throw new OptionError(
        `-${name}: write <name>:<salt>$<hash>, where the hash is the HMAC-SHA-256 of the password with the salt as its key, 64 hex digits`,
      );
    }
    const [, user = '', salt = '', hash = ''] = match;
    return { user, salt, hash: hash.toLowerCase() };
  },
};

function readInteger(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new OptionError(`-${name}=${text}: write a whole number, 0 or more`);
  return Number(text);
}
