import { describe, expect, test } from 'vitest';
import { topologyOfShape } from '../../topology/of-shape.ts';
import type { Topology } from '../../topology/types.ts';
import { RoundTransactions } from '../round-transactions.ts';
import { sampleLinkedRound } from '../testing/sample-linked-results.ts';
import { WITHOUT_LINKS } from '../uncounted.ts';
import { linksOverRounds, roundOfLinks } from './link-figures.ts';

/** sender-1 – receiver-1 – receiver-2 */
function line(): Topology {
  const made = topologyOfShape({ shape: 'line', senders: 1, receivers: 2, seed: 1 });
  return { ...made, nodes: made.nodes.map((node, index) => ({ ...node, region: ['home', 'near', 'far'][index] })) };
}

const START_US = 1_000_000;

/** Four transactions of the sender, which were released at the start time. */
function fourTransactions(): RoundTransactions {
  const transactions = new RoundTransactions(0, 1, ['sender-1']);
  for (const txid of ['a', 'b', 'c', 'd']) transactions.add(txid, 0);
  transactions.releaseAll(START_US);
  return transactions;
}

const arrivals = (receiver: string, afterUs: readonly number[]) => ({
  receiver,
  duplicates: 0,
  foreign: 0,
  timesUs: afterUs.map((us) => START_US + us),
});

describe('a round over links', () => {
  const round = roundOfLinks({
    topology: line(),
    transactions: fourTransactions(),
    senders: ['sender-1'],
    receivers: [arrivals('receiver-1', [10, 20, 30, 40]), arrivals('receiver-2', [100, 200, 300, Number.NaN])],
    relayed: undefined,
  });

  test('has propagation by links from the sender, and by region of the receiver', () => {
    expect(round.byHops.map(({ hops, propagation: { count, p50Us, maxUs } }) => [hops, count, p50Us, maxUs])).toEqual([
      [1, 4, 20, 40],
      [2, 3, 200, 300],
    ]);
    expect(round.byRegion.map(({ region, propagation: { count } }) => [region, count])).toEqual([
      ['far', 3],
      ['near', 4],
    ]);
  });

  test('has the time until so many receivers have a transaction, of the transactions that as many have', () => {
    expect(round.spread.map(({ percent, count, p50Us }) => [percent, count, p50Us])).toEqual([
      [50, 4, 20],
      [90, 3, 200],
      [99, 3, 200],
      [100, 3, 200],
    ]);
  });

  test('has no traffic where nothing was relayed', () => {
    expect(round.traffic).toEqual([]);
    expect(round).not.toHaveProperty('relays');
  });
});

describe('a network over its rounds', () => {
  const rounds = [
    { ...sampleLinkedRound(1, 500, 400_000), uncounted: 'warm-up' },
    sampleLinkedRound(2, 100, 200_000),
    { ...sampleLinkedRound(3, 400, 50_000), uncounted: WITHOUT_LINKS },
    sampleLinkedRound(4, 300, 400_000),
    { ...sampleLinkedRound(5, 600, 50_000), uncounted: WITHOUT_LINKS },
  ];
  const network = linksOverRounds(line(), 7, rounds);

  test('has means of the rounds that count', () => {
    expect(network.byHops.map(({ hops, p50Us }) => [hops, p50Us.mean])).toEqual([[1, 300_000]]);
  });

  test('is compared with the rounds without its links', () => {
    expect(network.withoutLinks).toMatchObject({
      rounds: 2,
      transactionsPerS: { mean: 500 },
      ratio: { transactionsPerS: 0.4, propagationP50Us: 6 },
    });
  });

  test('is not compared where there was no such round', () => {
    expect(linksOverRounds(line(), 7, rounds.slice(0, 2))).not.toHaveProperty('withoutLinks');
  });
});
