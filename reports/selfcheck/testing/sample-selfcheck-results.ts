import type { FaultResult, SelfcheckResults } from '../../../engine/selfcheck-results.ts';

/** A fault of `getblock` that was found. */
export const sampleFault = (id: string, more: Partial<FaultResult> = {}): FaultResult => ({
  id,
  operator: 'answer/dropped',
  method: 'getblock',
  place: 'tx[]',
  covers: ['f:getblock#verbosity=1:tx[]'],
  sentence: { text: 'tx: the ids of its transactions', source: 'document 2, Block (getblock)' },
  status: 'found',
  finder: { case: 'methods/getblock/verbosity=1', check: 'presence', evidence: 'document', path: 'tx', message: 'tx is missing' },
  passed: [],
  durationMs: 12.5,
  ...more,
});

const without = (fault: FaultResult): FaultResult => {
  const { finder: _, ...rest } = fault;
  return rest;
};

/** Faults of every status, an exception, faults out of scope, and problems. */
export const sampleSelfcheck: SelfcheckResults = {
  schemaVersion: 1,
  pyx: '0.1.0',
  kind: 'selfcheck',
  seed: 42,
  startedAt: '2026-01-02T03:04:05.678Z',
  durationMs: 3_723_000,
  complete: false,
  target: {
    name: 'embedded',
    kind: 'embedded',
    version: 10_000,
    subversion: '/coind:0.1.0/',
    chain: 'regtest',
    targetFile: 'specs/targets/coind.yaml',
    snapshots: true,
  },
  jobs: 2,
  selection: { operators: ['answer/*', 'request/left-out'], sample: 9 },
  cases: {
    passed: 2_931,
    failed: [{ id: 'rules/uptime/grows', message: 'uptime did not grow' }],
    inapplicable: 811,
    skipped: 0,
    durationMs: 41_000,
  },
  faults: [
    sampleFault('answer/dropped/getblock#verbosity=1:tx[]'),
    sampleFault('answer/plus-one/getblock#verbosity=1:height', {
      operator: 'answer/plus-one',
      place: 'height',
      covers: ['f:getblock#verbosity=1:height'],
    }),
    without(
      sampleFault('request/left-out/listunspent.minconf', {
        operator: 'request/left-out',
        method: 'listunspent',
        place: 'minconf',
        covers: ['p:listunspent.minconf:given'],
        sentence: { text: 'minconf: the minimum number of confirmations', source: 'document 1, listunspent' },
        status: 'missed',
        passed: Array.from({ length: 11 }, (_, index) => `rules/listunspent/case-${index + 1}`),
      }),
    ),
    without(
      sampleFault('request/left-out/listunspent.include_unsafe', {
        operator: 'request/left-out',
        method: 'listunspent',
        place: 'include_unsafe',
        covers: ['p:listunspent.include_unsafe:given'],
        status: 'missed',
        exception: 'a regtest chain has no unsafe coins',
        passed: ['methods/listunspent/all'],
      }),
    ),
    without(sampleFault('answer/sign/getbalance', { operator: 'answer/sign', method: 'getbalance', place: '', status: 'not-reached' })),
    without(sampleFault('answer/sign/getblock#verbosity=2:fee', { operator: 'answer/sign', place: 'fee', status: 'untried' })),
    without(
      sampleFault('answer/added-to/getblock#verbosity=1', {
        operator: 'answer/added-to',
        place: '',
        status: 'untried',
        outOfScope: { rule: 'further-field', reason: 'no sentence forbids a further field' },
      }),
    ),
  ],
  rules: [
    { id: 'r:getblock/tip', status: 'judged', fault: 'answer/stale/getblock', case: 'rules/getblock/tip' },
    { id: 'r:getblock/confirmations', status: 'not-judged' },
    { id: 'r:getblock/never', status: 'not-reached' },
  ],
  ofAbsentMethods: 3,
  internalErrors: [{ fault: 'answer/retyped/getblock', case: 'rules/getblock/tip', reason: 'TypeError: x is not a function' }],
  lostNodes: [{ case: 'rules/getblock/tip', message: 'default-3 ended (signal SIGKILL); its last lines: none' }],
  staleExceptions: ['request/left-out/getblock: found by rules/getblock/tip; remove the entry'],
};

/** Everything found, nothing doubtful. */
export const goodSelfcheck: SelfcheckResults = {
  ...sampleSelfcheck,
  complete: true,
  selection: {},
  cases: { ...sampleSelfcheck.cases, failed: [] },
  faults: sampleSelfcheck.faults.slice(0, 2),
  internalErrors: [],
  lostNodes: [],
  staleExceptions: [],
};

const HOSTILE = `<img src=x onerror="alert(1)">'"&<script>alert(2)</script>\u001b[31m\u202eevil`;

/** Every text that a node or a user can influence is hostile. */
export const hostileSelfcheck: SelfcheckResults = {
  ...sampleSelfcheck,
  target: { ...sampleSelfcheck.target, name: HOSTILE, subversion: HOSTILE, chain: HOSTILE, targetFile: HOSTILE },
  selection: { methods: [HOSTILE], operators: [HOSTILE] },
  cases: { ...sampleSelfcheck.cases, failed: [{ id: HOSTILE, message: HOSTILE }] },
  faults: sampleSelfcheck.faults.map((fault) => ({
    ...fault,
    id: HOSTILE,
    operator: HOSTILE,
    method: HOSTILE,
    place: HOSTILE,
    covers: [`r:${HOSTILE}`],
    sentence: { text: HOSTILE, source: HOSTILE },
    ...(fault.exception !== undefined && { exception: HOSTILE }),
    ...(fault.outOfScope && { outOfScope: { rule: HOSTILE, reason: HOSTILE } }),
    ...(fault.finder && { finder: { ...fault.finder, case: HOSTILE, message: HOSTILE } }),
    passed: fault.passed.map(() => HOSTILE),
  })),
  internalErrors: [{ fault: HOSTILE, case: HOSTILE, reason: HOSTILE }],
  lostNodes: [{ case: HOSTILE, message: HOSTILE }],
  rules: [
    { id: `r:${HOSTILE}`, status: 'judged', fault: HOSTILE, case: HOSTILE },
    { id: `r:other ${HOSTILE}`, status: 'not-judged' },
  ],
  staleExceptions: [HOSTILE],
};
