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

/** `<case> <status>`, and how often it was tried again. */
export const inShort = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(
    ({ id, status, retries }) =>
      `${id.replace('fake/', '')} ${status}${retries === undefined ? '' : ` ${retries.map(({ place }) => place).join(', ')}`}`,
  );
/** Fails by record. */
export const fails = fakeCase('fails', (t) => void t.ok(false, 'it does not hold'));
/** Fails by circumstance, each time. */
export const failsInState = fakeCase('in-state', (t) => void t.ok(false, 'it does not hold', { circumstance: 'state' }));
export const passes = fakeCase('passes');
