import { expect, test } from 'vitest';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../../suites/catalog.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { literalNode } from './literal-node.ts';
import { ProxiedTarget } from './proxied-target.ts';
import { coindUnobserved, outcomeText, tryCases } from './try-cases.ts';

interface Tried {
  readonly outcomes: readonly Outcome[];
  /** Calls of cases to methods that their `uses` does not list. */
  readonly unlisted: readonly string[];
}

/** Tries every case but those of the envelope, or the I-th of N parts of them. */
async function tryPart({ index, total }: { readonly index: number; readonly total: number }): Promise<Tried> {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }), literalNode);
  const unlisted = new Set<string>();
  try {
    const all = allCases(specification).filter(({ suite }) => suite !== 'envelope');
    const cases = all.filter((_, at) => at % total === index - 1);
    const outcomes = await tryCases(cases, target, 32, {
      jobs: 2,
      file: coindUnobserved,
      onTried: ({ id, uses }, calls) => {
        for (const { method } of calls) if (!uses.some((used) => used === method)) unlisted.add(`${id}: ${method}`);
      },
    });
    return { outcomes: [...outcomes.values()], unlisted: [...unlisted] };
  } finally {
    await target.close();
  }
}

/** Makes the tests of literal readings: no case is stricter than the documents, nor calls what it does not name. */
export function testLiteralReadings(part = { index: 1, total: 1 }): void {
  let running: Promise<Tried> | undefined;
  /** One trial for both tests. */
  const tried = (): Promise<Tried> => (running ??= tryPart(part));

  test('a node that shows every field listed without a condition has no finding', async () => {
    const { outcomes } = await tried();
    const failed = outcomes.filter(({ status }) => status === 'failed' || status === 'skipped');
    expect(failed.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`)).toEqual([]);
    expect(outcomes.filter(({ status }) => status === 'passed' || status === 'observed').length).toBeGreaterThan(3_000 / part.total);
  });

  test('a case lists every method that it calls', async () => {
    expect((await tried()).unlisted).toEqual([]);
  });
}
