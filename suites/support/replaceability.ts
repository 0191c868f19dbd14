import type { At } from '../../engine/finding-place.ts';
import type { Trial } from '../../engine/trial.ts';

/** The highest sequence that signals replaceability (BIP 125). */
export const REPLACEABLE = 0xfffffffd;

/** Checks that a transaction signals replaceability exactly when `wanted`, by the sequences of its inputs (BIP 125). */
export function checkSignal(t: Trial, sequences: readonly number[], wanted: boolean, at: At): void {
  const lowest = Math.min(...sequences);
  t.ok(
    lowest <= REPLACEABLE === wanted,
    `the lowest sequence is ${lowest}, expected ${wanted ? 'at most' : 'more than'} ${REPLACEABLE} with replaceable ${wanted}`,
    at,
  );
}

/** Checks that the memory pool has a transaction in the place of another, unless the node was perhaps started without replacement. */
export async function checkReplaced(t: Trial, replaced: string, replacement: string): Promise<void> {
  const pool = await t.result('getrawmempool');
  if (!t.target.capabilities.startNodes && pool.includes(replaced) && !pool.includes(replacement)) {
    t.inapplicable('the memory pool of this node keeps the old transaction; the node may have been started without replacement');
  }
  t.ok(pool.includes(replacement), 'the new transaction is not in the memory pool');
  t.ok(!pool.includes(replaced), 'the old transaction is still in the memory pool');
}
