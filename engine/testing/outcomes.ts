import { run } from '../run.ts';
import type { Case } from '../case.ts';
import type { Outcome } from '../outcome.ts';
import { fakeCase, runOptions, type FakeRun, type FakeTarget } from './fakes.ts';

/** The outcomes of cases. */
export async function outcomesOf(cases: readonly Case[], target: FakeTarget, options: FakeRun = runOptions(target)): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const outcome of run({ cases, whole: true }, options)) outcomes.push(outcome);
  return outcomes;
}

/** `<case> <status>`, and whether it was flaky. */
export const inShort = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(({ id, status, flaky }) => `${id.replace('fake/', '')} ${status}${flaky === true ? ' flaky' : ''}`);
export const fails = fakeCase('fails', (t) => void t.ok(false, 'it does not hold'));
export const passes = fakeCase('passes');
