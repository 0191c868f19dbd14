import type { TpsResults } from '../../load/tps/results.ts';
import { counted } from '../format.ts';
import { lineChart } from './charts/line-chart.ts';
import { networkChart } from './charts/network-chart.ts';
import { pointChart } from './charts/point-chart.ts';
import { linkedRounds, medianArrivals, passedBytes } from './links-figures.ts';
import { dataSize, linkText } from './links-text.ts';
import { latency } from './units.ts';

/** Curves in the chart of all nodes: lines differ in colour and dashes. */
const CURVES = 6;

/** Charts of a network with links, as HTML; none for another, or without a round that counts. */
export function linksCharts(results: TpsResults): string[] {
  return linkedRounds(results).length === 0 ? [] : [drawing(results), curves(results), againstHops(results)];
}

function drawing(results: TpsResults): string {
  const { nodes = [], links = [], name = '' } = results.network ?? {};
  const medians = medianArrivals(results);
  const passed = new Map(passedBytes(results).map(({ between, all }) => [between.join('\n'), all]));
  return networkChart({
    id: 'network',
    title: 'Network',
    summary: `${counted(nodes.length, 'node')} and ${counted(links.length, 'link')} (${name}); receivers are shaded by the median time from the release of a transaction to its arrival, links by that of the later of their ends.`,
    nodes: nodes.map(({ name: node, role, region }) => ({ name: node, look: role, group: region, value: medians.get(node) })),
    links: links.map((link) => {
      const bytes = passed.get(link.between.join('\n'));
      const arrivals = link.between.flatMap((end) => medians.get(end) ?? []);
      return {
        between: link.between,
        text: `${linkText(link)}${bytes === undefined ? '' : `; ${dataSize(bytes)} passed`}`,
        // Between senders nothing arrives: all of them have what they send.
        value: arrivals.length === 0 ? undefined : Math.max(...arrivals),
      };
    }),
    value: { label: 'median arrival', format: latency },
  });
}

/** Of the receivers whose median arrivals are spread evenly, from the first to the last. */
function curves(results: TpsResults): string {
  const last = linkedRounds(results).at(-1)!;
  const order = [...last.receivers].sort((a, b) => a.propagation.p50Us - b.propagation.p50Us);
  const shown =
    order.length <= CURVES
      ? order
      : Array.from({ length: CURVES }, (_, index) => order[Math.round((index * (order.length - 1)) / (CURVES - 1))]!);
  return lineChart({
    id: 'curves',
    title: 'Arrival curves',
    summary: `Share of the transactions that a node has, by the time since the start time, in round ${last.round}${shown.length < order.length ? `; ${shown.length} of ${order.length} receivers, from the first to the last` : ''}.`,
    x: { label: 'after the start time', format: latency, from: 0 },
    y: { label: 'share of transactions', format: (percent) => `${percent} %` },
    series: shown.map(({ receiver, arrivalTimesUs }) => ({
      name: receiver,
      points: arrivalTimesUs.map((us, percent) => [us, percent] as const),
    })),
  });
}

function againstHops({ network }: TpsResults): string {
  const groups = network?.byHops ?? [];
  return pointChart({
    id: 'hops',
    title: 'Propagation and hops',
    summary:
      'The time from release to arrival, by the number of links on the shortest way from the sender; means of the rounds that count.',
    x: {
      label: 'links from the sender',
      format: (hops) => (Number.isInteger(hops) ? String(hops) : ''),
      from: 0,
      to: Math.max(1, ...groups.map(({ hops }) => hops)),
    },
    y: { label: 'from release to arrival', format: latency },
    series: [
      { name: 'p50', mark: 'dot', points: groups.map(({ hops, p50Us }) => ({ x: hops, y: p50Us.mean })) },
      { name: 'p99', mark: 'ring', points: groups.map(({ hops, p99Us }) => ({ x: hops, y: p99Us.mean })) },
    ],
  });
}
