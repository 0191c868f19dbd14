import { describe, expect, it } from 'vitest';
import { tpsTotals } from './figures/totals.ts';
import type { TpsRound } from './results.ts';
import { sampleRound, sampleTpsResults } from './testing/sample-tps-results.ts';
import { warningsOf, type Measured } from './warnings.ts';

/** Three equal rounds on a quiet machine. */
function measured({ rounds = [1, 2, 3].map((round) => sampleRound(round, 1_000)), ...changes }: Partial<Measured> = {}): Measured {
  const { nodes, machine } = sampleTpsResults();
  return { via: 'tpstestadd', nodes, machine, clockErrorUs: 450, rounds, totals: tpsTotals(rounds), ...changes };
}

const receiverOf = (round: TpsRound): TpsRound['receivers'][number] => round.receivers[0]!;

describe('warningsOf', () => {
  it('has nothing to say of equal rounds on a quiet machine', () => {
    expect(warningsOf(measured())).toEqual([]);
  });

  it('names rounds that do not count, and that fewer than three do', () => {
    const rounds = [sampleRound(1, 1_000), sampleRound(2, 1_000), sampleRound(3, 1_000, { uncounted: 'the start time was past' })];
    expect(warningsOf(measured({ rounds }))).toEqual([
      'Round 3 does not count: the start time was past.',
      'Only 2 of at least 3 rounds count: how far the figures vary is not known.',
    ]);
  });

  it('names a spread above 10 %, and not one of 10 %', () => {
    expect(warningsOf(measured({ rounds: [950, 1_000, 1_050].map((rate, index) => sampleRound(index + 1, rate)) }))).toEqual([]);
    expect(warningsOf(measured({ rounds: [940, 1_000, 1_060].map((rate, index) => sampleRound(index + 1, rate)) }))).toEqual([
      'Rounds differ: the slowest and the fastest are 12.0 % of the mean apart (more than 10.0 %).',
    ]);
  });

  it('names a sender that begins seconds after the start time, and none that sends by calls', () => {
    const late = (firstArrivalUs: number): TpsRound[] =>
      [1, 2, 3].map((round) => sampleRound(round, 1_000, { release: [{ sender: 'sender-1', firstArrivalUs }] }));
    expect(warningsOf(measured({ rounds: late(3_000_000) }))).toEqual([]);
    expect(warningsOf(measured({ rounds: late(10_100_000) }))).toEqual([
      'A sender began 10.1 s after the start time (when its first transaction arrived): a queue is to be sent at its start time.',
    ]);
    expect(warningsOf(measured({ via: 'sendrawtransaction', rounds: late(10_100_000) }))).toEqual([]);
  });

  it('names clocks that may be apart by more than 1 % of the span', () => {
    // 1,000 transactions at 1,000 each second: a span of one second.
    expect(warningsOf(measured({ clockErrorUs: 10_000 }))).toEqual([]);
    expect(warningsOf(measured({ clockErrorUs: 10_001 }))[0]).toMatch(/^Clocks may be 10.0 ms apart/);
  });

  it('names a machine that was busy before', () => {
    expect(warningsOf(measured({ machine: { ...sampleTpsResults().machine, loadBefore: 1.5 } }))).toEqual([
      'The machine was busy before the test (load average 1.5 on 2 cores).',
    ]);
  });

  it('names a saturated generator where it sends, and its delays where it stamps', () => {
    const generator = { cpuShare: 0.95, delayP99Us: 30_000, delayMaxUs: 90_000 };
    const rounds = [1, 2, 3].map((round) => sampleRound(round, 1_000, round === 2 ? { generator } : {}));
    expect(warningsOf(measured({ rounds }))).toEqual([]);
    const polled = rounds.map((round) => ({ ...round, receivers: [{ ...receiverOf(round), source: 'zmq' as const }] }));
    expect(warningsOf(measured({ via: 'sendrawtransaction', rounds: polled }))).toEqual([
      'Round 2: this process used 95.0 % of a core: the senders may have waited for it.',
      'Round 2: this process noticed events up to 30.0 ms late (p99): so late are the arrivals that it stamped.',
    ]);
  });

  it('names a receiver that was kept busy by polls', () => {
    const polled = (pollingShare: number): TpsRound[] =>
      [1, 2, 3].map((round) => {
        const sample = sampleRound(round, 1_000);
        return {
          ...sample,
          receivers: [{ ...receiverOf(sample), source: 'polling', pollingErrorUs: 1, pollingShare: round === 2 ? pollingShare : 0.01 }],
        };
      });
    expect(warningsOf(measured({ via: 'sendrawtransaction', rounds: polled(0.05) }))).toEqual([]);
    expect(warningsOf(measured({ via: 'sendrawtransaction', rounds: polled(0.098) }))).toEqual([
      'receiver-1 was polled, and answered polls for up to 9.8 % of the time: polling slows down what is measured.',
    ]);
  });

  it('names a generator that was saturated while it queued', () => {
    const [figures] = sampleRound(1, 1_000).ingestion;
    const rounds = [1, 2, 3].map((round) =>
      sampleRound(round, 1_000, { ingestion: [{ ...figures!, generatorCpuShare: round === 3 ? 0.91 : 0.9 }] }),
    );
    expect(warningsOf(measured({ rounds }))).toEqual([
      'Round 3: this process used 91.0 % of a core while it queued 100 to a call: the ingestion may be its own limit.',
    ]);
  });

  it('names a polling error above the median propagation', () => {
    const rounds = [1, 2, 3].map((number) => {
      const round = sampleRound(number, 1_000);
      return { ...round, receivers: [{ ...receiverOf(round), source: 'polling' as const, pollingErrorUs: number * 200_000 }] };
    });
    expect(warningsOf(measured({ via: 'sendrawtransaction', rounds }))).toEqual([
      'Round 3: receiver-1 was polled, and the polling error (600.0 ms) is above the median propagation.',
    ]);
  });
});
