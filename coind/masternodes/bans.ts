import { numberCodec } from '../chain/codecs.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { State, Table } from '../state/types.ts';

/** Masternodes that signed contradicting votes. */
export class Bans {
  /** Height of the last block of the ban, by outpoint. */
  readonly #untilHeight: Table<number>;

  constructor(state: State) {
    this.#untilHeight = state.table('masternodes.bans', numberCodec);
  }

  add(outpoint: Outpoint, untilHeight: number): void {
    const key = outpointKey(outpoint);
    this.#untilHeight.set(key, Math.max(untilHeight, this.#untilHeight.get(key) ?? 0));
  }

  has(outpoint: Outpoint, tipHeight: number): boolean {
    return tipHeight <= (this.#untilHeight.get(outpointKey(outpoint)) ?? -1);
  }
}
