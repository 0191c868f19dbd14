import { describe, expect, it } from 'vitest';
import { RoundTransactions } from '../round-transactions.ts';
import { arrivalTimes, everywhereUs, firstArrivalsUs, receiverFigures, type Seen } from './receiver-figures.ts';

const START_US = 1_000_000;
const SENDERS = ['sender-1', 'sender-2'];

/** Five transactions a to e, sent in turn by two senders at the start time; the last was refused. */
function fiveTransactions(): RoundTransactions {
  const transactions = new RoundTransactions(10, 2, SENDERS);
  for (const [index, txid] of ['a', 'b', 'c', 'd', 'e'].entries()) transactions.add(txid, index % 2);
  transactions.refuse(4, 'bad-txns-inputs-missingorspent');
  transactions.releaseAll(START_US);
  return transactions;
}

const seen = (arrivals: readonly (readonly [string, number])[], pool: readonly string[] = []): Seen => ({
  receiver: 'receiver-1',
  source: 'tpstestinfo',
  pollingErrorUs: 0,
  pollingShare: 0,
  arrivals: arrivals.map(([txid, timeUs]) => ({ txid, timeUs })),
  pool: new Set(pool),
});

describe('receiverFigures', () => {
  it('counts what arrived, names what did not, and leaves refused transactions out', () => {
    const transactions = fiveTransactions();
    const figures = receiverFigures(
      { transactions, startTimeUs: START_US, senders: SENDERS },
      seen(
        [
          ['a', START_US + 500_000],
          ['x', START_US + 600_000],
          ['c', START_US + 1_000_000],
          ['a', START_US + 900_000],
        ],
        ['a', 'c', 'd'],
      ),
    );
    expect(figures.arrivals).toMatchObject({ transactions: 2, outputs: 4, spanUs: 1_000_000, transactionsPerS: 2 });
    expect(figures.propagation).toEqual({ count: 2, p50Us: 500_000, p95Us: 1_000_000, p99Us: 1_000_000, maxUs: 1_000_000 });
    expect([figures.duplicates, figures.foreign]).toEqual([1, 1]);
    expect(figures.lost).toEqual({
      count: 2,
      unstamped: 1, // d is in the pool
      examples: [
        { txid: 'b', sender: 'sender-2' },
        { txid: 'd', sender: 'sender-2' },
      ],
      bySender: [{ sender: 'sender-2', count: 2 }],
    });
    expect(transactions.refused).toEqual([{ index: 14, txid: 'e', sender: 'sender-1', reason: 'bad-txns-inputs-missingorspent' }]);
  });

  it('takes propagation from the moment that each was sent', () => {
    const transactions = fiveTransactions();
    transactions.release(0, START_US + 100);
    transactions.release(1, START_US + 200);
    const { propagation, propagationUs } = receiverFigures(
      { transactions, startTimeUs: START_US, senders: SENDERS },
      seen([
        ['a', START_US + 1_100],
        ['b', START_US + 5_200],
      ]),
    );
    expect(propagation).toMatchObject({ count: 2, p50Us: 1_000, maxUs: 5_000 });
    expect([propagationUs[0], propagationUs[100]]).toEqual([1_000, 5_000]);
  });
});

describe('several receivers', () => {
  const transactions = fiveTransactions();
  const first = arrivalTimes(transactions, [
    { txid: 'a', timeUs: 5 },
    { txid: 'b', timeUs: 7 },
    { txid: 'c', timeUs: 9 },
  ]);
  const second = arrivalTimes(transactions, [
    { txid: 'c', timeUs: 8 },
    { txid: 'a', timeUs: 6 },
  ]);

  it('have a transaction when the last of them has it', () => {
    expect(everywhereUs([first, second])).toEqual([6, 9]);
  });

  it('show when the first transaction of each sender reached any of them', () => {
    expect(firstArrivalsUs(transactions, [first, second], 2)).toEqual([5, 7]);
    expect(firstArrivalsUs(transactions, [second], 2)).toEqual([6, undefined]);
  });
});
