import { mean } from '../../load/statistics/quantile.ts';
import type { RoundsFigure, TpsResults } from '../../load/tps/results.ts';
import { count, counted } from '../format.ts';
import { linkedRounds, passedBytes, type PassedBytes } from './links-figures.ts';
import { dataSize, shownKinds } from './links-text.ts';
import type { TpsTable } from './tps-table.ts';
import { latency, perSecond, share } from './units.ts';

/** Links in the table; the results have all. */
const LINKS = 12;

/** What a network with links adds to the figures of a throughput test; empty for another. */
export function linksTables(results: TpsResults): TpsTable[] {
  return [
    hopsTable(results),
    regionsTable(results),
    spreadTable(results),
    withoutTable(results),
    trafficTable(results),
    relaysTable(results),
  ];
}

const ranged = ({ mean: middle, interval }: RoundsFigure): string =>
  interval ? `${latency(middle)} (${latency(Math.max(0, interval.low))} to ${latency(interval.high)})` : latency(middle);

function hopsTable({ network }: TpsResults): TpsTable {
  return {
    title: 'Propagation by hops',
    head: ['links from the sender', 'p50', 'p99'],
    rows: (network?.byHops ?? []).map(({ hops, p50Us, p99Us }) => [String(hops), ranged(p50Us), ranged(p99Us)]),
  };
}

function regionsTable({ network }: TpsResults): TpsTable {
  return {
    title: 'Propagation by region of the receiver',
    head: ['region', 'p50', 'p99'],
    rows: (network?.byRegion ?? []).map(({ region, p50Us, p99Us }) => [region, ranged(p50Us), ranged(p99Us)]),
  };
}

function spreadTable(results: TpsResults): TpsTable {
  const rounds = linkedRounds(results).map(({ network }) => network.spread);
  return {
    title: 'Until so many receivers have a transaction',
    head: ['receivers', 'p50 of transactions', 'p99 of transactions'],
    rows: (rounds[0] ?? []).map(({ percent }, index) => [
      `${percent} %`,
      latency(mean(rounds.map((spread) => spread[index]!.p50Us))),
      latency(mean(rounds.map((spread) => spread[index]!.p99Us))),
    ]),
  };
}

function withoutTable({ network, totals }: TpsResults): TpsTable {
  const without = network?.withoutLinks;
  const figures = [
    ['tx/s', 'transactionsPerS', perSecond],
    ['propagation p50', 'propagationP50Us', latency],
    ['propagation p99', 'propagationP99Us', latency],
  ] as const;
  return {
    title: 'With and without the links',
    head: ['figure', 'with', 'without', 'ratio'],
    rows:
      without && totals
        ? figures.map(([name, of, show]) => [name, show(totals[of].mean), show(without[of].mean), without.ratio[of].toPrecision(3)])
        : [],
  };
}

function trafficTable(results: TpsResults): TpsTable {
  const links = passedBytes(results);
  const cells = ({ bytes, all, connectionsLost }: Omit<PassedBytes, 'between'>): string[] => [
    dataSize(all),
    ...shownKinds.map(([kind]) => dataSize(bytes[kind])),
    count(connectionsLost),
  ];
  const sum = (of: (link: PassedBytes) => number): number => links.reduce((total, link) => total + of(link), 0);
  const total = {
    bytes: {
      announcement: sum(({ bytes }) => bytes.announcement),
      request: sum(({ bytes }) => bytes.request),
      transaction: sum(({ bytes }) => bytes.transaction),
      duplicate: sum(({ bytes }) => bytes.duplicate),
      block: sum(({ bytes }) => bytes.block),
      other: sum(({ bytes }) => bytes.other),
    },
    all: sum(({ all }) => all),
    connectionsLost: sum(({ connectionsLost }) => connectionsLost),
  };
  const more = links.length > LINKS ? `, the ${LINKS} with most` : '';
  return {
    title: `Bytes on links${more}`,
    head: ['link', 'all', ...shownKinds.map(([, name]) => name), 'connections lost'],
    rows:
      links.length === 0
        ? []
        : [
            [`all ${counted(links.length, 'link')}`, ...cells(total)],
            ...links.slice(0, LINKS).map((link) => [link.between.join(' – '), ...cells(link)]),
          ],
  };
}

function relaysTable(results: TpsResults): TpsTable {
  return {
    title: 'Relays of the links',
    head: ['round', 'CPU of a core', 'own delay p50', 'p99', 'max'],
    rows: linkedRounds(results).flatMap(({ round, network: { relays } }) =>
      relays
        ? [[String(round), share(relays.cpuShare), latency(relays.delay.p50Us), latency(relays.delay.p99Us), latency(relays.delay.maxUs)]]
        : [],
    ),
  };
}
