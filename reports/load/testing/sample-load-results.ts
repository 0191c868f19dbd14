import { latencyFigures, withRarestFaults } from '../../../load/run/to-results.ts';
import type { BesideResult, LoadResults, SaturationResult } from '../../../load/results.ts';
import { Histogram } from '../../../load/statistics/histogram.ts';
import { hostile } from '../../testing/sample-journal.ts';

/** Every optional member is there: a member that is added to the results must be added here, and to the schema. */
type Whole<Value> = Value extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]-?: Whole<Exclude<Value[Key], undefined>> }
    : Value;

/** Latencies in microseconds from 300 upwards, each seven per cent longer than the last. */
function sampleHistogram(count: number): Histogram {
  const histogram = new Histogram();
  for (let index = 0; index < count; index++) histogram.record(300 * 1.07 ** (index % 60));
  return histogram;
}

export const sampleSaturation = {
  lowPerS: 4_200,
  highPerS: 4_400,
  thresholds: ['p99 < 50ms', 'errors < 0.1%'],
  steps: [
    { ratePerS: 200, passed: true, resultsPerS: 200, p99Us: 900, errors: 0, refused: 0, failed: [] },
    {
      ratePerS: 6_400,
      passed: false,
      resultsPerS: 4_700,
      p99Us: 800_000,
      errors: 0.2,
      refused: 0.19,
      failed: ['p99 < 50ms', 'errors < 0.1%'],
    },
    { ratePerS: 4_200, passed: true, resultsPerS: 4_199, p99Us: 31_000, errors: 0, refused: 0, failed: [] },
    { ratePerS: 4_400, passed: false, resultsPerS: 4_390, p99Us: 62_000, errors: 0, refused: 0, failed: ['p99 < 50ms'] },
  ],
  confirmedPerS: 4_200,
  confirmations: [{ ratePerS: 4_200, passed: true, resultsPerS: 4_180, p99Us: 33_000, errors: 0, refused: 0, failed: [] }],
  complete: true,
} satisfies SaturationResult;

/** A load beside which another was measured that was as fast. */
export const sampleBeside = {
  run: '5f3a0c1e-8d0b-4a0e-9d6b-0d6f7f1c2b3a',
  side: 'target',
  other: 'process:old',
  instances: 1,
  comparison: {
    unit: 'pair',
    values: { base: 10, changed: 10 },
    tolerance: 0.05,
    confidence: 0.99,
    metrics: [
      {
        metric: 'rate',
        base: 3_412,
        changed: 3_400,
        ratio: 0.9965,
        low: 0.99,
        high: 1.01,
        p: 1,
        verdict: 'alike',
        detectable: 0.071,
        samples: {
          base: [3_380, 3_390, 3_400, 3_405, 3_410, 3_414, 3_420, 3_430, 3_440, 3_450],
          changed: [3_370, 3_380, 3_390, 3_395, 3_398, 3_402, 3_410, 3_420, 3_430, 3_440],
        },
      },
    ],
    isRegression: false,
    differences: [],
    warnings: [],
    doubts: [],
  },
} satisfies BesideResult;

