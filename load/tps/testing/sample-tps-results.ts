import type { ArrivalFigures, RoundDisturbances, TpsResults, TpsRound } from '../results.ts';
import { tpsTotals } from '../figures/totals.ts';

/** Figures of 1,000 transactions with two outputs, received at such a rate. */
function arrivals(transactionsPerS: number): ArrivalFigures {
  const spanUs = 1e9 / transactionsPerS;
  return {
    transactions: 1_000,
    outputs: 2_000,
    spanUs,
    transactionsPerS,
    outputsPerS: 2 * transactionsPerS,
    inner: { spanUs: spanUs * 0.98, transactionsPerS, outputsPerS: 2 * transactionsPerS },
    peakTransactionsPerS: 1_000,
    peakOutputsPerS: 2_000,
  };
}

/** A round of one sender and one receiver. */
export function sampleRound(round: number, transactionsPerS: number, changes: Partial<TpsRound> = {}): TpsRound {
  const everywhere = arrivals(transactionsPerS);
  return {
    round,
    transactions: 1_000,
    outputs: 2_000,
    startTimeUs: 1_700_000_000_000_000 + round * 10_000_000,
    uncounted: null,
    ingestion: [
      {
        batch: 100,
        calls: 10,
        transactions: 1_000,
        bytes: 450_000,
        durationMs: 200,
        transactionsPerS: 5_000,
        megabytesPerS: 2.25,
        generatorCpuShare: 0.4,
      },
    ],
    release: [{ sender: 'sender-1', completedUs: 400_000, firstArrivalUs: 1_000 * round }],
    receivers: [
      {
        receiver: 'receiver-1',
        source: 'tpstestinfo',
        pollingErrorUs: 0,
        arrivals: everywhere,
        propagation: { count: 1_000, p50Us: 500_000, p95Us: 800_000, p99Us: 900_000, maxUs: 1_000_000 },
        lost: { count: 0, unstamped: 0, examples: [], bySender: [] },
        duplicates: 0,
        foreign: 0,
        arrivalTimesUs: Array.from({ length: 101 }, (_, percent) => (everywhere.spanUs * percent) / 100),
        propagationUs: Array.from({ length: 101 }, (_, percent) => 10_000 * percent),
      },
    ],
    everywhere,
    refused: [],
    refusedCount: 0,
    pool: ['sender-1', 'receiver-1'].map((node) => ({ node, transactions: 1_000, bytes: 141_000 })),
    confirmation: { durationMs: 300, blocks: 1, unconfirmed: 0 },
    nodes: ['sender-1', 'receiver-1'].map((node) => ({
      node,
      cpuMs: 700,
      peakMemoryBytes: 120_000_000,
      samples: [{ atMs: 1_000, cpuPercent: 35, memoryBytes: 120_000_000 }],
    })),
    generator: { cpuShare: 0.1, delayP99Us: 400, delayMaxUs: 2_000 },
    ...changes,
  };
}

/** Of a round in which the receiver was killed, and all held. @param text in place of names and sentences */
export function sampleDisturbances(text = 'receiver-1', changes: Partial<RoundDisturbances> = {}): RoundDisturbances {
  return {
    events: [
      {
        atMs: 300,
        durationMs: 900,
        fault: `kill:${text}@30%`,
        kind: 'kill',
        what: 'begins',
        nodes: [text],
        share: 0.31,
        because: 'share',
      },
    ],
    timeline: {
      atMs: [-250, 0, 250, 500, 750],
      received: [0, 0, 300, 310, 1_000],
      nodes: [
        { node: 'sender-1', heights: [103, 103, 103, 103, 104], pools: [0, 0, 300, 600, 0] },
        { node: text, heights: [103, 103, 103, null, 104], pools: [0, 0, 290, null, 0] },
      ],
    },
    accepted: 1_000,
    lost: { count: 0, examples: [] },
    lostWithPool: { count: 0, examples: [] },
    conflicts: [],
    checks: [
      { check: 'one-tip', judged: 2, problems: [] },
      { check: 'accepted-kept', judged: 1_000, problems: [] },
    ],
    ...changes,
  };
}

/** Results of three rounds at 900, 1,000 and 1,100 transactions per second. */
export function sampleTpsResults(changes: Partial<TpsResults> = {}): TpsResults {
  const rounds = [900, 1_000, 1_100].map((rate, index) => sampleRound(index + 1, rate));
  const totals = tpsTotals(rounds);
  return {
    schemaVersion: 1,
    pyx: '0.1.0',
    kind: 'tps',
    seed: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 20_000,
    complete: true,
    target: { name: 'embedded', kind: 'embedded', version: 10_000, subversion: '/coind:0.1.0/', chain: 'regtest', targetFile: 'coind' },
    machine: { cpu: 'a processor', cores: 2, memoryBytes: 8e9, os: 'linux 6.1.0 x64', node: 'v20.19.0', loadBefore: 0.1 },
    options: {
      senders: 1,
      receivers: 1,
      transactions: 1_000,
      outputsPerTx: 2,
      batches: [100],
      startInMs: 2_000,
      rounds: 3,
      warmUpRounds: 0,
      kind: 'coin',
      via: 'tpstestadd',
      connections: 4,
      timeoutMs: 60_000,
    },
    prepared: { file: null, vsize: 141, curve: 'secp256k1', reused: false },
    startOptions: ['-maxmempool=300', '-tpstest'],
    nodes: (['sender', 'receiver'] as const).map((role) => ({
      name: `${role}-1`,
      role,
      address: 'http://127.0.0.1:18443',
      subversion: '/coind:0.1.0/',
      peers: 1,
      clockOffsetUs: { low: -200, high: 250 },
      ...(role === 'receiver' && { arrivals: 'tpstestinfo' as const }),
    })),
    rounds,
    ...(totals && { totals }),
    clockErrorUs: 450,
    faults: [],
    warnings: [],
    notes: ['The nodes share the clock of this machine; round trips alone would bound it to 0.45 ms.'],
    ...changes,
  };
}
