import { expect, test } from 'vitest';
import { pluginProblem } from './plugin-problem.ts';

const run = (): void => undefined;
const whole = {
  name: 'acme',
  cases: [],
  reports: { csv: { byDefault: true, create: run } },
  targets: [{ form: 'vm:<name>', prefix: 'vm:', starts: true, open: run }],
  kinds: { Vin: { living: run } },
};

test('a plug-in with one of each, and one with a name alone, have no problem', () => {
  expect(pluginProblem(whole)).toBeUndefined();
  expect(pluginProblem({ name: 'a' })).toBeUndefined();
});

test.each([
  [undefined, 'the default export is no plug-in: an object with a name, and what it adds'],
  [[whole], 'the default export is no plug-in: an object with a name, and what it adds'],
  [{ cases: [] }, 'the plug-in has no name'],
  [{ name: 'Acme' }, 'name is not a text of a-z, digits and hyphens that begins with a letter'],
  [{ name: 'a/b' }, 'name is not a text of a-z, digits and hyphens that begins with a letter'],
  [{ ...whole, case: [] }, 'a plug-in has no "case", did you mean cases?'],
  [{ ...whole, cases: {} }, 'cases is not a list of cases, or a function that returns one'],
  [{ ...whole, reports: { csv: { create: run } } }, 'reports.csv.byDefault is not true or false'],
  [{ ...whole, reports: { csv: run } }, 'reports.csv is not an object'],
  [{ ...whole, targets: [{ ...whole.targets[0], prefix: '' }] }, 'targets[0].prefix is not a text, such as "vm:"'],
  [{ ...whole, kinds: { Vin: {} } }, 'kinds.Vin.living is not a function'],
])('%j has a problem', (value, problem) => {
  expect(pluginProblem(value)?.problem).toBe(problem);
});
