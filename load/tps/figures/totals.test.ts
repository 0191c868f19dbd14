import { describe, expect, it } from 'vitest';
import type { TpsRound } from '../results.ts';
import { releaseError, roundsFigure, tpsTotals } from './totals.ts';

describe('roundsFigure', () => {
  it('is the mean, its interval by Student’s t, and how far rounds are apart', () => {
    const { mean, interval, spread } = roundsFigure([90, 100, 110]);
    expect([mean, spread]).toEqual([100, 0.2]);
    // t of 2 degrees of freedom at 95 % is 4.302653; the standard error is 10 / √3.
    expect(interval?.low).toBeCloseTo(100 - (4.302653 * 10) / Math.sqrt(3), 4);
    expect(interval?.high).toBeCloseTo(100 + (4.302653 * 10) / Math.sqrt(3), 4);
  });

  it('has no interval for one round', () => {
    expect(roundsFigure([5])).toEqual({ mean: 5, spread: 0 });
  });
});

/** Of two receivers, of which the second is slower. */
function round(changes: Partial<TpsRound>): TpsRound {
  const figures = (rate: number): TpsRound['everywhere'] => ({
    transactions: 8,
    outputs: 16,
    spanUs: 1,
    transactionsPerS: rate,
    outputsPerS: 2 * rate,
    inner: { spanUs: 1, transactionsPerS: rate + 1, outputsPerS: 2 * rate + 2 },
    peakTransactionsPerS: 8,
    peakOutputsPerS: 16,
  });
  const receiver = (name: string, p50Us: number, p99Us: number): TpsRound['receivers'][number] => ({
    receiver: name,
    source: 'tpstestinfo',
    pollingErrorUs: 0,
    arrivals: figures(5),
    propagation: { count: 8, p50Us, p95Us: p99Us, p99Us, maxUs: p99Us },
    lost: { count: 1, unstamped: 0, examples: [], bySender: [] },
    duplicates: 0,
    foreign: 0,
    arrivalTimesUs: [],
    propagationUs: [],
  });
  return {
    round: 1,
    transactions: 10,
    outputs: 20,
    startTimeUs: 1,
    uncounted: null,
    ingestion: [],
    release: [
      { sender: 'sender-1', firstArrivalUs: 100 },
      { sender: 'sender-2', firstArrivalUs: 300, firstSentUs: 200 },
    ],
    receivers: [receiver('receiver-1', 10, 40), receiver('receiver-2', 20, 30)],
    everywhere: figures(4),
    refused: [],
    refusedCount: 1,
    pool: [],
    confirmation: { durationMs: 1, blocks: 1, unconfirmed: 0 },
    nodes: [],
    generator: { cpuShare: 0, delayP99Us: 0, delayMaxUs: 0 },
    ...changes,
  };
}

describe('tpsTotals', () => {
  it('takes the slowest receiver of each round, and counts what all receivers got', () => {
    expect(tpsTotals([round({}), round({ round: 2, release: [{ sender: 'sender-1' }] })])).toMatchObject({
      rounds: 2,
      transactionsPerS: { mean: 4, spread: 0 },
      outputsPerS: { mean: 8 },
      innerTransactionsPerS: { mean: 5 },
      propagationP50Us: { mean: 20 },
      propagationP99Us: { mean: 40 },
      releaseError: { by: 'arrival', count: 2, p50Us: 100, p99Us: 300, maxUs: 300 },
      given: 20,
      received: 16,
      refused: 2,
      lost: 2,
    });
  });

  it('leaves rounds out that do not count', () => {
    expect(tpsTotals([round({}), round({ uncounted: 'the start time was past' })])?.rounds).toBe(1);
    expect(tpsTotals([round({ uncounted: 'the start time was past' })])).toBeUndefined();
  });
});

describe('releaseError', () => {
  it('is taken from the senders if all of them say when they began', () => {
    const releases = [
      { sender: 'sender-1', firstSentUs: 90, firstArrivalUs: 900 },
      { sender: 'sender-2', firstSentUs: 30, firstArrivalUs: 700 },
    ];
    expect(releaseError(releases)).toEqual({ by: 'sent', count: 2, p50Us: 30, p99Us: 90, maxUs: 90 });
    expect(releaseError([...releases, { sender: 'sender-3', firstArrivalUs: 800 }])).toMatchObject({ by: 'arrival', count: 3, maxUs: 900 });
    expect(releaseError([])).toEqual({ by: 'arrival', count: 0, p50Us: 0, p99Us: 0, maxUs: 0 });
  });
});
