import type { ChainParams } from '../params.ts';
import type { BlockNode } from '../chain/block-node.ts';
import { fromWif, toWif } from '../crypto/keys.ts';
import { hash160 } from '../primitives/hash.ts';
import { base58check } from '../primitives/base58check.ts';
import { addressOf } from '../script/addresses.ts';
import { p2sh } from '../script/standard.ts';
import { masterKeyOf } from './derivation.ts';
import type { AddressType, KeyInfo } from './types.ts';
import type { Wallet } from './wallet.ts';
import { scriptFor } from './script-for.ts';

export interface DumpContext {
  readonly params: ChainParams;
  /** The program and its version, for the first line. */
  readonly madeBy: string;
  /** Epoch seconds. */
  readonly now: number;
  readonly tip: BlockNode;
  /** The address type for keys without a label. */
  readonly addressType: AddressType;
}

/** A key or a script from one line of a dump. */
export type DumpEntry =
  | {
      readonly type: 'key';
      readonly key: Buffer;
      readonly compressed: boolean;
      /** Epoch seconds. */
      readonly createdAt: number;
      /** Undefined: an unused key of the keypool, or a change key. */
      readonly label: string | undefined;
      readonly addresses: readonly string[];
    }
  | { readonly type: 'script'; readonly script: Buffer; readonly createdAt: number };

/** The start of every dump. */
const HEAD = '# Wallet dump';
const ADDRESS_TYPES: readonly AddressType[] = ['legacy', 'p2sh-segwit', 'bech32'];

/** The keys and scripts of a wallet as text, in the form of the family. Throws `WalletError` (locked) while the wallet is locked. */
export function dumpText(wallet: Wallet, context: DumpContext): string {
  const { madeBy, now, tip } = context;
  const { keychain } = wallet;
  const { privateKey } = keychain.signing();
  const keys = [...keychain.ring.all()].sort((a, b) => a.createdAt - b.createdAt);
  const seed = keys.find((key) => key.path === 's' && key.seedId === keychain.ring.seedId);
  return [
    `${HEAD} created by ${madeBy}`,
    `# * Created on ${timeText(now)}`,
    `# * Best block at time of backup was ${tip.height} (${tip.hash}),`,
    `#   mined on ${timeText(tip.header.time)}`,
    '',
    ...(seed ? [`# extended private masterkey: ${extendedKey(privateKey(seed.publicKey)!, context.params)}`, ''] : []),
    ...keys.map((key) => keyLine(wallet, key, Buffer.from(privateKey(key.publicKey)!), context)),
    '',
    ...keychain
      .scripts()
      .map(
        ({ script, createdAt }) =>
          `${script.toString('hex')} ${createdAt === 0 ? '0' : timeText(createdAt)} script=1 # addr=${addressOf(p2sh(hash160(script)), context.params)}`,
      ),
    '',
    '# End of dump',
    '',
  ].join('\n');
}

/**
 * The entries of a dump, in its order. Unreadable lines are ignored, as other daemons of the family do. Undefined for a
 * text without entries that does not begin as a dump does (the dump of an empty wallet has no entries either).
 */
export function readDump(text: string, params: ChainParams): DumpEntry[] | undefined {
  const entries = text.split('\n').flatMap((line) => readLine(line.trim(), params) ?? []);
  return entries.length === 0 && !text.startsWith(HEAD) ? undefined : entries;
}

function keyLine(
  wallet: Wallet,
  { publicKey, createdAt, path, seedId }: KeyInfo,
  key: Buffer,
  { params, addressType }: DumpContext,
): string {
  const {
    addressBook,
    keychain: { ring, pool },
  } = wallet;
  const compressed = publicKey.length === 33;
  const addresses = (compressed ? ADDRESS_TYPES : ADDRESS_TYPES.slice(0, 1)).map((type) => addressOf(scriptFor(publicKey, type), params)!);
  const labelled = addresses.filter((address) => addressBook.get(address) !== undefined);
  const shown = labelled.length > 0 ? labelled.join(',') : addressOf(scriptFor(publicKey, compressed ? addressType : 'legacy'), params);
  const label = labelled[0] === undefined ? undefined : addressBook.get(labelled[0])?.label;
  const use =
    label !== undefined
      ? `label=${encodeText(label)}`
      : path === 's'
        ? seedId === ring.seedId
          ? 'hdseed=1'
          : 'inactivehdseed=1'
        : pool.holds(publicKey)
          ? 'reserve=1'
          : 'change=1';
  const origin = path === undefined ? '' : ` hdkeypath=${path}`;
  return `${toWif(key, compressed, params)} ${timeText(createdAt)} ${use} # addr=${shown}${origin}`;
}

function readLine(line: string, params: ChainParams): DumpEntry | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [head = '', time = '', ...rest] = line.split(' ');
  const createdAt = /^\d{4}-/.test(time) ? Math.max(Math.floor(Date.parse(time) / 1000) || 0, 1) : 1; // 0 if unknown
  const wif = fromWif(head, params);
  if (!wif) {
    // Lines of hex digits occur in other files too: the last line of a wallet file is its SHA256.
    return /^([0-9a-f]{2})+$/i.test(head) && rest.includes('script=1')
      ? { type: 'script', script: Buffer.from(head, 'hex'), createdAt }
      : undefined;
  }
  const words = rest.slice(0, rest.indexOf('#') < 0 ? undefined : rest.indexOf('#'));
  const label = words.find((word) => word.startsWith('label='))?.slice('label='.length);
  const addresses =
    rest
      .find((word) => word.startsWith('addr='))
      ?.slice('addr='.length)
      .split(',') ?? [];
  return { type: 'key', ...wif, createdAt, label: label === undefined ? undefined : decodeText(label), addresses };
}

/** The calendar repeats after 400 years, in seconds. */
const CALENDAR_CYCLE = 146_097 * 86_400;

/**
 * A time in epoch seconds, from 0, as the family writes it: years have as many digits as they need. An import may state
 * any, also one after the last year that `Date` knows.
 */
function timeText(seconds: number): string {
  const cycles = Math.floor(seconds / CALENDAR_CYCLE);
  const text = new Date((seconds % CALENDAR_CYCLE) * 1000).toISOString();
  return `${Number(text.slice(0, 4)) + cycles * 400}${text.slice(4).replace('.000Z', 'Z')}`;
}

/** Percent-encodes a label, so that it contains no spaces. */
function encodeText(text: string): string {
  const encode = (byte: number): string =>
    byte <= 32 || byte >= 128 || byte === 0x25 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
  return [...Buffer.from(text)].map(encode).join('');
}

function decodeText(text: string): string {
  const bytes = text.match(/%[0-9a-f]{2}|[^]/gi) ?? [];
  return Buffer.concat(bytes.map((byte) => (byte.length === 3 ? Buffer.from(byte.slice(1), 'hex') : Buffer.from(byte)))).toString();
}

/** The master key of a seed as text, BIP 32. */
function extendedKey(seed: Uint8Array, params: ChainParams): string {
  const { key, chainCode } = masterKeyOf(seed);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(params.extendedKeyVersions.private);
  return base58check.encode(Buffer.concat([head, chainCode, Buffer.from([0]), key]));
}
