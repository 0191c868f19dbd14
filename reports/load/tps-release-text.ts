import type { TpsResults } from '../../load/tps/results.ts';
import { latency, share } from './units.ts';

/** How exactly the start time was kept, and how far the rounds agree, in one line; empty where nothing was measured. */
export function releaseText({ totals }: TpsResults): string {
  if (!totals || totals.releaseError.count === 0) return '';
  const { by, p50Us, p99Us, maxUs } = totals.releaseError;
  // An arrival shows when the transaction was sent at the latest.
  const bound = by === 'arrival' ? 'at most ' : '';
  return `release ${bound}p50 ${latency(p50Us)}, p99 ${latency(p99Us)}, max ${latency(maxUs)} after the start time; spread of rounds ${share(totals.transactionsPerS.spread)}`;
}
