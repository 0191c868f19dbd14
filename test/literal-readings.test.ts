import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { literalNode } from './support/literal-node.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { coindUnobserved, told, tryCases } from './support/try-cases.ts';

test('a node that shows whatever the documents list without a condition has nothing to answer for', async () => {
  const target = new ProxiedTarget(await openTarget('embedded', { env: {} }), literalNode);
  try {
    const cases = allCases(specification).filter(({ suite }) => suite !== 'envelope');
    const outcomes = [...(await tryCases(cases, target, 32, { jobs: 2, file: coindUnobserved })).values()];
    const failed = outcomes.filter(({ status }) => status === 'failed' || status === 'skipped');
    expect(failed.map((outcome) => `${outcome.id}: ${told(outcome)}`)).toEqual([]);
    expect(outcomes.filter(({ status }) => status === 'passed' || status === 'observed').length).toBeGreaterThan(2_000);
  } finally {
    await target.close();
  }
}, 600_000);
