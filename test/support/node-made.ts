import { isLosslessNumber } from 'lossless-json';
import { base58check, witnessScript } from '../../fixtures/world/keys.ts';
import { Malformed, toHex } from '../../oracles/bytes.ts';
import { parsePsbt } from '../../oracles/psbt.ts';
import { parseTransaction } from '../../oracles/transaction.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Shorter texts are words, not addresses, keys or ids. */
const MIN_LENGTH = 16;
/** Times that differ by less than half of this are equal, in seconds. */
const HOUR_S = 3_600;
/** Numbers above this are times in seconds, and those above a million times this are times in microseconds. */
const FIRST_TIME_S = 1_600_000_000;
const MICROSECONDS = 1_000_000;
/** Maximum distance below a height of the chain at which a number counts as a height. */
const RECENT_BLOCKS = 25;
/** Arguments and members whose numbers the node assigns: indexes of outputs, ids of peers. */
const ASSIGNED_NUMBERS: ReadonlySet<string> = new Set(['vout', 'n', 'nodeid']);
/** Arguments about a burn on the simulated external chain: it pays an address of the node, on which its block depends. */
const OF_EXTERNAL_BURNS: ReadonlySet<string> = new Set([
  'blocknumber',
  'tx_hex',
  'txroot_hex',
  'txmerkleproof_hex',
  'txmerkleroofpath_hex',
  'headers',
]);
/** The place of a transaction in its block on the external chain, as a path: one byte. */
const PLACE_IN_BLOCK = /^[0-9a-f]{2}$/;
/** Numbers and texts of near-misses are smaller. */
const FIRST_EXTERNAL_BLOCK = 10_000_000;
/** Bytes 1 to 4 of a PSBT: near-misses may have another first byte. */
const PSBT_MAGIC = Buffer.from('sbt\xff', 'latin1');

/** An address at which a node or a case listens: the system chose the port. */
const LISTENING = /^127\.0\.0\.1:\d{5}$/;

const MADE = '<made by the node>';

/** The readings of a value: the value itself, and with parts from the node's answers replaced. */
type Leaf = ReadonlySet<string>;

/** A request with each value replaced by its readings; an object becomes a list of names and values. */
export type Read = Leaf | readonly Read[];

/** Whether two requests are equal apart from values that nodes made, which are in the same places. */
export function areAlike(a: Read | undefined, b: Read | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a instanceof Set && b instanceof Set) return [...a].some((reading) => b.has(reading));
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((item, index) => areAlike(item as Read, b[index] as Read));
}

/** A request as text for the message of a failed test: each value as it was sent. */
export function written(read: Read): string {
  return read instanceof Set ? ([...read][0] as string) : `[${(read as readonly Read[]).map(written).join(', ')}]`;
}

/** A match between a sent text and an answered one. */
interface Agreement {
  readonly answered: string;
  /** Index in the answered text that corresponds to index 0 of the sent text. */
  readonly shift: number;
  readonly before: number;
  readonly after: number;
}

/** What nodes have answered so far, to distinguish in a request values made by nodes from drawn ones. */
export class NodeMade {
  /** Answered texts, by their first characters and by the following ones, with the index of these. */
  readonly #texts = new Map<string, Map<string, number>>();
  readonly #facts = new Set<string>();
  /** The ids of tokens: a node computes them from a spent output. */
  readonly #tokenIds = new Set<number>();
  /** Heights of the chain answered since the last case. */
  readonly #heights = new Set<number>();

  /** Records a fact about a node that is not an answer, such as a path. */
  noteFact(fact: string | undefined): void {
    if (fact !== undefined) this.#facts.add(fact);
    this.note(fact ?? null);
  }

  note(answer: Wire, method = ''): void {
    if (typeof answer === 'string') this.#noteText(answer);
    else if (Array.isArray(answer)) for (const item of answer) this.note(item as Wire);
    else if (typeof answer === 'number' && method === 'getblockcount') this.#heights.add(answer);
    else if (answer !== null && typeof answer === 'object' && !isLosslessNumber(answer)) {
      for (const [name, value] of Object.entries(answer)) {
        this.#noteText(name);
        if (name === 'asset_guid') this.#tokenIds.add(Number(value));
        if (name === 'height' && method === 'gettxoutsetinfo') this.#heights.add(Number(value));
        this.note(value as Wire);
      }
    }
  }

  /** Starts the next case: heights answered before do not count. */
  nextCase(): void {
    this.#heights.clear();
  }