/** Results in which everything occurs: errors, wrong answers, warnings, thresholds of both kinds, saturation, an early end. */
export const wholeSample: LoadResults = {
  schemaVersion: 1,
  pyx: '0.1.0',
  kind: 'load',
  seed: 42,
  startedAt: '2026-11-20T09:30:00.000Z',
  durationMs: 4_000,
  complete: false,
  stopped: 'interrupted',
  nodeLog: ['2026-11-20T09:30:01Z Flushing', '2026-11-20T09:30:02Z Work queue depth exceeded'],
  target: {
    name: 'process:litecoind',
    kind: 'process',
    version: 210201,
    subversion: '/Node:1.0/',
    chain: 'regtest',
    targetFile: 'specs/targets/litecoind-0.21.yaml',
  },
  machine: { cpu: 'Some CPU', cores: 2, memoryBytes: 16e9, os: 'linux 6.1.0 x64', node: 'v20.19.0', loadBefore: 0.2, otherWork: 0.01 },
  scenario: {
    name: 'explorer',
    summary: 'A block explorer reads.',
    file: 'load/scenarios/explorer.yaml',
    mix: [
      { method: 'getblock', weight: 3, args: { verbosity: 1 }, optional: ['verbosity'], batch: 1 },
      { method: 'getblockcount', weight: 1, args: {}, optional: [], batch: 1 },
    ],
    model: { type: 'open', arrivals: 'poisson', startRatePerS: 1_000, stages: [{ durationMs: 4_000, ratePerS: 1_000 }] },
    connections: 16,
    keepAlive: true,
    maxInFlight: 512,
    durationMs: 10_000,
    warmUpMs: 1_000,
    timeoutMs: 10_000,
    thresholds: ['p99 < 50ms', 'errors < 0.1%'],
  },
  engine: 'pyx',
  totals: {
    planned: 4_000,
    sent: 4_000,
    answered: 3_990,
    results: 3_900,
    rpcErrors: 20,
    refused: 60,
    http: 8,
    timeouts: 7,
    connection: 3,
    malformed: 2,
    wrong: 2,
  },
  rate: { targetPerS: 1_000, resultsPerS: 975 },
  latency: latencyFigures(sampleHistogram(3_900)),
  service: latencyFigures(sampleHistogram(3_000)),
  methods: [
    { method: 'getblock', calls: 3_000, results: 2_930, resultsInTime: 2_925, errors: 20, latency: latencyFigures(sampleHistogram(2_930)) },
    { method: 'getblockcount', calls: 1_000, results: 970, resultsInTime: 965, errors: 20, latency: latencyFigures(sampleHistogram(970)) },
  ],
  shard: { index: 1, total: 2 },
  repeats: [480, 495].map((resultsPerS) => ({
    startedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 2_000,
    calls: 2_000,
    results: 1_950,
    resultsPerS,
    meanUs: 2_000,
    p50Us: 1_000,
    p90Us: 3_000,
    p99Us: 9_000,
    p999Us: 12_000,
    cpuUs: 780,
  })),
  // Two repeats of two seconds.
  seconds: [0, 1, 2, 3].map((second) => ({
    second,
    repeat: second < 2 ? 1 : 2,
    measuredMs: 1_000,
    planned: 1_000,
    sent: 1_000,
    results: 975,
    late: 0,
    errors: 10,
    refused: 15,
    p50Us: 1_900,
    p99Us: 9_800 + 1_000 * second,
    maxUs: 16_000,
    inFlight: 12,
    waiting: second,
  })),
  errors: [
    { class: 'work-queue', code: 503, count: 60, example: 'Work queue depth exceeded' },
    { class: 'rpc-error', code: -5, count: 20, example: 'Block not found' },
  ],
  thresholds: [
    { expression: 'p99 < 50ms', measured: '16.3 ms', passed: true },
    { expression: 'errors < 0.1%', measured: '2.5 %', passed: false },
  ],
  checkedAnswers: 1_480,
  answerChecks: withRarestFaults({
    cpuMs: 190,
    methods: [
      { method: 'getblock', answers: 2_930, checked: 510 },
      { method: 'getblockcount', answers: 970, checked: 970 },
    ],
  }),
  wrongAnswers: [
    {
      method: 'getblock',
      path: 'height',
      message: 'expected an integer, found a string',
      count: 2,
      request: '{"method":"getblock"}',
      answer: '{"result":{"height":"7"}}',
    },
  ],
  beside: sampleBeside,
  baseline: sampleBeside.comparison,
  verdict: { title: 'Failed', code: 1, reasons: ['The load did not come to its end: interrupted.'], inconclusive: 'fail' },
  saturation: sampleSaturation,
  generator: { cpuMs: 1_200, lateness: latencyFigures(sampleHistogram(100)), saturated: 'its CPU was busy' },
  nodes: [
    {
      node: 'default-1',
      cpuMs: 3_100,
      peakMemoryBytes: 84_000_000,
      samples: [1_000, 2_000, 3_000, 4_000].map((atMs) => ({ atMs, cpuPercent: 78, memoryBytes: 80_000_000 + 1_000 * atMs })),
    },
  ],
  plannedFaults: [
    {
      fault: 'restart@50%',
      kind: 'restart',
      atMs: 2_000,
      overAfterMs: 900,
      firstAnswerAfterMs: 840,
      failed: 31,
      errors: [{ class: 'rpc-error', code: -28, count: 31, example: 'Loading block index…' }],
    },
  ],
  warnings: ['The generator could not keep up, so these are its figures and not those of the node: its CPU was busy.'],
} satisfies Whole<LoadResults>;

