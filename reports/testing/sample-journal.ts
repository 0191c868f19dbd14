import { LosslessNumber } from 'lossless-json';
import { Secrets } from '../../client/mask.ts';
import type { Universe } from '../../engine/coverage.ts';
import { JournalWriter } from '../../engine/journal.ts';
import type { JournalLine, StartLine } from '../../engine/journal-lines.ts';
import type { Outcome } from '../../engine/outcome.ts';

/** A text with which a node could break out of a document or control a terminal. */
export const hostile = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><b>',
  "' onmouseover='alert(1)",
  ']]>',
  '-->',
  '&amp;',
  '``` `| **bold** |',
  '[x](http://evil.example)',
  '\u001b]0;owned\u0007',
  '\u001b[2J\u001b[31m',
  '\u009b31m',
  '\u202egnihsihp',
  '\r\nowned',
  '\u2028',
  '\u0000',
  '\ud800',
  '\ufffe',
  '<details>',
  '\n# Heading\n',
  '</pre>',
  '$(rm -rf /)',
].join(' ');

export const universe: Universe = {
  methods: ['m:getblock', 'm:getbalance', 'm:spork'],
  params: ['p:getblock.blockhash:given', 'p:getblock.verbosity:given', 'p:getblock.verbosity:omitted'],
  enumValues: ['e:getblock.verbosity=0', 'e:getblock.verbosity=1'],
  resultFields: ['f:getblock#verbosity=1:tx'],
  stateRows: ['s:locked'],
  rules: ['r:getblock/confirmations', 'r:getblock/never'],
  limits: ['l:size'],
  errors: ['x:no-wallet'],
  envelope: ['v:verb'],
  untestable: { 'm:spork': 'this release has none', 'r:getblock/never': 'it takes a year' },
  families: { getblock: 'chain', getbalance: 'wallet', spork: 'masternodes' },
};

export const start: StartLine = {
  t: 'start',
  pyx: '0.1.0',
  seed: 42,
  startedAt: '2026-11-20T09:30:00.000Z',
  command: ['pyx', 'run', '--seed', '42'],
  target: {
    name: 'process:litecoind',
    kind: 'process',
    version: 210201,
    subversion: `/Node:1.0/ ${hostile}`,
    chain: 'regtest',
    targetFile: null,
  },
  planned: 12,
  suites: { methods: 8, rules: 4 },
  wholeRun: true,
  universe,
};

/** An outcome line with defaults for all other members. */
export function outcome(part: Partial<Outcome> & Pick<Outcome, 'id' | 'status'>): JournalLine {
  return {
    t: 'outcome',
    suite: part.id.split('/')[0] ?? '',
    method: 'getblock',
    kind: 'enum',
    durationMs: 12.5,
    calls: 1,
    findings: [],
    hits: [],
    ...part,
  };
}

const finding = { check: 'equals', evidence: 'document', source: 'document 2, Block (getblock)' } as const;

/** One outcome of each status, an internal error, a confirmed suspect and an unconfirmed one. */
export const killedRun: readonly JournalLine[] = [
  start,
  { t: 'time', what: 'start node', ms: 400 },
  { t: 'time', what: 'start node', ms: 350 },
  outcome({
    id: 'methods/getblock/verbosity=0',
    status: 'passed',
    hits: ['m:getblock', 'p:getblock.blockhash:given', 'p:getblock.verbosity:given', 'e:getblock.verbosity=0'],
  }),
  { t: 'suspect', id: 'methods/getblock/verbosity=1', findings: [{ ...finding, path: 'tx[0].txid', message: 'first try' }] },
  outcome({
    id: 'methods/getblock/verbosity=1',
    status: 'failed',
    retries: [{ place: 'fresh world', status: 'failed', reason: 'txid is wrong' }],
    findings: [
      { ...finding, path: 'tx[0].txid', message: `txid is wrong: ${hostile}`, circumstance: 'state' },
      { ...finding, path: 'tx[7].txid', message: 'txid is wrong' },
    ],
    request: { method: 'getblock', params: ['00ff', 1], wallet: 'w' },
    response: { result: { label: hostile, amount: new LosslessNumber('1.00000000') } },
    replay: 'npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42',
  }),
  outcome({
    id: 'rules/getblock/confirmations',
    status: 'failed',
    findings: [{ ...finding, path: 'tx[3].txid', message: 'txid is wrong' }],
    response: { error: { code: -5, message: hostile } },
    nodeLog: ['2026-11-20T09:30:01Z a line', hostile],
  }),
  outcome({
    id: 'methods/getbalance/waived',
    status: 'waived',
    method: 'getbalance',
    findings: [{ ...finding, message: 'known', waiver: `because ${hostile}` }],
  }),
  outcome({
    id: 'methods/getbalance/observed',
    status: 'observed',
    method: 'getbalance',
    findings: [{ ...finding, evidence: 'observation', message: 'seen', observed: hostile }],
  }),
  outcome({
    id: 'rules/getbalance/late',
    status: 'unstable',
    method: 'getbalance',
    findings: [{ ...finding, message: `too late ${hostile}`, circumstance: 'time' }],
    retries: [
      { place: 'in place', status: 'skipped', reason: hostile },
      { place: 'fresh world', status: 'passed' },
    ],
  }),
  outcome({ id: 'methods/spork/show', status: 'inapplicable', method: 'spork', reason: `the target has none ${hostile}` }),
  outcome({ id: 'rules/http/skipped', status: 'skipped', method: null, reason: 'the run was stopped' }),
  outcome({ id: 'rules/http/internal', status: 'failed', method: null, internal: true, reason: `TypeError: ${hostile}` }),
  { t: 'note', text: `a note ${hostile}` },
  {
    t: 'suspect',
    id: 'methods/getbalance/killed',
    method: 'getbalance',
    findings: [{ check: 'reset', evidence: 'health', source: 'the connection broke', message: 'getbalance: the connection broke' }],
    response: { fault: 'reset', excerpt: hostile },
  },
];

/** What clients called, heard by `pyx listen`. */
export const listenedRun: readonly JournalLine[] = [
  {
    ...start,
    seed: null,
    command: ['pyx', 'listen', '--', 'npm', 'test'],
    planned: 0,
    suites: {},
    wholeRun: false,
    listened: { at: 'http://127.0.0.1:18500', command: ['npm', 'test', hostile] },
  },
  outcome({ id: 'listen/getblock/verbosity=1', status: 'passed', kind: 'listened', calls: 12, hits: ['m:getblock'] }),
  { t: 'accepted', standings: [] },
  {
    t: 'end',
    complete: true,
    durationMs: 5,
    commandCode: 0,
    heard: {
      connections: 3,
      calls: { judged: 1_012, refused: 2, undescribed: 0, undocumented: 1, unchecked: 0 },
      clients: [
        { name: 'shop/1', calls: 1_000 },
        { name: hostile, calls: 15 },
      ],
    },
  },
];

/** Writes a journal as a run would. */
export function writeJournal(file: string, lines: Iterable<JournalLine>): void {
  const writer = new JournalWriter(file, new Secrets());
  for (const line of lines) writer.append(line);
  writer.close();
}
