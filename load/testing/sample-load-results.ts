import type { LatencyFigures, LoadResults } from '../results.ts';
import { latencyFigures } from '../run/to-results.ts';
import { Histogram } from '../statistics/histogram.ts';

/** Figures of these latencies in microseconds. */
export function latencyOf(durationsUs: readonly number[]): LatencyFigures {
  const histogram = new Histogram();
  for (const us of durationsUs) histogram.record(us);
  return latencyFigures(histogram);
}

/** Results of one second in which each of these calls (latencies in microseconds) was answered with a result. */
export function sampleLoadResults(durationsUs: readonly number[] = [1_000, 2_000, 3_000], over: Partial<LoadResults> = {}): LoadResults {
  const calls = durationsUs.length;
  const latency = latencyOf(durationsUs);
  return {
    schemaVersion: 1,
    pyx: '0.1.0',
    kind: 'load',
    seed: 1,
    startedAt: '2026-11-23T10:00:00.000Z',
    durationMs: 1_000,
    complete: true,
    target: { name: 'process:coind', kind: 'process', version: 210_000, subversion: '/Coin:0.21/', chain: 'regtest', targetFile: null },
    machine: { cpu: 'a processor', cores: 2, memoryBytes: 8e9, os: 'linux 6.1.0 x64', node: 'v20.19.0', loadBefore: 0.1 },
    scenario: {
      name: 'one method',
      summary: 'One method.',
      file: null,
      mix: [{ method: 'getblockcount', weight: 1, args: {}, optional: [], batch: 1 }],
      model: { type: 'closed' },
      connections: 4,
      durationMs: 1_000,
      warmUpMs: 100,
      timeoutMs: 5_000,
      thresholds: ['p99 < 50ms'],
    },
    engine: 'pyx',
    totals: {
      planned: calls,
      sent: calls,
      answered: calls,
      results: calls,
      rpcErrors: 0,
      refused: 0,
      http: 0,
      timeouts: 0,
      connection: 0,
      malformed: 0,
      wrong: 0,
    },
    rate: { targetPerS: null, resultsPerS: calls },
    latency,
    service: latency,
    methods: [{ method: 'getblockcount', calls, results: calls, errors: 0, latency }],
    seconds: [
      {
        second: 0,
        planned: calls,
        sent: calls,
        results: calls,
        errors: 0,
        refused: 0,
        p50Us: latency.p50Us,
        p99Us: latency.p99Us,
        maxUs: latency.maxUs,
        inFlight: 0,
        waiting: 0,
      },
    ],
    errors: [],
    thresholds: [{ expression: 'p99 < 50ms', measured: '3 ms', passed: true }],
    checkedAnswers: 1,
    wrongAnswers: [],
    generator: { cpuMs: 100, lateness: latencyOf([5, 10]), saturated: null },
    nodes: [{ node: 'default-1', cpuMs: 500, peakMemoryBytes: 1e8, samples: [{ atMs: 900, cpuPercent: 50, memoryBytes: 1e8 }] }],
    warnings: [],
    ...over,
  };
}