/** Results of a load in which nothing went wrong: closed model, 16 connections. */
export const goodSample: LoadResults = (() => {
  const {
    verdict: _verdict,
    stopped: _stopped,
    nodeLog: _nodeLog,
    saturation: _saturation,
    repeats: _repeats,
    shard: _shard,
    beside: _beside,
    baseline: _baseline,
    plannedFaults: _plannedFaults,
    ...rest
  } = wholeSample;
  const { maxInFlight: _maxInFlight, ...closedScenario } = rest.scenario;
  return {
    ...rest,
    durationMs: 10_000,
    complete: true,
    engine: 'pyx',
    scenario: { ...closedScenario, model: { type: 'closed' }, thresholds: ['p99 < 50ms'] },
    rate: { targetPerS: null, resultsPerS: 3_412.4 },
    totals: {
      ...rest.totals,
      planned: 34_124,
      sent: 34_124,
      answered: 34_124,
      results: 34_124,
      rpcErrors: 0,
      refused: 0,
      http: 0,
      timeouts: 0,
      connection: 0,
      malformed: 0,
      wrong: 0,
    },
    service: rest.latency,
    seconds: rest.seconds.map(({ repeat: _repeat, ...second }) => ({
      ...second,
      planned: 3_412,
      sent: 3_412,
      results: 3_412,
      errors: 0,
      refused: 0,
    })),
    methods: rest.methods.map((method) => ({ ...method, results: method.calls, resultsInTime: method.calls, errors: 0 })),
    checkedAnswers: 34_124,
    answerChecks: withRarestFaults({
      cpuMs: 480,
      methods: [
        { method: 'getblock', answers: 25_600, checked: 25_600 },
        { method: 'getblockcount', answers: 8_524, checked: 8_524 },
      ],
    }),
    errors: [],
    wrongAnswers: [],
    thresholds: rest.thresholds.slice(0, 1),
    generator: { ...rest.generator, saturated: null },
    warnings: [],
  };
})();

/** The whole sample with a hostile text wherever a node, a file or a user could have written one. */
export const hostileSample: LoadResults = {
  ...wholeSample,
  stopped: hostile,
  nodeLog: [hostile],
  target: { ...wholeSample.target, name: hostile, subversion: hostile, chain: hostile, targetFile: hostile },
  machine: { ...wholeSample.machine, cpu: hostile },
  scenario: {
    ...wholeSample.scenario,
    name: hostile,
    summary: hostile,
    file: hostile,
    thresholds: [hostile],
    mix: wholeSample.scenario.mix.map((entry) => ({ ...entry, args: { verbosity: hostile } })),
  },
  errors: wholeSample.errors.map((error) => ({ ...error, example: hostile })),
  thresholds: wholeSample.thresholds.map((threshold) => ({ ...threshold, expression: hostile, measured: hostile })),
  wrongAnswers: wholeSample.wrongAnswers.map((wrong) => ({
    ...wrong,
    path: hostile,
    message: hostile,
    request: hostile,
    answer: hostile,
  })),
  saturation: {
    ...sampleSaturation,
    thresholds: [hostile],
    steps: sampleSaturation.steps.map((step) => ({ ...step, failed: [hostile] })),
  },
  generator: { ...wholeSample.generator, saturated: hostile },
  nodes: wholeSample.nodes.map((node) => ({ ...node, node: hostile })),
  warnings: [hostile],
};
