import type { TpsFault, TpsResults, Via } from '../../load/tps/results.ts';
import { count, counted } from '../format.ts';
import { problemOf, type ReportedProblem } from '../problem.ts';
import { verdictOf, type Verdict, type VerdictOptions } from '../verdict.ts';
import { keptText, lostWithPoolTexts } from './tps-disturbances.ts';
import { transactionsText } from './transactions-text.ts';
import { latency, perSecond, share } from './units.ts';

/** What a throughput test shows. */
export interface TpsVerdict extends Verdict {
  /** What the network takes. */
  readonly headline: string;
}

/** Faults after which no further round is run. */
const ENDING: ReadonlySet<TpsFault['kind']> = new Set<TpsFault['kind']>(['node-ended', 'node-failed', 'not-held']);

/** What a throughput test shows: it fails where something was lost or refused, or a node failed. No figure is judged. */
export function tpsVerdict(results: TpsResults, options: VerdictOptions = {}): TpsVerdict {
  const { complete, stopped, faults, totals, warnings, rounds, options: measured } = results;
  const failed = faults.map(faultText);
  const endedEarly = !complete && !faults.some(({ kind }) => ENDING.has(kind));
  const untried = [
    ...(endedEarly ? [`The test did not come to its end: ${stopped ?? 'it was ended early'}.`] : []),
    ...(complete && totals === undefined ? ['No round counts.'] : []),
  ];
  const verdict = verdictOf(
    {
      failed,
      untried,
      remarks: [
        ...lostWithPoolTexts(rounds),
        ...(warnings.length > 0 ? [`${counted(warnings.length, 'warning')}: not all figures can be trusted.`] : []),
      ],
      facts:
        failed.length + untried.length === 0
          ? [
              keptText(rounds) ??
                `All ${count(totals?.given ?? 0)} ${transactionsText(measured.kind)} of ${counted(totals?.rounds ?? 0, 'round')} were received by every receiver.`,
            ]
          : [],
      problems: faults.map((fault) => problemOfFault(fault, measured.via)),
    },
    options,
  );
  return { ...verdict, headline: headlineOf(results) };
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
  return problemOf(`tps ${fault.kind === 'not-held' ? fault.check : fault.kind} ${via}`, {
    rule: `tps/${fault.kind === 'not-held' ? fault.check : fault.kind}`,
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
    case 'not-held':
      return `Round ${fault.round}: ${fault.message}.`;
  }
}
