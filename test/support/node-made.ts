import { isLosslessNumber } from 'lossless-json';
import { witnessScript } from '../../fixtures/world/keys.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Shorter texts are words of the service, and no addresses, keys or ids. */
const SHORTEST = 16;
/** Times are compared within the length of a test, in seconds. */
const HOUR_S = 3_600;
/** Numbers above this are times. */
const FIRST_TIME_S = 1_600_000_000;
/** How far below a height of the chain numbers count as heights. */
const RECENT_BLOCKS = 25;
/** Arguments and members that are numbers which the node has given: places of outputs, peers. */
const GIVEN_NUMBERS: ReadonlySet<string> = new Set(['vout', 'n', 'nodeid']);
/** How PSBTs in base64 begin. */
const PSBT = 'cHNid';

/** An address at which a node, or a case in the place of one, listens: the machine has chosen the port. */
const LISTENING = /^127\.0\.0\.1:\d{5}$/;

const MADE = '<made by the node>';

/** The readings of a value: itself, and what it is for a reader who knows the answers of the node. */
type Leaf = ReadonlySet<string>;

/** A request in which every value stands as its readings; an object is a list of names and values. */
export type Read = Leaf | readonly Read[];

/** Whether two requests are the same but for what nodes have made, which stands in the same places. */
export function areAlike(one: Read | undefined, other: Read | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one instanceof Set && other instanceof Set) return [...one].some((reading) => other.has(reading));
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return one.length === other.length && one.every((item, index) => areAlike(item as Read, other[index] as Read));
}

/** A request for the reader of a failed test: each value as it was sent. */
export function written(read: Read): string {
  return read instanceof Set ? ([...read][0] as string) : `[${(read as readonly Read[]).map(written).join(', ')}]`;
}

/** Where a text agrees with one that was answered. */
interface Agreement {
  readonly answered: string;
  /** The place in the answered text that corresponds to the beginning of the other. */
  readonly shift: number;
  readonly before: number;
  readonly after: number;
}

/** What nodes have answered so far, to tell in a request what is theirs from what was drawn. */
export class NodeMade {
  /** Texts that were answered, by their first characters and by the ones after these, with the place of those. */
  readonly #texts = new Map<string, Map<string, number>>();
  readonly #facts = new Set<string>();
  /** Heights of the chain that were answered since the last case. */
  readonly #heights = new Set<number>();

  /** Notes something about a node that is no answer: a path. */
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
        this.note(value as Wire);
      }
    }
  }

  /** What is answered from now on is for the next case. */
  nextCase(): void {
    this.#heights.clear();
  }

  #noteText(text: string): void {
    this.#add(text.startsWith(PSBT) ? asHex(text) : text);
    // Ids stand in transactions with their bytes reversed, and addresses as scripts.
    if (/^[0-9a-f]{64}$/.test(text)) this.#add(Buffer.from(text, 'hex').reverse().toString('hex'));
    if (/^[a-z]+1q[0-9a-z]{38}$/.test(text)) this.#add(witnessScript(text));
  }

  #add(text: string): void {
    for (const at of [0, SHORTEST]) {
      const part = text.slice(at, at + SHORTEST);
      if (part.length < SHORTEST) return;
      const texts = this.#texts.get(part) ?? new Map<string, number>();
      this.#texts.set(part, texts.set(text, at));
    }
  }

  /** How a request can be read, after all that was answered. */
  read(value: Wire, name = ''): Read {
    if (Array.isArray(value)) return value.map((item) => this.read(item as Wire));
    if (value !== null && typeof value === 'object' && !isLosslessNumber(value)) {
      return Object.entries(value).map(([member, item]) => [this.read(member), this.read(item as Wire, member)]);
    }
    const itself = JSON.stringify(isLosslessNumber(value) ? value.value : value);
    if (typeof value === 'string') return new Set([itself, this.#withoutMade(value)]);
    return new Set(typeof value === 'number' ? [itself, ...this.#readingsOf(value, name)] : [itself]);
  }

  #readingsOf(value: number, name: string): string[] {
    if (GIVEN_NUMBERS.has(name) && value >= 0) return [MADE];
    // Two times that are less than half an hour apart have an hour in common.
    if (value > FIRST_TIME_S) return [0, HOUR_S / 2].map((later, index) => `in hour ${Math.floor((value + later) / HOUR_S)}.${index}`);
    return [...this.#heights]
      .map((height) => height - value)
      .filter((below) => below >= 0 && below <= RECENT_BLOCKS)
      .map((below) => `${below} below a height`);
  }

  #withoutMade(sent: string): string {
    if (this.#facts.has(sent) || LISTENING.test(sent)) return MADE;
    const text = sent.startsWith(PSBT) ? asHex(sent) : sent;
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

  /** Where the text from there on agrees with something answered; `most` characters before it may too. */
  #agreementAt(text: string, at: number, most: number, last: Agreement | undefined): Agreement | undefined {
    const texts = [...(this.#texts.get(text.slice(at, at + SHORTEST)) ?? [])].map(([answered, start]) => ({ answered, shift: start - at }));
    // Of what was changed in one place the rest agrees as well.
    const candidates = last ? [...texts, last] : texts;
    let longest: Agreement | undefined;
    for (const { answered, shift } of candidates) {
      const agrees = (index: number): boolean => index + shift >= 0 && index < text.length && text[index] === answered[index + shift];
      let after = 0;
      while (agrees(at + after)) after++;
      let before = 0;
      while (before < most && agrees(at - before - 1)) before++;
      if (after >= SHORTEST && before + after > (longest ? longest.before + longest.after : 0))
        longest = { answered, shift, before, after };
    }
    return longest;
  }
}

const asHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** Without the length in bytes that transactions and PSBTs have before something of the node's (a compact size). */
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
