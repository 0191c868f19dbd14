import type { Case } from './case.ts';

/**
 * Splits cases by what a run of them is worth, most first, each part in the order given: those without which the others may not be run,
 * then one case that calls each method as the documents describe it, then those that judge a rule first, then the others. For a run that may end before its last case.
 */
export function byWorth(cases: readonly Case[]): readonly (readonly Case[])[] {
  const calling = firstOfEach(cases, ({ method, kind, checksResult }) =>
    method !== null && (kind === 'required-only' || checksResult === true) ? [method] : [],
  );
  const judging = firstOfEach(cases, ({ judges }) => judges);
  return [
    cases.filter(isBasic),
    cases.filter((testCase) => calling.has(testCase) && !isBasic(testCase)),
    cases.filter((testCase) => judging.has(testCase) && !calling.has(testCase) && !isBasic(testCase)),
    cases.filter((testCase) => !judging.has(testCase) && !calling.has(testCase) && !isBasic(testCase)),
  ];
}

const isBasic = ({ basic }: Case): boolean => basic === true;

/** The cases that are the first ones with some id. */
function firstOfEach(cases: readonly Case[], idsOf: (testCase: Case) => readonly string[]): ReadonlySet<Case> {
  const seen = new Set<string>();
  return new Set(
    cases.filter((testCase) => {
      const before = seen.size;
      for (const id of idsOf(testCase)) seen.add(id);
      return seen.size > before;
    }),
  );
}
