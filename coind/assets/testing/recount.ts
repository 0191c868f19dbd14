import type { Block } from '../../primitives/types.ts';

// An independent model: it reads the service data itself, and shares no code with the chain.

export interface Recount {
  /** By guid. */
  readonly assets: Map<number, { issued: bigint; total: bigint; owner: string }>;
  /** By outpoint, `txid:vout`: what it carries. */
  /** The raw burns that were minted, as text. */
  readonly burns: Set<string>;
  readonly carried: Map<string, { readonly guid: number; readonly amount: bigint; readonly script: string }>;
}

class Reader {
  #at = 0;
  constructor(readonly data: Buffer) {}

  byte(): number {
    this.#at += 1;
    return this.data[this.#at - 1]!;
  }

  /** Counts up to 65535. */
  count(): number {
    const first = this.byte();
    return first < 253 ? first : this.byte() + this.byte() * 256;
  }

  /** Text with its length in front, after some bytes. */
  bytesAfter(skipped: number): string {
    this.#at += skipped;
    const length = this.count();
    return this.data.subarray(this.#at, this.#at + length).toString();
  }

  varint(): bigint {
    for (let n = 0n; ; n += 1n) {
      const byte = this.byte();
      n = n * 128n + BigInt(byte % 128);
      if (byte < 128) return n;
    }
  }

  amount(): bigint {
    let x = this.varint();
    if (x === 0n) return 0n;
    x -= 1n;
    const exponent = Number(x % 10n);
    x /= 10n;
    const digits = exponent < 9 ? `${x / 9n}${(x % 9n) + 1n}` : `${x + 1n}`;
    return BigInt(digits + '0'.repeat(exponent));
  }
}

/** The data after OP_RETURN and one push. */
function dataOf(script: Buffer): Buffer {
  const length = script[1]!;
  return length < 76 ? script.subarray(2) : length === 76 ? script.subarray(3) : script.subarray(4);
}

/** Recomputes supplies, owners and allocations from blocks, the first at height 1. */
export function recount(blocks: Iterable<Block>): Recount {
  const assets: Recount['assets'] = new Map();
  const carried: Recount['carried'] = new Map();
  const burns = new Set<string>();
  for (const { transactions } of blocks) {
    for (const { txid, version, inputs, outputs, isCoinbase } of transactions) {
      for (const input of inputs) carried.delete(`${input.txid}:${input.vout}`);
      if (isCoinbase || version < 130 || version > 135) continue;
      const reader = new Reader(dataOf(outputs.find(({ scriptPubKey }) => scriptPubKey[0] === 0x6a)!.scriptPubKey));
      for (let left = reader.count(); left > 0; left--) {
        const guid = Number(reader.varint());
        for (let rest = reader.count(); rest > 0; rest--) {
          const n = reader.count();
          const amount = reader.amount();
          if (guid === 0) continue;
          carried.set(`${txid}:${n}`, { guid, amount, script: outputs[n]!.scriptPubKey.toString('hex') });
          const asset = assets.get(guid) ?? { issued: 0n, total: 0n, owner: '' };
          if (amount === 0n) asset.owner = `${txid}:${n}`;
          if (version === 132) asset.issued += amount;
          assets.set(guid, asset);
        }
      }
      if (version === 133) burns.add(reader.bytesAfter(4));
    }
  }
  for (const { guid, amount } of carried.values()) assets.get(guid)!.total += amount;
  return { assets, burns, carried };
}
