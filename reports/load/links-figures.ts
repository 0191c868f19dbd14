import { mean } from '../../load/statistics/quantile.ts';
import type { LinkTraffic, RoundOfLinks, TpsResults, TpsRound } from '../../load/tps/results.ts';

/** The rounds that count, of a network with links. */
export const linkedRounds = ({ rounds }: TpsResults): (TpsRound & { readonly network: RoundOfLinks })[] =>
  rounds.flatMap((round) => (round.uncounted === null && round.network ? [{ ...round, network: round.network }] : []));

export interface PassedBytes {
  readonly between: readonly string[];
  /** Of both directions and all rounds that count. */
  readonly bytes: Readonly<Record<keyof LinkTraffic, number>>;
  readonly all: number;
  readonly connectionsLost: number;
}

/** What passed each link in the rounds that count, most first; empty where nothing was relayed. */
export function passedBytes(results: TpsResults): PassedBytes[] {
  const found = new Map<string, PassedBytes>();
  for (const { network } of linkedRounds(results))
    for (const { between, forward, back, connectionsLost } of network.traffic) {
      const before = found.get(between.join('\n'));
      const sum = (kind: keyof LinkTraffic): number => (before?.bytes[kind] ?? 0) + forward[kind].bytes + back[kind].bytes;
      const bytes = {
        announcement: sum('announcement'),
        request: sum('request'),
        transaction: sum('transaction'),
        duplicate: sum('duplicate'),
        block: sum('block'),
        other: sum('other'),
      };
      found.set(between.join('\n'), {
        between,
        bytes,
        all: Object.values(bytes).reduce((total, part) => total + part, 0),
        connectionsLost: (before?.connectionsLost ?? 0) + connectionsLost,
      });
    }
  return [...found.values()].sort((a, b) => b.all - a.all);
}

/** Median propagation to each receiver in microseconds, the mean of the rounds that count. */
export function medianArrivals(results: TpsResults): Map<string, number> {
  const medians = new Map<string, number[]>();
  for (const { receivers } of linkedRounds(results))
    for (const { receiver, propagation } of receivers)
      if (propagation.count > 0) medians.set(receiver, [...(medians.get(receiver) ?? []), propagation.p50Us]);
  return new Map([...medians].map(([receiver, values]) => [receiver, mean(values)]));
}
