import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { formatSat } from '../../client/wire-json.ts';
import { openTrial } from '../../engine/open-trial.ts';
import type { RunOptions } from '../../engine/run.ts';
import { fakeCase } from '../../engine/testing/fakes.ts';
import type { Trial } from '../../engine/trial.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { SelfcheckNode, type SelfcheckNodeRun } from './selfcheck-node.ts';
import type { Alteration } from './types.ts';

let target: Target;
let run: RunOptions;
let node: SelfcheckNode;

beforeAll(async () => {
  const secrets = new Secrets();
  target = await openTarget('embedded', { env: {}, secrets });
  const trial = await openTrial({ specification, target, seed: 3, secrets });
  await trial.opened.node.stop();
  run = trial.options;
  node = new SelfcheckNode({ run, lane: { profile: 'default', ownNode: false } });
});

afterAll(async () => {
  await node?.close();
  await target?.close();
});

async function tried(trial: (t: Trial) => Promise<void>, alteration?: Alteration): Promise<SelfcheckNodeRun> {
  const result = await node.run(fakeCase('case', trial), alteration && { newAlteration: () => alteration });
  if (!('outcome' in result)) throw new Error(JSON.stringify(result));
  expect(result.outcome, result.outcome.reason).toMatchObject({ status: expect.stringMatching(/passed|failed/) });
  return result;
}

/** Changes the chain, the pool and the wallet. Returns what it saw before. */
async function spend(t: Trial): Promise<unknown[]> {
  const seen = [await t.result('getbestblockhash'), await t.result('getrawmempool'), await t.result('getwalletinfo')];
  const { address } = await t.world.use('unownedAddress');
  await t.result('sendtoaddress', { address, amount: formatSat(100_000_000n) });
  await t.world.mine(1);
  const { txid, vout } = await t.world.fresh('spendable');
  await t.result('lockunspent', { unlock: false, transactions: [{ txid, vout }] });
  return seen;
}

describe('a node of a target whose nodes can be restored', () => {
  test('begins every run at the same state', async () => {
    const seen: unknown[] = [];
    for (let time = 0; time < 3; time++) await tried(async (t) => void seen.push(await spend(t)));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test('records the calls of the case, not those that make its prerequisites', async () => {
    const { calls } = await tried(async (t) => {
      await t.world.fresh('confirmedSend');
      await t.result('getblockcount');
    });
    expect(calls.map(({ id, caseId }) => [id, caseId])).toEqual([['getblockcount', 'fake/case']]);
    expect(calls[0]?.reply.type).toBe('result');
  });

  test('plants a fault for one run only', async () => {
    const wrong: Alteration = {
      answer: (reply, { id }) => (id === 'getblockcount' && reply.type === 'result' ? { ...reply, result: -1 } : undefined),
    };
    const heights: unknown[] = [];
    const read = async (t: Trial): Promise<void> => void heights.push(await t.result('getblockcount'));
    const faulty = await tried(read, wrong);
    const clean = await tried(read);
    expect([faulty.applied, clean.applied]).toEqual([1, 0]);
    expect(heights[0]).toBe(-1);
    expect(heights[1]).toBeGreaterThan(0);
  });

  test('does not plant it while prerequisites are made', async () => {
    const swallowed: Alteration = {
      instead: ({ id }) => (id === 'sendmany' ? { type: 'result', result: '00', durationMs: 0 } : undefined),
    };
    const { applied, outcome } = await tried(async (t) => {
      for (let count = 0; count < 20; count++) await t.world.fresh('spendable');
    }, swallowed);
    expect([applied, outcome.status]).toEqual([0, 'passed']);
  });

  test('replaces a node that a case has stopped', async () => {
    await tried(async (t) => t.node.stop());
    const { outcome } = await tried(async (t) => void (await t.result('getblockcount')));
    expect(outcome.status).toBe('passed');
  });

  test('stops the nodes that a case has started', async () => {
    let other: { alive(): boolean } | undefined;
    await tried(async (t) => {
      other = await t.target.start('default');
      expect(other.alive()).toBe(true);
    });
    expect(other?.alive()).toBe(false);
  });
});
