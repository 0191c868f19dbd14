import type { TpsRound } from '../../load/tps/results.ts';
import { count } from '../format.ts';
import { latency, perSecond } from './units.ts';

/** A round in one line, as soon as it is over. */
export function roundLine({ round, transactions, everywhere, receivers, refusedCount, uncounted, confirmation }: TpsRound): string {
  const p99Us = Math.max(...receivers.map(({ propagation }) => propagation.p99Us));
  return [
    `round ${round}: ${count(everywhere.transactions)} of ${count(transactions)} received`,
    `${perSecond(everywhere.transactionsPerS)} tx/s`,
    `${perSecond(everywhere.outputsPerS)} outputs/s`,
    `propagation p99 ${latency(p99Us)}`,
    ...(refusedCount > 0 ? [`${count(refusedCount)} refused`] : []),
    `mined after ${latency(confirmation.durationMs * 1_000)}`,
    ...(uncounted === null ? [] : [`does not count: ${uncounted}`]),
  ].join(' · ');
}
