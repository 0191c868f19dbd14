import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { specification } from '../specs/model/specification.ts';
import { openTrial } from './open-trial.ts';
import { fakeCase } from './testing/fakes.ts';
import type { Trial } from './trial.ts';
import type { Outcome } from './outcome.ts';

let target: Target;
beforeAll(() => {
  target = openEmbeddedTarget();
});
afterAll(() => target.close());

async function tried(run: (t: Trial) => Promise<void>, on: Target = target): Promise<Outcome> {
  const trial = await openTrial({ specification, target: on, seed: 3, targetFile: 'none', secrets: new Secrets() });
  for await (const outcome of trial.run({ cases: [fakeCase('a', run)], whole: false })) return outcome;
  throw new Error('no outcome');
}

test('a case returns to a moment: the node is as it was, and the world makes the same things again', async () => {
  const seen: unknown[] = [];
  const outcome = await tried(async (t) => {
    await t.world.fresh('secondWallet');
    const moment = await t.moment();
    for (let run = 0; run < 3; run++) {
      if (moment) await t.restore(moment);
      const before = await t.result('listwallets');
      const { name } = await t.world.fresh('secondWallet');
      seen.push([before, name, await t.result('listwallets'), await t.result('getblockcount')]);
      await t.world.mine(2);
    }
  });
  expect(outcome.status).toBe('passed');
  const [first] = seen as [[string[], string, string[], number]];
  expect(first[2].toSorted()).toEqual([...first[0], first[1]].toSorted());
  expect(first[0]).not.toContain(first[1]);
  expect(seen).toEqual([first, first, first]);
});

test('without snapshots a case has no moment to return to', async () => {
  const without: Target = {
    kind: target.kind,
    name: target.name,
    capabilities: { ...target.capabilities, snapshots: false },
    setStartOptions: (options) => target.setStartOptions(options),
    start: (profile, options) => target.start(profile, options),
    close: async () => undefined,
  };
  const outcome = await tried(async (t) => void t.equal(await t.moment(), undefined, 'the moment'), without);
  expect(outcome.findings).toEqual([]);
});
