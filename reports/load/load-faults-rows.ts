import type { LoadResults } from '../../load/results.ts';
import { count } from '../format.ts';
import { errorName } from './error-name.ts';
import { latency } from './units.ts';

const US_PER_MS = 1_000;

export const loadFaultsHead: readonly string[] = ['fault', 'at', 'over after', 'first answer after', 'failed', 'errors until then'];

/** What clients saw of each planned fault. Cells may hold what a node said. */
export function loadFaultsRows({ plannedFaults = [] }: LoadResults): string[][] {
  const shown = (ms: number | null): string => (ms === null ? 'never' : latency(ms * US_PER_MS));
  return plannedFaults.map(({ fault, atMs, overAfterMs, firstAnswerAfterMs, failed, errors }) => [
    fault,
    latency(atMs * US_PER_MS),
    shown(overAfterMs),
    shown(firstAnswerAfterMs),
    count(failed),
    errors.length === 0 ? 'none' : errors.map((error) => `${count(error.count)}× ${errorName(error)}`).join(', '),
  ]);
}
