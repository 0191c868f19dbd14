import type { LinkTraffic, TpsResults, TpsRound } from '../results.ts';
import { tpsTotals } from '../figures/totals.ts';
import { WITHOUT_LINKS } from '../uncounted.ts';
import { linksOverRounds } from '../figures/link-figures.ts';
import { topologyOfShape, withShaping } from '../../topology/of-shape.ts';
import type { Topology } from '../../topology/types.ts';
import { sampleRound, sampleTpsResults } from './sample-tps-results.ts';

const traffic = (transactions: number): LinkTraffic => ({
  announcement: { messages: 2, bytes: 1_000 },
  request: { messages: 2, bytes: 1_000 },
  transaction: { messages: transactions, bytes: transactions * 215 },
  duplicate: { messages: 1, bytes: 215 },
  block: { messages: 1, bytes: 106 },
  other: { messages: 0, bytes: 0 },
});

/** A round of one sender and one receiver, with a link between them. @param propagationUs of every transaction */
export function sampleLinkedRound(round: number, transactionsPerS: number, propagationUs: number): TpsRound {
  const made = sampleRound(round, transactionsPerS);
  const propagation = { count: 1_000, p50Us: propagationUs, p95Us: propagationUs, p99Us: propagationUs, maxUs: propagationUs };
  return {
    ...made,
    receivers: made.receivers.map((receiver) => ({ ...receiver, propagation })),
    network: {
      byHops: [{ hops: 1, propagation }],
      byRegion: [{ region: 'europe', propagation }],
      spread: [50, 90, 99, 100].map((percent) => ({ percent, count: 1_000, p50Us: propagationUs, p99Us: propagationUs })),
      traffic: [{ between: ['sender-1', 'receiver-1'], forward: traffic(1_000), back: traffic(0), connectionsLost: 0 }],
      relays: { cpuShare: 0.1, delay: { count: 1_000, p50Us: 60, p95Us: 120, p99Us: 250, maxUs: 900 } },
    },
  };
}

/** Results of two nodes with a link of 80 ms, and two rounds that count. @param changes of the network */
export function sampleLinkedResults(changes: Partial<Topology> = {}): TpsResults {
  const shaped = withShaping(topologyOfShape({ shape: 'line', senders: 1, receivers: 1, seed: 1 }), { latencyMs: 80, jitterMs: 20 });
  const topology = { ...shaped, nodes: shaped.nodes.map((node) => ({ ...node, region: 'europe' })), ...changes };
  const rounds = [
    sampleLinkedRound(1, 500, 300_000),
    { ...sampleLinkedRound(2, 1_000, 100_000), uncounted: WITHOUT_LINKS },
    sampleLinkedRound(3, 700, 300_000),
    { ...sampleLinkedRound(4, 1_000, 100_000), uncounted: WITHOUT_LINKS },
  ];
  const totals = tpsTotals(rounds);
  return sampleTpsResults({ rounds, ...(totals && { totals }), network: linksOverRounds(topology, 1, rounds) });
}
