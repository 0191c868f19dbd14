import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import type { Case } from '../engine/case.ts';
import { openTrial } from '../engine/open-trial.ts';
import type { Outcome } from '../engine/outcome.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { specification } from '../specs/model/specification.ts';
import { suiteCases } from '../suites/catalog.ts';
import { SelfcheckNode } from '../suites/selfcheck/selfcheck-node.ts';
import type { Alteration } from '../suites/selfcheck/types.ts';

// Cases of the suites on a node that is restored before each run, with answers that no node gives.

let target: Target;
let node: SelfcheckNode;
const cases = suiteCases(specification);

beforeAll(async () => {
  const secrets = new Secrets();
  target = await openTarget('embedded', { env: {}, secrets });
  const trial = await openTrial({ specification, target, seed: 3, secrets });
  await trial.opened.node.stop();
  node = new SelfcheckNode({ run: trial.options, lane: { profile: 'default', ownNode: false } });
});

afterAll(async () => {
  await node?.close();
  await target?.close();
});

async function outcomeOf(id: string, alteration?: Alteration): Promise<Outcome> {
  const result = await node.run(cases.find((one) => one.id === id) as Case, alteration && { newAlteration: () => alteration });
  if (!('outcome' in result)) throw new Error(JSON.stringify(result));
  return result.outcome;
}

test('a case that leaves a dump outside the scratch files passes each time', async () => {
  for (let time = 0; time < 2; time++) expect(await outcomeOf('rules/dumpwallet/absolute')).toMatchObject({ status: 'passed' });
});

test('a negative budget of a superblock is a finding, and no error of Pyx', async () => {
  const outcome = await outcomeOf('rules/getsuperblockbudget/maximum/exceeded', {
    only: 'getsuperblockbudget',
    answer: (reply) => (reply.type === 'result' ? { ...reply, result: -1 } : undefined),
  });
  expect(outcome).toMatchObject({ status: 'failed', findings: [{ message: expect.stringContaining('the most is -100000000') }] });
  expect(outcome.internal).not.toBe(true);
});

test('another block than the one that was mined is a finding, and no error of Pyx', async () => {
  const outcome = await outcomeOf('rules/savemempool/to-disk', {
    only: 'getblock',
    answer: async (_reply, { params }, ask) => {
      const first = await ask('getblockhash', [1]);
      return params[1] === 0 && first.type === 'result' ? ask('getblock', [first.result, 0]) : undefined;
    },
  });
  expect(outcome).toMatchObject({
    status: 'failed',
    findings: [{ message: expect.stringContaining('does not pay the address to which it was mined') }],
  });
  expect(outcome.internal).not.toBe(true);
});

test('importprunedfunds comes after a call that waits until the wallet knows of the block, as litecoind needs it', async () => {
  let waited = false;
  const refused: boolean[] = [];
  const alteration: Alteration = {
    instead: ({ id }) => {
      if (id !== 'importprunedfunds') {
        waited = id === 'listtransactions';
        return undefined;
      }
      refused.push(!waited);
      return waited
        ? undefined
        : { type: 'error', error: { code: -5, message: 'Block not found in chain' }, httpStatus: 500, durationMs: 1 };
    },
  };
  expect(await outcomeOf('invariants/wallet-pruned/left-chain', alteration)).toMatchObject({ status: 'passed' });
  expect(refused, 'the proof of a block that has left, then of the block that was put back').toEqual([true, false]);
});
