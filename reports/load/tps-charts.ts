import type { TpsResults, TpsRound } from '../../load/tps/results.ts';
import { WITHOUT_LINKS } from '../../load/tps/uncounted.ts';
import { count } from '../format.ts';
import type { LineSeries } from './charts/line-chart.ts';
import { lineChart } from './charts/line-chart.ts';
import { pointChart } from './charts/point-chart.ts';
import { latency, perSecond } from './units.ts';

/** Receivers and rounds of which charts are drawn; the tables have all. */
const RECEIVERS = 4;
const ROUNDS = 6;

/** Rounds, also of a test that goes on. */
export type ShownRounds = Pick<TpsResults, 'rounds' | 'totals'>;

/** Charts of a throughput test, as HTML. */
export function tpsCharts(results: ShownRounds): string[] {
  const { rounds } = results;
  if (rounds.length === 0) return [];
  const names = [...new Set(rounds.flatMap(({ receivers }) => receivers.map(({ receiver }) => receiver)))].slice(0, RECEIVERS);
  return [
    ...names.map((name) => arrivalsChart(name, rounds)),
    ...names.map((name) => propagationChart(name, rounds)),
    roundsChart(results),
  ];
}

function arrivalsChart(receiver: string, rounds: readonly TpsRound[]): string {
  return lineChart({
    id: `arrivals-${receiver}`,
    title: `Arrivals at ${receiver}`,
    summary: `Transactions received, by the time since the start time${ofRounds(rounds)}.`,
    x: { label: 'after the start time', format: latency, from: 0 },
    y: { label: 'transactions received', format: count },
    series: seriesOf(receiver, rounds, (round) =>
      round.arrivalTimesUs.map((timeUs, percent) => [timeUs, Math.round((round.arrivals.transactions * percent) / 100)]),
    ),
  });
}

function propagationChart(receiver: string, rounds: readonly TpsRound[]): string {
  return lineChart({
    id: `propagation-${receiver}`,
    title: `Propagation to ${receiver}`,
    summary: `The time from the release that so many percent of the received transactions did not exceed${ofRounds(rounds)}.`,
    x: { label: 'share of transactions', format: (percent) => `${percent} %` },
    y: { label: 'from release to arrival', format: latency },
    series: seriesOf(receiver, rounds, (round) => round.propagationUs.map((us, percent) => [percent, us])),
  });
}

/** That not all rounds are drawn. */
const ofRounds = (rounds: readonly TpsRound[]): string =>
  rounds.length > ROUNDS ? `; the first ${ROUNDS} of ${count(rounds.length)} rounds` : '';

function seriesOf(
  receiver: string,
  rounds: readonly TpsRound[],
  points: (figures: TpsRound['receivers'][number]) => readonly (readonly [number, number])[],
): LineSeries[] {
  return rounds.slice(0, ROUNDS).flatMap(({ round, uncounted, receivers }) => {
    const figures = receivers.find((candidate) => candidate.receiver === receiver);
    return figures === undefined
      ? []
      : [
          {
            name: `round ${round}${uncounted === null ? '' : uncounted === WITHOUT_LINKS ? ` (${WITHOUT_LINKS})` : ' (not counted)'}`,
            points: points(figures),
          },
        ];
  });
}

function roundsChart({ rounds, totals }: ShownRounds): string {
  const interval = totals?.transactionsPerS.interval;
  const points = (isOne: (uncounted: string | null) => boolean): { x: number; y: number }[] =>
    rounds.filter(({ uncounted }) => isOne(uncounted)).map(({ round, everywhere }) => ({ x: round, y: everywhere.transactionsPerS }));
  const without = points((reason) => reason === WITHOUT_LINKS);
  const uncounted = points((reason) => reason !== null && reason !== WITHOUT_LINKS);
  return pointChart({
    id: 'rounds',
    title: 'Rounds',
    summary: interval
      ? 'Transactions per second of each round, and the 95 % confidence interval of their mean.'
      : 'Transactions per second of each round.',
    x: { label: 'round', format: (round) => (Number.isInteger(round) ? String(round) : ''), from: 0, to: (rounds.at(-1)?.round ?? 0) + 1 },
    y: { label: 'transactions per second', format: perSecond },
    marks: interval
      ? [
          { axis: 'y', at: Math.max(0, interval.low), label: `${perSecond(Math.max(0, interval.low))}` },
          { axis: 'y', at: interval.high, label: `${perSecond(interval.high)}` },
        ]
      : [],
    series: [
      { name: 'round', mark: 'dot', points: points((reason) => reason === null) },
      ...(without.length > 0 ? [{ name: WITHOUT_LINKS, mark: 'ring', points: without } as const] : []),
      ...(uncounted.length > 0 ? [{ name: 'not counted', mark: 'cross', points: uncounted } as const] : []),
    ],
  });
}
