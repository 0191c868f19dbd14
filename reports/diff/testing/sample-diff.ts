import { hostile } from '../../testing/sample-journal.ts';
import type { DiffResults } from '../results.ts';

const node = (name: string): DiffResults['a'] => ({ name, version: 1, subversion: `/${name}/ ${hostile}`, chain: 'regtest' });
/** Nodes of which nothing differs. */
export const alike: DiffResults = {
  schemaVersion: 1,
  pyx: '0.1.0',
  startedAt: '2026-11-23T10:00:00.000Z',
  durationMs: 60_000,
  a: node('process:a'),
  b: node('embedded'),
  seed: 7,
  compared: 300,
  alike: 300,
  disagreements: [],
  left: { 'inapplicable on embedded': 3 },
  lost: [],
  untried: 0,
  stale: [],
};
export const known = { id: 'methods/getblock/x', method: 'getblock', difference: 'error -8 · error -5', reason: 'It was so before.' };
export const unknown = {
  id: 'rules/getblock/y',
  method: 'getblock',
  difference: `value of height: 1 · "${hostile}"`,
  differences: [{ method: 'getblock', path: 'height', check: 'other-answer', found: 'value' }],
};
export const killed = {
  node: 'embedded',
  during: 'methods/getblock/x',
  method: 'getblock',
  message: `the node ended; its last lines: ${hostile}`,
};
