import { ProofError, type ProofReason } from './proof-error.ts';

/** An item of RLP, the external chain's serialisation. All memory is shared with the input. */
export type RlpItem = RlpBytes | RlpList;

export interface RlpBytes {
  readonly kind: 'bytes';
  readonly bytes: Buffer;
}

export interface RlpList {
  readonly kind: 'list';
  readonly items: readonly RlpItem[];
  /** The list with its prefix, as it is hashed. */
  readonly raw: Buffer;
}

/** Nesting of a proof: a list of nodes, a node, and an embedded node. Of a transaction: the keys of its access list. */
const MAX_DEPTH = 5;
/** Maximum number of items in all lists: 17 a node; an access list has fewer in the size of a transaction. */
const MAX_ITEMS = 2_000;

/** Length of the longest payload whose prefix is one byte. */
const SHORT = 55;

/**
 * Decodes one item that fills the bytes. Only the canonical encoding is accepted, so that no two inputs mean the same.
 * @param reason of the ProofError that is thrown for anything else
 */
export function decodeRlp(bytes: Buffer, reason: ProofReason, what: string): RlpItem {
  return new RlpReader(bytes, reason, what).whole();
}

class RlpReader {
  readonly #bytes: Buffer;
  readonly #reason: ProofReason;
  readonly #what: string;
  #items = 0;

  constructor(bytes: Buffer, reason: ProofReason, what: string) {
    this.#bytes = bytes;
    this.#reason = reason;
    this.#what = what;
  }

  whole(): RlpItem {
    const { item, end } = this.#item(0, this.#bytes.length, 0);
    if (end !== this.#bytes.length) throw this.#error(end, 'the item ends, but bytes follow');
    return item;
  }

  /** The item at an offset, which must end at or before `limit`. */
  #item(offset: number, limit: number, depth: number): { readonly item: RlpItem; readonly end: number } {
    this.#items += 1;
    if (this.#items > MAX_ITEMS) throw this.#error(offset, `more than ${MAX_ITEMS} items`);
    if (offset >= limit) throw this.#error(offset, 'the data ends');
    const first = this.#bytes[offset]!;
    if (first < 0x80) return { item: { kind: 'bytes', bytes: this.#bytes.subarray(offset, offset + 1) }, end: offset + 1 };
    const isList = first >= 0xc0;
    const { start, end } = this.#payload(offset, limit, first - (isList ? 0xc0 : 0x80));
    if (!isList) {
      const bytes = this.#bytes.subarray(start, end);
      if (bytes.length === 1 && bytes[0]! < 0x80) throw this.#error(offset, 'a byte below 128 has a prefix');
      return { item: { kind: 'bytes', bytes }, end };
    }
    if (depth === MAX_DEPTH) throw this.#error(offset, `lists are nested deeper than ${MAX_DEPTH}`);
    const items: RlpItem[] = [];
    for (let at = start; at < end;) {
      const next = this.#item(at, end, depth + 1);
      items.push(next.item);
      at = next.end;
    }
    return { item: { kind: 'list', items, raw: this.#bytes.subarray(offset, end) }, end };
  }

  /** Bounds of the payload of a prefix. `code`: the prefix without its kind; up to 55 the length, above it the length of the length. */
  #payload(offset: number, limit: number, code: number): { readonly start: number; readonly end: number } {
    const lengthBytes = Math.max(0, code - SHORT);
    const start = offset + 1 + lengthBytes;
    if (start > limit) throw this.#error(offset, 'the data ends within a length');
    // More than three bytes of length are beyond any size that is accepted.
    if (lengthBytes > 3) throw this.#error(offset, 'a length has more than 3 bytes');
    const length = lengthBytes === 0 ? code : this.#bytes.readUIntBE(offset + 1, lengthBytes);
    if (lengthBytes > 0 && (length <= SHORT || this.#bytes[offset + 1] === 0))
      throw this.#error(offset, 'a length is not in its shortest form');
    const end = start + length;
    if (end > limit) throw this.#error(offset, `${length} bytes are announced, and ${limit - start} follow`);
    return { start, end };
  }

  #error(offset: number, fault: string): ProofError {
    return new ProofError(this.#reason, `${this.#what} is not canonical RLP: at byte ${offset}, ${fault}`);
  }
}
