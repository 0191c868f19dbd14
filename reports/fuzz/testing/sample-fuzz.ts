import type { FuzzFinding, FuzzResults } from '../results.ts';

export const finding: FuzzFinding = {
  property: 'crash',
  evidence: 'health',
  source: 'the node’s process',
  method: 'getblock',
  message: 'the node ended (signal SIGSEGV) in getblock; its last lines: \u001b[31m<script>alert(1)</script>',
  times: 3,
  repeated: true,
  failure: true,
  requests: ['getblockcount []', 'getblock ["",2]'],
  answer: null,
  replay: 'npx --no-install pyx fuzz --target embedded --path=abc',
  file: 'pyx-corpus/embedded/crash-getblock-01234567.json',
};

/** Fuzzing that found a crash, and a node that hung once. */
export const results: FuzzResults = {
  schemaVersion: 1,
  pyx: '0.1.0',
  seed: 7,
  startedAt: '2026-11-23T04:05:06.789Z',
  durationMs: 61_000,
  complete: true,
  target: { name: 'embedded', kind: 'embedded', version: 1, subversion: '/coind:0.1.0/', chain: 'regtest', targetFile: null },
  runs: 20_000,
  attempts: 12,
  fuzzingMs: 10_000,
  rate: { calls: 1_000, fuzzPerS: 2_000, barePerS: 4_000 },
  classes: { valid: 5_000, wild: 15_000 },
  methods: { getblock: { calls: 20_000, results: 4_000, errors: { '-5': 12_000, '-1': 4_000 } } },
  leftOut: { waitforblock: 'it waits for a block, possibly without end' },
  answerKinds: 3,
  stateChecks: 40,
  lostNodes: 1,
  memory: [{ requests: 20_000, bytes: 104_857_600, growthBytes: -1_048_576 }],
  corpus: { replayed: 2, resolved: ['pyx-corpus/embedded/hang-x.json'] },
  findings: [finding, { ...finding, property: 'hang', method: 'getblockhash', times: 1, failure: false, repeated: false, replay: null }],
};
