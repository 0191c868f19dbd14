import type { chainKinds } from '../../fixtures/world/kinds/chain.ts';
import type { nameMisses } from '../../fixtures/world/kinds/near-misses.ts';
import type { transactionKinds } from '../../fixtures/world/kinds/transactions.ts';
import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import type { Schema } from '../../specs/model/types.ts';
import type { Danger } from '../../engine/types.ts';

/** Near-misses whose bytes are not what they are given as: a serialisation that breaks off or goes on, a text with NUL. */
const BYTES: ReadonlySet<string> = new Set<
  keyof (typeof transactionKinds.RawTransaction.nearMisses &
    typeof transactionKinds.Psbt.nearMisses &
    typeof chainKinds.TxOutProof.nearMisses &
    typeof nameMisses)
>(['truncated', 'trailing-byte', 'version-only', 'header-only', 'wrong-flags', 'wrong-magic', 'magic-only', 'nul-byte']);
/** Kinds of lists of which one without items is a near-miss: nodes have died of the first item that there was not. */
const LISTS: ReadonlySet<string> = new Set<ShapeName>(['CombinablePsbts', 'CombinableTransactions', 'ProvableTxids']);

/** What about a near-miss of a kind is dangerous to a node; undefined where nothing is. */
export function dangerOfMiss({ $ref: kind = '' }: Schema, slug: string): Danger | undefined {
  if (LISTS.has(kind) && slug === 'empty') return 'size';
  return BYTES.has(slug.replace(/^item-/, '')) ? 'bytes' : undefined;
}
