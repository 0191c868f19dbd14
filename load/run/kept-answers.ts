import { Random } from '../../fixtures/world/random.ts';
import type { PreparedCall } from '../generator/types.ts';

/** An answer that was kept. */
export interface KeptAnswer {
  readonly call: PreparedCall;
  readonly body: Buffer;
}

export interface KeptAnswersOptions {
  /** Largest share of the answers that is kept, from 0 to 1. */
  readonly share: number;
  readonly seed: string;
  readonly maxBytes: number;
  readonly maxAnswers?: number;
}

/** Answers of each method that are kept first: of a short load a small share may be none. */
const FIRST = 3;
const MAX_ANSWERS = 200_000;
/** Each level is kept half as often as the one below. */
const LEVELS = 32;
/** What small bodies are packed into: as buffers of their own they would cost the generator more than their bytes. */
const CHUNK_BYTES = 16 * 1_024;

/**
 * A random sample of the answers of a load, as large as there is room for: by the seed each answer belongs to a level, and
 * when the room is used up the level that is kept most often is dropped whole, so that what is left is as much a sample of
 * the beginning of the load as of its end.
 */
export class KeptAnswers {
  readonly #share: number;
  readonly #maxBytes: number;
  readonly #maxAnswers: number;
  readonly #random: Random;
  readonly #seen = new Map<string, number>();
  readonly #first = new Pile();
  readonly #levels: (Pile | undefined)[] = [];
  #lowest = 0;
  #bytes = 0;
  #count = 0;

  constructor({ share, seed, maxBytes, maxAnswers = MAX_ANSWERS }: KeptAnswersOptions) {
    this.#share = share;
    this.#maxBytes = maxBytes;
    this.#maxAnswers = maxAnswers;
    this.#random = new Random(seed);
  }

  /** Copies the body if the answer is one of the sample. */
  offer(call: PreparedCall, body: Buffer): void {
    if (this.#share === 0) return;
    const seen = this.#seen.get(call.method) ?? 0;
    this.#seen.set(call.method, seen + 1);
    // Drawn for each answer, so that which ones are chosen depends on the seed alone.
    const part = this.#random.next() / 2 ** 32 / this.#share;
    if (seen < FIRST) return this.#add(this.#first, call, body);
    if (part >= 1) return;
    const level = Math.min(LEVELS - 1, Math.floor(-Math.log2(part)));
    if (level < this.#lowest) return;
    this.#add((this.#levels[level] ??= new Pile()), call, body);
    while ((this.#bytes > this.#maxBytes || this.#count > this.#maxAnswers) && this.#lowest < LEVELS) this.#drop(this.#lowest++);
  }

  /** All that is kept: the first answers of each method before the others. */
  *answers(): Generator<KeptAnswer> {
    yield* this.#first.answers();
    for (const pile of this.#levels) if (pile) yield* pile.answers();
  }

  #add(pile: Pile, call: PreparedCall, body: Buffer): void {
    const before = pile.bytes;
    pile.add(call, body);
    this.#bytes += pile.bytes - before;
    this.#count++;
  }

  #drop(level: number): void {
    const pile = this.#levels[level];
    if (!pile) return;
    this.#bytes -= pile.bytes;
    this.#count -= pile.count;
    this.#levels[level] = undefined;
  }
}

/** Bodies one after another in few pieces of memory. */
class Pile {
  /** Memory that is taken. */
  bytes = 0;
  readonly #calls: PreparedCall[] = [];
  readonly #chunks: Buffer[] = [];
  /** Of each body: its chunk, where it begins and where it ends. */
  readonly #places: number[] = [];
  #end = 0;

  get count(): number {
    return this.#calls.length;
  }

  add(call: PreparedCall, body: Buffer): void {
    let chunk = this.#chunks.at(-1);
    if (!chunk || this.#end + body.length > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, body.length));
      this.#chunks.push(chunk);
      this.bytes += chunk.length;
      this.#end = 0;
    }
    body.copy(chunk, this.#end);
    this.#calls.push(call);
    this.#places.push(this.#chunks.length - 1, this.#end, (this.#end += body.length));
  }

  *answers(): Generator<KeptAnswer> {
    for (const [index, call] of this.#calls.entries()) {
      const [chunk = 0, start, end] = this.#places.slice(3 * index, 3 * index + 3);
      yield { call, body: (this.#chunks[chunk] as Buffer).subarray(start, end) };
    }
  }
}