  #noteText(text: string): void {
    this.#add(plainText(text));
    const unsigned = unsignedTransaction(text);
    if (unsigned !== undefined) this.#add(withoutIndexes(unsigned));
    for (const { txid } of inputsOf(text)) this.#add(txid);
    // Transactions contain ids with reversed bytes, and addresses as scripts.
    if (/^[0-9a-f]{64}$/.test(text)) this.#add(Buffer.from(text, 'hex').reverse().toString('hex'));
    if (/^[a-z]+1q[0-9a-z]{38}$/.test(text)) this.#add(witnessScript(text));
    for (const script of base58Scripts(text)) this.#add(script);
  }

  #add(text: string): void {
    for (const at of [0, MIN_LENGTH]) {
      const part = text.slice(at, at + MIN_LENGTH);
      if (part.length < MIN_LENGTH) return;
      const texts = this.#texts.get(part) ?? new Map<string, number>();
      this.#texts.set(part, texts.set(text, at));
    }
  }

  /** The readings of a request, given all answers so far. */
  read(value: Wire, name = ''): Read {
    const ofBurn = OF_EXTERNAL_BURNS.has(name);
    if (Array.isArray(value)) return value.map((item) => this.read(item as Wire, ofBurn ? name : ''));
    if (
      ofBurn &&
      (typeof value === 'string' ? value.length > MIN_LENGTH || PLACE_IN_BLOCK.test(value) : Number(value) >= FIRST_EXTERNAL_BLOCK)
    )
      return new Set([JSON.stringify(value), MADE]);
    if (value !== null && typeof value === 'object' && !isLosslessNumber(value)) {
      return Object.entries(value).map(([member, item]) => [this.read(member), this.read(item as Wire, member)]);
    }
    const itself = JSON.stringify(isLosslessNumber(value) ? value.value : value);
    if (typeof value === 'string') return new Set([itself, this.#withoutMade(value)]);
    return new Set(typeof value === 'number' ? [itself, ...this.#readingsOf(value, name)] : [itself]);
  }

  #readingsOf(value: number, name: string): string[] {
    if (this.#tokenIds.has(value) || (ASSIGNED_NUMBERS.has(name) && value >= 0)) return [MADE];
    // Two times that are less than half an hour apart share one of these readings.
    if (value > FIRST_TIME_S) {
      const [timeS, unit] = value > FIRST_TIME_S * MICROSECONDS ? [value / MICROSECONDS, ' (µs)'] : [value, ''];
      return [0, HOUR_S / 2].map((later, index) => `in hour ${Math.floor((timeS + later) / HOUR_S)}.${index}${unit}`);
    }
    return [...this.#heights]
      .map((height) => height - value)
      .filter((below) => below >= 0 && below <= RECENT_BLOCKS)
      .map((below) => `${below} below a height`);
  }

  #withoutMade(sent: string): string {
    if (this.#facts.has(sent) || LISTENING.test(sent)) return MADE;
    const text = plainText(sent);
    let left = '';
    let last: Agreement | undefined;
    for (let at = 0; at < text.length;) {
      const found: Agreement | undefined = this.#agreementAt(text, at, left.length, last);
      if (found) left = `${withoutSize(left.slice(0, left.length - found.before), found)}${MADE}`;
      else left += text[at] as string;
      at += found?.after ?? 1;
      last = found ?? last;
    }
    return left;
  }

  /** The longest match with an answered text at this index, extended backwards by at most `maxBefore` characters. */
  #agreementAt(text: string, at: number, maxBefore: number, last: Agreement | undefined): Agreement | undefined {
    const texts = [...(this.#texts.get(text.slice(at, at + MIN_LENGTH)) ?? [])].map(([answered, start]) => ({
      answered,
      shift: start - at,
    }));
    // A text that was changed in one place matches again after it.
    const candidates = last ? [...texts, last] : texts;
    let longest: Agreement | undefined;
    for (const { answered, shift } of candidates) {
      const agrees = (index: number): boolean => index + shift >= 0 && index < text.length && text[index] === answered[index + shift];
      let after = 0;
      while (agrees(at + after)) after++;
      let before = 0;
      while (before < maxBefore && agrees(at - before - 1)) before++;
      if (after >= MIN_LENGTH && before + after > (longest ? longest.before + longest.after : 0))
        longest = { answered, shift, before, after };
    }
    return longest;
  }
}

/** A PSBT in base64 as hex; any other text unchanged. */
function withoutBase64(text: string): string {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text)) return text;
  const bytes = Buffer.from(text, 'base64');
  return bytes.subarray(1, 5).equals(PSBT_MAGIC) ? bytes.toString('hex') : text;
}

/** The scripts that a base58 address may stand for, as hex: P2PKH and P2SH; none for any other text. */
function base58Scripts(text: string): string[] {
  if (!/^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(text)) return [];
  try {
    const hash = Buffer.from(base58check.decode(text).subarray(1));
    return hash.length === 20 ? [`76a914${hash.toString('hex')}88ac`, `a914${hash.toString('hex')}87`] : [];
  } catch {
    return []; // not an address
  }
}

/** Removes the length in bytes (a compact size) that precedes the match in transactions and PSBTs. */
function withoutSize(hex: string, { before, after }: Agreement): string {
  const bytes = (before + after) / 2;
  const size = Buffer.alloc(bytes < 0xfd ? 1 : 3);
  if (bytes < 0xfd) size.writeUInt8(Math.floor(bytes));
  else {
    size.writeUInt8(0xfd);
    size.writeUInt16LE(Math.floor(bytes) & 0xffff, 1);
  }
  const ending = size.toString('hex');
  return hex.endsWith(ending) ? hex.slice(0, -ending.length) : hex;
}

/** A text as it is compared: as hex, and without what the node assigns. */
const plainText = (text: string): string => withoutIndexes(withoutBase64(text));

/** The transaction of a PSBT, in hex; undefined for any other text. */
function unsignedTransaction(text: string): string | undefined {
  if (withoutBase64(text) === text) return undefined;
  return readable(() => toHex(parsePsbt(text).transaction.bytes));
}

/** What a transaction spends, if the text is one in hex: the node has chosen it. */
function inputsOf(text: string): readonly { readonly txid: string; readonly vout: number }[] {
  if (!/^(?:[0-9a-f]{2}){60,}$/.test(text)) return [];
  return readable(() => parseTransaction(text).inputs) ?? [];
}

/** The text with the indexes of the outputs that it spends left open, if it is a transaction in hex. */
function withoutIndexes(text: string): string {
  let open = text;
  for (const { txid, vout } of inputsOf(text)) {
    const [id, index] = [Buffer.from(txid, 'hex').reverse(), Buffer.alloc(4)];
    index.writeUInt32LE(vout);
    open = open.replace(`${id.toString('hex')}${index.toString('hex')}`, `${id.toString('hex')}........`);
  }
  return open;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
