import { expect, test } from 'vitest';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { specification } from '../../specs/model/specification.ts';
import { FakeTarget, refused, result, runOptions, type Answers } from '../../engine/testing/fakes.ts';
import { run } from '../../engine/run.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { negativeCases } from './negative.ts';

/** The outcomes of the invalid calls to a method, on a node with these answers. */
async function tried(method: string, answers: Answers): Promise<Outcome[]> {
  const others: { readonly [method: string]: Wire } = { getblockchaininfo: { chain: 'regtest', blocks: 0 }, getrawmempool: [] };
  const target = new FakeTarget((called, params, node) =>
    called === method ? answers(called, params, node) : result(others[called] ?? 'unchanged'),
  );
  const cases = negativeCases(specification, specification.method(method)).filter(
    ({ kind }) => kind === 'missing' || kind === 'wrong-type',
  );
  const outcomes: Outcome[] = [];
  for await (const outcome of run({ cases, whole: true }, runOptions(target, { specification, definitions: ingredients })))
    outcomes.push(outcome);
  return outcomes;
}

test('a refusal because the method is missing does not count as a correct refusal', async () => {
  const outcomes = await tried('getblockhash', () => refused(-32601, 'Method not found'));
  expect(outcomes.length).toBeGreaterThan(3);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: 'failed',
      findings: [
        {
          check: 'missing-method',
          evidence: 'document',
          message: expect.stringMatching(/^getblockhash was refused with -32601 /) as string,
        },
      ],
    });
});

test('any other refusal of an invalid call counts as a correct refusal', async () => {
  const outcomes = await tried('getblockhash', () => refused(-3, 'Expected type number'));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['passed', 'observed']));
});
