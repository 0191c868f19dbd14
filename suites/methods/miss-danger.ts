import type { chainKinds } from '../../fixtures/world/kinds/chain.ts';
import type { nameMisses } from '../../fixtures/world/kinds/near-misses.ts';
import type { transactionKinds } from '../../fixtures/world/kinds/transactions.ts';
import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import type { Schema } from '../../specs/model/types.ts';
import type { Danger } from '../../engine/case.ts';

/** Near-misses with malformed bytes: a serialisation that is truncated or too long, a text with NUL. */
const BYTES: ReadonlySet<string> = new Set<
  keyof (typeof transactionKinds.RawTransaction.nearMisses &
    typeof transactionKinds.Psbt.nearMisses &
    typeof chainKinds.TxOutProof.nearMisses &
    typeof nameMisses)
>(['truncated', 'trailing-byte', 'version-only', 'header-only', 'wrong-flags', 'wrong-magic', 'magic-only', 'nul-byte']);
/** Kinds of lists for which an empty list is a near-miss: nodes have crashed when they read its missing first item. */
const LISTS: ReadonlySet<string> = new Set<ShapeName>(['CombinablePsbts', 'CombinableTransactions', 'ProvableTxids']);

/** The danger of a near-miss of this kind to a node; undefined when there is none. */
export function dangerOfMiss({ $ref: kind = '' }: Schema, slug: string): Danger | undefined {
  if (LISTS.has(kind) && slug === 'empty') return 'size';
  return BYTES.has(slug.replace(/^item-/, '')) ? 'bytes' : undefined;
}
