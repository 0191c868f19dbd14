import { expect, test } from 'vitest';
import { openTarget } from '../../../fixtures/targets/open-target.ts';
import { specification } from '../../../specs/model/specification.ts';
import { allCases } from '../../../suites/catalog.ts';
import { matcher } from '../../../engine/pattern.ts';
import type { Case } from '../../../engine/case.ts';
import type { Outcome } from '../../../engine/outcome.ts';
import { needs } from '../../require.ts';
import { ProxiedTarget } from '../proxied-target.ts';
import { coindFile, coindUnobserved, litecoindFile, outcomeText, tryCases } from '../try-cases.ts';
import type { Mutant } from './mutant.ts';

export const cases = allCases(specification);

/** The cases that could find the fault, in the order of their patterns. */
export function casesOf({ cases: patterns }: Pick<Mutant, 'cases'>): Case[] {
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
  const { fault, on } = mutant;
  const target = new ProxiedTarget(await openTarget(on ?? 'embedded', { env: {} }), fault);
  try {
    const outcomes = await tryCases(casesOf(mutant), target, 31, { bail: true, file: on ? litecoindFile : coindUnobserved });
    return [...outcomes.values()];
  } finally {
    await target.close();
  }
}

export const titleOf = ({ fault, cases: patterns, check }: Mutant): string =>
  `a faulty node is found: ${fault.name}${check === undefined ? '' : `, by ${patterns.join()}`}`;

/** Makes a test for each of these mutants: a case finds it, by a document or a public standard. */
export function testEach(mutants: readonly Mutant[]): void {
  for (const mutant of mutants) {
    test(titleOf(mutant), async (ctx) => {
      if (mutant.on) await needs(ctx, 'litecoind');
      const outcomes = await findersOf(mutant);
      const found = outcomes.filter(({ status }) => status === 'failed');
      expect(
        found.map((outcome) => outcome.id),
        outcomes.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`).join('\n'),
      ).toHaveLength(1);
      const findings = found[0]?.findings.filter(({ evidence }) => evidence === 'document' || evidence === 'standard') ?? [];
      const checks = findings.map(({ check }) => check);
      if (mutant.check) expect(checks, outcomeText(found[0])).toContain(mutant.check);
      else expect(checks, outcomeText(found[0])).not.toEqual([]);
    });
  }
}

/**
 * Makes a test: a node without a fault passes the cases of these mutants, behind the same proxy. With its baseline, as a case that
 * also observes what no document states passes only where the answer is known.
 */
export function testWithoutFault(mutants: readonly Mutant[]): void {
  test('a node without a fault passes these cases', async () => {
    const target = new ProxiedTarget(await openTarget('embedded', { env: {} }));
    try {
      const ofCoind = mutants.filter(({ on }) => on === undefined);
      const tried = casesOf({ cases: ofCoind.flatMap((mutant) => mutant.cases) });
      const outcomes = [...(await tryCases(tried, target, 31, { file: coindFile })).values()];
      const bad = outcomes.filter(({ status }) => status === 'failed' || status === 'skipped');
      expect(bad.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`)).toEqual([]);
      const passed = new Set(outcomes.filter(({ status }) => status === 'passed').map(({ id }) => id));
      const untried = ofCoind.filter((mutant) => !casesOf(mutant).some(({ id }) => passed.has(id)));
      expect(untried.map(titleOf)).toEqual([]);
    } finally {
      await target.close();
    }
  });
}
