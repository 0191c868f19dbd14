import { MAX_EXAMPLES } from './limits.ts';
import type { MissingLink } from './network/connect.ts';
import type { TpsFault, TpsRound } from './results.ts';

/** What went wrong in a round that was completed. @param missing nodes that were not connected as they should be */
export function faultsOf(round: TpsRound, missing: readonly MissingLink[]): TpsFault[] {
  const { round: number, refused, refusedCount, receivers, confirmation, disturbances } = round;
  const faults: TpsFault[] = [];
  if (refusedCount > 0) faults.push({ kind: 'refused', round: number, count: refusedCount, examples: refused.slice(0, MAX_EXAMPLES) });
  if (disturbances) {
    // What a node misses while it is down comes to it by a block: the network is judged, not the receiver.
    for (const { check, problems } of disturbances.checks)
      faults.push(...problems.map((message): TpsFault => ({ kind: 'not-held', check, round: number, message })));
    return faults;
  }
  for (const { receiver, lost, arrivals } of receivers) {
    if (lost.count === 0) continue;
    const link = missing.find(({ node }) => node === receiver);
    const from = lost.bySender.map(({ sender, count }) => `${count} from ${sender}`).join(', ');
    const unstamped = lost.unstamped > 0 ? `; ${lost.unstamped} of them are in its pool, but it gave no time` : '';
    const reason = link === undefined ? '' : `; ${link.message}`;
    faults.push({
      kind: 'lost',
      receiver,
      round: number,
      count: lost.count,
      message: `${receiver} received ${arrivals.transactions}, and not ${lost.count} (${from})${unstamped}${reason}`,
    });
  }
  if (confirmation.unconfirmed > 0) faults.push({ kind: 'unconfirmed', round: number, count: confirmation.unconfirmed });
  return faults;
}
