import type { DisturbanceTimeline } from '../../load/tps/results.ts';
import { count } from '../format.ts';
import type { Mark } from './charts/figure.ts';
import { lineChart, type LineSeries } from './charts/line-chart.ts';
import type { Point } from './charts/thinned.ts';
import type { DisturbedRoundResult } from './tps-disturbances.ts';
import { perSecond } from './units.ts';

/** Lines of nodes in one chart; those that had faults come first. */
const NODES = 6;
const MS_PER_S = 1_000;
const seconds = (ms: number): string => `${Number((ms / MS_PER_S).toFixed(1)).toLocaleString('en-GB')} s`;

/** The time line of a round with planned faults, as HTML: rate, memory pools and heights over the same time, with the faults. */
export function timelineCharts({ round, disturbances: { events, timeline } }: DisturbedRoundResult): string[] {
  const marks = events.map(({ atMs }, index): Mark => ({ axis: 'x', at: atMs, label: String(index + 1) }));
  const faulty = new Set(events.flatMap(({ kind, nodes }) => (kind === 'partition' ? [] : nodes)));
  const nodes = [...timeline.nodes].sort((a, b) => Number(faulty.has(b.node)) - Number(faulty.has(a.node)));
  const left = nodes.length > NODES ? `; ${NODES} of ${nodes.length} nodes, those with faults first` : '';
  const common = { x: { label: 'after the start time', format: seconds, from: timeline.atMs[0] }, marks };
  const lines = (values: (node: (typeof nodes)[number]) => readonly (number | null)[]): LineSeries[] =>
    nodes.slice(0, NODES).map((node) => ({
      name: node.node,
      look: 'steps',
      points: values(node).map((value, index): Point => [timeline.atMs[index] ?? 0, value]),
    }));
  return [
    lineChart({
      ...common,
      id: `time-line-rate-${round}`,
      title: 'Arrivals',
      summary: 'Transactions that some receiver had for the first time, per second.',
      y: { label: 'transactions per second', format: perSecond },
      series: [{ name: 'arrivals', look: 'steps', points: rates(timeline) }],
    }),
    lineChart({
      ...common,
      id: `time-line-pools-${round}`,
      title: 'Memory pools',
      summary: `Transactions in the memory pool of each node; a gap where a node could not answer${left}.`,
      y: { label: 'transactions', format: count },
      series: lines(({ pools }) => pools),
    }),
    lineChart({
      ...common,
      id: `time-line-heights-${round}`,
      title: 'Heights',
      summary: `The height of the tip of each node; a gap where a node could not answer${left}.`,
      y: { label: 'height', format: count, from: Math.min(...nodes.flatMap(({ heights }) => heights.flatMap((height) => height ?? []))) },
      series: lines(({ heights }) => heights),
    }),
  ];
}

function rates({ atMs, received }: DisturbanceTimeline): Point[] {
  return atMs.slice(1).map((at, index): Point => {
    const ms = at - atMs[index]!;
    return [at, ms > 0 ? ((received[index + 1]! - received[index]!) * MS_PER_S) / ms : 0];
  });
}
