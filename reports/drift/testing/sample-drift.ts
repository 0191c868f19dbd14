import type { ReportedLoss } from '../../lost-nodes.ts';
import type { DriftResults, ReportedDrift } from '../results.ts';

/** A breaking difference, with texts of a hostile node. */
export const removed: ReportedDrift = {
  change: 'method-removed',
  class: 'breaking',
  headline: 'The node does not have getone',
  source: 'document 1, Blocks: getone',
  places: [{ method: 'getone', path: '' }],
  before: '',
  after: '',
  evidence: { kind: 'call', text: 'called: -32601 <b>not\u001b[31m found</b>', request: { method: 'getone' } },
  block: 'absent:\n  - methods: [getone]',
};
/** A compatible difference that the target file accepts. */
export const added: ReportedDrift = {
  change: 'field-added',
  class: 'compatible',
  headline: 'The documents do not have the field size (integer) of gettwo',
  source: 'document 1, Blocks: gettwo',
  places: [{ method: 'gettwo', path: 'tx[].size' }],
  before: '',
  after: 'integer',
  evidence: { kind: 'case', text: 'size is not in the documents', replay: 'npx --no-install pyx run --case methods/gettwo/required-only' },
  accepted: 'Later releases have it.',
};
/** A lost node, with texts of a hostile node. */
export const killed: ReportedLoss = {
  during: 'methods/gettwo/required-only',
  method: 'gettwo',
  message: 'the node ended (signal SIGKILL) while gettwo was in flight; its last lines: <b>out\u001b[31m of memory</b>',
  replay: 'npx --no-install pyx run --case methods/gettwo/required-only',
};
export const resultsOf = (parts: Partial<DriftResults>): DriftResults => ({
  schemaVersion: 1,
  pyx: '0.1.0',
  seed: 1,
  startedAt: '2026-11-23T12:00:00.000Z',
  durationMs: 1200,
  complete: true,
  standard: { title: 'A standard', edition: '1' },
  target: { name: 'process:x', kind: 'process', version: 1, subversion: '/X:1/', chain: 'regtest', targetFile: null },
  failOn: 'any',
  listed: 2,
  cases: 3,
  errorsCompared: false,
  findings: [removed, added],
  lost: [],
  untried: {},
  gone: [{ change: 'method-added', methods: ['getold'], reason: 'Old.' }],
  ...parts,
});
