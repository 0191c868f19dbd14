import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { matcher } from '../engine/pattern.ts';
import type { Case, Outcome } from '../engine/types.ts';
import { MUTANTS } from './support/mutants/all.ts';
import type { Mutant } from './support/mutants/mutant.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindUnobserved, outcomeText, tryCases } from './support/try-cases.ts';

const cases = allCases(specification);

/** The cases that could find the fault, in the order of their patterns. */
function casesOf({ cases: patterns }: Pick<Mutant, 'cases'>): Case[] {
  return [
    ...new Set(
      patterns.flatMap((pattern) => {
        const matches = matcher(pattern);
        return cases.filter(({ id }) => matches(id));
      }),
    ),
  ];
}

/** Runs the cases that could find the fault on a faulty node, up to the first failure. */
async function findersOf(mutant: Mutant): Promise<Outcome[]> {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }), mutant.fault);
  try {
    const outcomes = await tryCases(casesOf(mutant), target, 31, { bail: true, file: coindUnobserved });
    return [...outcomes.values()];
  } finally {
    await target.close();
  }
}

test('each mutant has its own name and cases', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(47);
  expect(new Set(MUTANTS.map(({ fault }) => fault.name)).size).toBe(MUTANTS.length);
  for (const { fault, cases: patterns } of MUTANTS) {
    for (const pattern of patterns)
      expect(
        cases.some(({ id }) => matcher(pattern)(id)),
        `${fault.name}: ${pattern}`,
      ).toBe(true);
  }
});

test('a node without a fault passes all these cases', async () => {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }));
  try {
    const all = casesOf({ cases: MUTANTS.flatMap((mutant) => mutant.cases) });
    const outcomes = [...(await tryCases(all, target, 31, { file: coindUnobserved })).values()];
    expect(
      outcomes
        .filter(({ status }) => status === 'failed' || status === 'skipped')
        .map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`),
    ).toEqual([]);
    expect(outcomes.filter(({ status }) => status === 'passed').length).toBeGreaterThan(100);
  } finally {
    await target.close();
  }
});

for (const mutant of MUTANTS) {
  test(`a faulty node is found: ${mutant.fault.name}`, async () => {
    const outcomes = await findersOf(mutant);
    const found = outcomes.filter(({ status }) => status === 'failed');
    expect(
      found.map((outcome) => outcome.id),
      outcomes.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`).join('\n'),
    ).toHaveLength(1);
    const evidence = found[0]?.findings.map((finding) => finding.evidence) ?? [];
    expect(
      evidence.some((one) => one === 'document' || one === 'standard'),
      outcomeText(found[0]),
    ).toBe(true);
  });
}
