import type { TpsFault, TpsResults, Via } from '../../load/tps/results.ts';
import { count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import type { Verdict } from '../verdict.ts';
import { transactionsText } from './transactions-text.ts';
import { latency, perSecond, share } from './units.ts';

/** What a throughput test shows. */
export interface TpsVerdict extends Verdict {
  /** What the network takes. */
  readonly headline: string;
}

/** What a throughput test shows: 1 where something was lost or refused, a node failed, or the test did not come to its end. */
export function tpsVerdict(results: TpsResults): TpsVerdict {
  const { complete, stopped, faults, totals, options } = results;
  const reasons = faults.map(faultText);
  if (!complete && !faults.some(({ kind }) => kind === 'node-ended' || kind === 'node-failed'))
    reasons.push(`The test did not come to its end: ${stopped ?? 'it was ended early'}.`);
  if (complete && totals === undefined) reasons.push('No round counts.');
  const code = reasons.length > 0 ? 1 : 0;
  if (code === 0)
    reasons.push(
      `All ${count(totals?.given ?? 0)} ${transactionsText(options.kind)} of ${counted(totals?.rounds ?? 0, 'round')} were received by every receiver.`,
    );
  return {
    code,
    look: code === 0 ? 'good' : 'bad',
    title: titleOf(results, code),
    headline: headlineOf(results),
    reasons,
    problems: faults.map((fault) => problemOfFault(fault, options.via)),
  };
}

function titleOf({ complete, faults, totals }: TpsResults, code: number): string {
  const kinds = new Set(faults.map(({ kind }) => kind));
  if (kinds.has('node-ended')) return 'A node ended';
  if (kinds.has('node-failed')) return 'A node failed';
  if (!complete) return 'Not complete';
  if (kinds.has('not-connected')) return 'Not connected';
  if (kinds.has('lost')) return 'Transactions lost';
  if (kinds.has('refused')) return 'Transactions refused';
  if (kinds.has('unconfirmed')) return 'Not mined';
  if (totals === undefined) return 'Not measured';
  return code === 0 ? 'All received' : 'Failed';
}

/** `3,412 tx/s (3,300 to 3,520), 6,824 outputs/s, none lost, propagation p50 410 ms, p99 820 ms`. */
export function headlineOf({ totals }: TpsResults): string {
  if (!totals) return 'nothing was measured';
  const { transactionsPerS, outputsPerS, lost, given, propagationP50Us, propagationP99Us } = totals;
  const { interval } = transactionsPerS;
  const range = interval ? ` (${perSecond(Math.max(0, interval.low))} to ${perSecond(interval.high)})` : '';
  return [
    `${perSecond(transactionsPerS.mean)} tx/s${range}`,
    `${perSecond(outputsPerS.mean)} outputs/s`,
    lost > 0 ? `${share(lost / Math.max(1, given))} lost` : 'none lost',
    `propagation p50 ${latency(propagationP50Us.mean)}, p99 ${latency(propagationP99Us.mean)}`,
  ].join(', ');
}

function problemOfFault(fault: TpsFault, via: Via): ReportedProblem {
  const message = faultText(fault);
  return problemOf(`tps ${fault.kind} ${via}`, {
    rule: `tps/${fault.kind}`,
    severity: 'breaking',
    title: message,
    message,
    place: via,
    methods: [via],
    evidence: 'health',
    source: 'the network',
    occurrences: 'count' in fault ? fault.count : 1,
    replay: null,
  });
}

/** One sentence. May hold what a node said. */
function faultText(fault: TpsFault): string {
  switch (fault.kind) {
    case 'node-ended':
      return `Round ${fault.round}: ${fault.node} ended with ${fault.how}.`;
    case 'node-failed':
      return `Round ${fault.round}: ${fault.message}.`;
    case 'not-connected':
      return `Round ${fault.round}: ${fault.message}.`;
    case 'refused': {
      const [first] = fault.examples;
      const named = first ? `: number ${first.index} (${first.txid}) by ${first.sender}, ${first.reason}` : '';
      return `Round ${fault.round}: ${counted(fault.count, 'transaction')} refused${named}${fault.count > 1 ? ', …' : ''}.`;
    }
    case 'lost':
      return `Round ${fault.round}: ${fault.message}.`;
    case 'unconfirmed':
      return `Round ${fault.round}: ${counted(fault.count, 'transaction')} received, but in no block that was mined.`;
  }
}
