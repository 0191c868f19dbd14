import { expect, test } from 'vitest';
import type { RunFinding } from './run-marks.ts';
import { markOf } from './run-marks.ts';
import { runOf } from './testing/sample-manual.ts';

const verbosity = ['p:getblock.verbosity:given', 'p:getblock.verbosity:omitted'];
const finding = (look: RunFinding['look'], ...about: string[]): RunFinding => ({
  look,
  method: 'getblock',
  about,
  message: 'it is wrong',
  source: 'document 2, Blocks',
  case: 'methods/getblock/required-only',
  cases: 1,
});

test('what was not called, or not in each way, is untried', () => {
  expect(markOf(runOf(), ['m:getblock'])).toEqual({ name: 'untried', findings: [] });
  expect(markOf(runOf({ hits: new Set(verbosity.slice(0, 1)) }), verbosity).name).toBe('untried');
  expect(markOf(runOf({ hits: new Set(verbosity) }), verbosity).name).toBe('passed');
});

test('with a selfcheck it is judged or only covered; what no fault alters is passed', () => {
  const hits = new Set(['r:getblock/confirmations', 'e:getblock.verbosity=0', 'm:getblock']);
  const run = runOf({ hits, judgedIds: { judged: new Set(['r:getblock/confirmations']), notJudged: new Set(['e:getblock.verbosity=0']) } });
  expect(markOf(run, ['r:getblock/confirmations']).name).toBe('judged');
  expect(markOf(run, ['e:getblock.verbosity=0']).name).toBe('covered');
  expect(markOf(run, ['m:getblock']).name).toBe('passed');
});

test('what no trial can show has its reason', () => {
  expect(markOf(runOf(), ['r:getblock/never'])).toEqual({ name: 'untestable', findings: [], reason: 'it takes a year' });
});

test('a finding counts more than an answered call, and the worst finding most', () => {
  const findings = [finding('waived', 'm:getblock'), finding('failed', 'm:getblock', verbosity[0]!), finding('unstable', 'm:getblock')];
  const run = runOf({ hits: new Set(['m:getblock', ...verbosity]), findings });
  expect(markOf(run, ['m:getblock'])).toEqual({ name: 'failed', findings: [0, 1, 2] });
  expect(markOf(run, verbosity)).toEqual({ name: 'failed', findings: [1] });
});
