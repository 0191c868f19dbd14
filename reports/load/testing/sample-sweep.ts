import type { SweepResults } from '../../../load/tps/sweep-results.ts';

const test = (value: number, propagationUs: number): SweepResults['tests'][number] => ({
  value,
  label: `${value}ms`,
  folder: `latency-${value}ms`,
  title: 'Passed',
  exitCode: 0,
  reasons: ['All 300 transactions of 3 rounds were received by every receiver.'],
  figures: {
    transactionsPerS: 500,
    outputsPerS: 500,
    propagationP50Us: propagationUs,
    propagationP99Us: propagationUs * 1.5,
    given: 300,
    received: 300,
    lost: 0,
  },
});

/** Results of a sweep over two latencies. */
export function sampleSweep(changes: Partial<SweepResults> = {}): SweepResults {
  return {
    schemaVersion: 1,
    pyx: '0.1.0',
    kind: 'sweep',
    seed: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 20_000,
    complete: true,
    target: 'embedded',
    machine: { cpu: 'a processor', cores: 2, memoryBytes: 8e9, os: 'linux 6.1.0 x64', node: 'v20.19.0', loadBefore: 0.1 },
    option: 'latency',
    tests: [test(0, 10_000), test(20, 150_000)],
    ...changes,
  };
}
