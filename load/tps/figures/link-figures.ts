import type { RelayFigures, RelayUse } from '../../links/types.ts';
import { quantile } from '../../statistics/quantile.ts';
import { hopsFromSenders } from '../../topology/hops.ts';
import type { Topology } from '../../topology/types.ts';
import type { RoundOfLinks, TpsLinks, TpsRound } from '../results.ts';
import type { RoundTransactions } from '../round-transactions.ts';
import { propagationFigures } from './arrival-figures.ts';
import type { ArrivalTimes } from './receiver-figures.ts';
import { roundsFigure } from './totals.ts';
import { WITHOUT_LINKS } from '../uncounted.ts';

/** Shares of the receivers, in percent. */
const SHARES = [50, 90, 99, 100] as const;

export interface LinkedRound {
  readonly topology: Topology;
  readonly transactions: RoundTransactions;
  readonly senders: readonly string[];
  /** With their arrivals. */
  readonly receivers: readonly (ArrivalTimes & { readonly receiver: string })[];
  /** Undefined where nothing was relayed. */
  readonly relayed: { readonly links: RelayFigures['links']; readonly use: RelayUse } | undefined;
}

/** How a round spread over the links of a network. */
export function roundOfLinks({ topology, transactions, senders, receivers, relayed }: LinkedRound): RoundOfLinks {
  const hops = hopsFromSenders(topology);
  const regions = new Map(topology.nodes.map(({ name, region }) => [name, region]));
  const byHops = new Map<number, number[]>();
  const byRegion = new Map<string, number[]>();
  for (const { receiver, timesUs } of receivers) {
    const region = regions.get(receiver);
    for (const [index, timeUs] of timesUs.entries()) {
      const us = timeUs - transactions.releasedUs[index]!;
      if (Number.isNaN(us)) continue;
      into(byHops, hops.get(senders[transactions.senderOf[index]!]!)!.get(receiver)!, us);
      if (region !== undefined) into(byRegion, region, us);
    }
  }
  const delays = transactions.releasedUs.map((releasedUs, index) =>
    receivers
      .map(({ timesUs }) => timesUs[index]! - releasedUs)
      .filter((us) => !Number.isNaN(us))
      .sort((a, b) => a - b),
  );
  return {
    byHops: [...byHops].sort(([a], [b]) => a - b).map(([count, us]) => ({ hops: count, propagation: propagationFigures(us) })),
    byRegion: [...byRegion].sort(([a], [b]) => (a < b ? -1 : 1)).map(([region, us]) => ({ region, propagation: propagationFigures(us) })),
    spread: SHARES.map((percent) => {
      const needed = Math.ceil((receivers.length * percent) / 100);
      const untilUs = delays.flatMap((sorted) => sorted[needed - 1] ?? []);
      const at = (q: number): number => (untilUs.length === 0 ? 0 : quantile(untilUs, q));
      return { percent, count: untilUs.length, p50Us: at(0.5), p99Us: at(0.99) };
    }),
    traffic: (relayed?.links ?? []).map(({ between, ...passed }) => ({ between: [...between], ...passed })),
    ...(relayed && { relays: relayed.use }),
  };
}

/** The network, and what its rounds say together. @param seed of what was drawn */
export function linksOverRounds(topology: Topology, seed: number, rounds: readonly TpsRound[]): TpsLinks {
  const counted = rounds.filter(({ uncounted }) => uncounted === null);
  const without = rounds.filter(({ uncounted }) => uncounted === WITHOUT_LINKS);
  const over = <Key>(groups: (round: RoundOfLinks) => readonly (readonly [Key, RoundOfLinks['byHops'][number]['propagation']])[]) => {
    const all = counted.flatMap(({ network }) => (network ? groups(network) : []));
    const keys = [...new Set(all.map(([key]) => key))];
    return keys.map((key) => {
      const of = all.filter(([other]) => other === key).map(([, figures]) => figures);
      return { key, p50Us: roundsFigure(of.map(({ p50Us }) => p50Us)), p99Us: roundsFigure(of.map(({ p99Us }) => p99Us)) };
    });
  };
  return {
    name: topology.name,
    summary: topology.summary,
    file: topology.file ?? null,
    seed,
    nodes: topology.nodes.map(({ name, role, region }) => ({ name, role, ...(region !== undefined && { region }) })),
    links: topology.links.map(({ between, shaping: { latencyMs, jitterMs, bandwidth, breaks } }) => ({
      between: [...between],
      latencyMs,
      jitterMs,
      ...(bandwidth.forward !== undefined && { forwardBitsPerS: bandwidth.forward }),
      ...(bandwidth.back !== undefined && { backBitsPerS: bandwidth.back }),
      ...(breaks && { breaks }),
    })),
    byHops: over((round) => round.byHops.map(({ hops, propagation }) => [hops, propagation] as const))
      .map(({ key, ...figures }) => ({ hops: key, ...figures }))
      .sort((a, b) => a.hops - b.hops),
    byRegion: over((round) => round.byRegion.map(({ region, propagation }) => [region, propagation] as const)).map(
      ({ key, ...figures }) => ({ region: key, ...figures }),
    ),
    ...(counted.length > 0 && without.length > 0 && { withoutLinks: comparison(counted, without) }),
  };
}

function comparison(counted: readonly TpsRound[], without: readonly TpsRound[]): NonNullable<TpsLinks['withoutLinks']> {
  const figures = (rounds: readonly TpsRound[]) => ({
    transactionsPerS: roundsFigure(rounds.map(({ everywhere }) => everywhere.transactionsPerS)),
    propagationP50Us: roundsFigure(rounds.map((round) => slowest(round, 'p50Us'))),
    propagationP99Us: roundsFigure(rounds.map((round) => slowest(round, 'p99Us'))),
  });
  const [linked, plain] = [figures(counted), figures(without)];
  const ratio = (of: keyof typeof plain): number => (plain[of].mean > 0 ? linked[of].mean / plain[of].mean : 0);
  return {
    rounds: without.length,
    ...plain,
    ratio: {
      transactionsPerS: ratio('transactionsPerS'),
      propagationP50Us: ratio('propagationP50Us'),
      propagationP99Us: ratio('propagationP99Us'),
    },
  };
}

/** Of the slowest receiver, as the totals have it. */
const slowest = ({ receivers }: TpsRound, of: 'p50Us' | 'p99Us'): number =>
  Math.max(...receivers.map(({ propagation }) => propagation[of]));

function into<Key>(groups: Map<Key, number[]>, key: Key, value: number): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
