import type { TpsResults } from '../../load/tps/results.ts';
import { latency, share } from './units.ts';

/** How exactly the start time was kept, and how far the rounds agree, in one line; empty where nothing was measured. */
export function releaseText({ totals, options }: TpsResults): string {
  if (!totals || totals.releaseError.count === 0) return '';
  const { p50Us, p99Us, maxUs } = totals.releaseError;
  // Of a queue only the arrival shows when it was sent.
  const bound = options.via === 'tpstestadd' ? 'at most ' : '';
  return `release ${bound}p50 ${latency(p50Us)}, p99 ${latency(p99Us)}, max ${latency(maxUs)} after the start time; spread of rounds ${share(totals.transactionsPerS.spread)}`;
}
