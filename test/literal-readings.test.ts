import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import type { Outcome } from '../engine/outcome.ts';
import { literalNode } from './support/literal-node.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindUnobserved, outcomeText, tryCases } from './support/try-cases.ts';

interface Tried {
  readonly outcomes: readonly Outcome[];
  /** Calls of cases to methods that their `uses` does not list. */
  readonly unlisted: readonly string[];
}

async function tryAll(): Promise<Tried> {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }), literalNode);
  const unlisted = new Set<string>();
  try {
    const cases = allCases(specification).filter(({ suite }) => suite !== 'envelope');
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

let running: Promise<Tried> | undefined;
/** One trial for both tests. */
const tried = (): Promise<Tried> => (running ??= tryAll());

const WITHIN_MS = 600_000;

test('a node that shows every field listed without a condition has no finding', { timeout: WITHIN_MS }, async () => {
  const { outcomes } = await tried();
  const failed = outcomes.filter(({ status }) => status === 'failed' || status === 'skipped');
  expect(failed.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`)).toEqual([]);
  expect(outcomes.filter(({ status }) => status === 'passed' || status === 'observed').length).toBeGreaterThan(2_000);
});

test('a case lists every method that it calls', { timeout: WITHIN_MS }, async () => {
  expect((await tried()).unlisted).toEqual([]);
});
