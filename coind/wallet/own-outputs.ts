import type { AssetAmount } from '../assets/types.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint, Transaction, TxOutput } from '../primitives/types.ts';

/** An output of a transaction of the wallet that pays the wallet. */
export interface OwnOutput extends Outpoint, TxOutput {
  /** What it carries of an asset. */
  readonly asset?: AssetAmount;
}

/** The outputs that pay a wallet, by outpoint and by script, and which of them are unspent. */
export class OwnOutputs {
  readonly #all = new Map<string, OwnOutput>(); // by outpoint
  readonly #byScript = new Map<string, OwnOutput[]>();
  readonly #unspent = new Map<string, OwnOutput>(); // by outpoint

  get size(): number {
    return this.#all.size;
  }

  has(outpoint: Outpoint): boolean {
    return this.#all.has(outpointKey(outpoint));
  }

  get(outpoint: Outpoint): OwnOutput | undefined {
    return this.#all.get(outpointKey(outpoint));
  }

  paidTo(script: Buffer): readonly OwnOutput[] {
    return this.#byScript.get(scriptKey(script)) ?? [];
  }

  unspent(): IterableIterator<OwnOutput> {
    return this.#unspent.values();
  }

  /** Adds an output; `setSpent` then records whether it is spent. */
  add(own: OwnOutput): void {
    this.#all.set(outpointKey(own), own);
    const key = scriptKey(own.scriptPubKey);
    const others = this.#byScript.get(key);
    if (others) others.push(own);
    else this.#byScript.set(key, [own]);
  }

  /** @param key of an outpoint; ignored if it is not an output of the wallet */
  setSpent(key: string, spent: boolean): void {
    const own = this.#all.get(key);
    if (!own) return;
    if (spent) this.#unspent.delete(key);
    else this.#unspent.set(key, own);
  }

  /** Removes the outputs of a transaction. */
  removeOf({ txid, outputs }: Transaction): void {
    for (const [vout, { scriptPubKey }] of outputs.entries()) {
      const key = outpointKey({ txid, vout });
      this.#all.delete(key);
      this.#unspent.delete(key);
      const script = scriptKey(scriptPubKey);
      const others = this.#byScript.get(script)?.filter((own) => own.txid !== txid) ?? [];
      if (others.length > 0) this.#byScript.set(script, others);
      else this.#byScript.delete(script);
    }
  }

  clear(): void {
    this.#all.clear();
    this.#byScript.clear();
    this.#unspent.clear();
  }
}

/** Latin-1, one character a byte, is the fastest key. */
const scriptKey = (script: Buffer): string => script.toString('latin1');
