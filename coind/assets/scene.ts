import type { Transaction, TxOutput } from '../primitives/types.ts';
import type { AssetContext, SpentCoin } from './types.ts';

/** A service transaction that is checked. */
export interface Scene {
  readonly transaction: Transaction;
  /** The coins that its inputs spend, in their order. */
  readonly coins: readonly SpentCoin[];
  /** The data output. */
  readonly data: TxOutput;
  readonly context: AssetContext;
}
