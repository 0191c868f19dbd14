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
