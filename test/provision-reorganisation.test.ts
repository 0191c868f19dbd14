import { expect, test } from 'vitest';
import type { TokenState } from '../fixtures/registry/token-state.ts';
import { openRegistry, runProvision } from '../provision/run-provision.ts';
import { provisionWorld } from '../provision/testing/provision-world.ts';
import { Recount } from './support/recount.ts';

test('a reorganisation across each step, and back, leaves the state of the token, supply and coins exact', async () => {
  const { target, world } = await provisionWorld(7);
  try {
    const registry = await openRegistry(world, 7);
    const recount = new Recount(world);
    let before: { readonly height: number; readonly state: TokenState } = { height: 0, state: 'none' };
    const crossed: string[] = [];
    const { complete } = await runProvision({
      world,
      registry,
      async onStep({ title, after: state, height }, { token }) {
        const { guid } = token!;
        const made = await recount.accounts();
        expect(made.problems, title).toEqual([]);
        // Nothing that was made before a step may go: the first one mines all that pays for it.
        const from = before.state === 'none' ? height : before.height + 1;
        const blockhash = await world.result('getblockhash', { height: from });
        await world.result('invalidateblock', { blockhash });
        const left = await recount.accounts();
        expect(left.problems, `${title}, without its blocks`).toEqual([]);
        expect(left.accounts.tip, title).not.toBe(made.accounts.tip);
        expect((await registry.look(guid))?.state ?? 'none', `${title}, without its blocks`).toBe(before.state);
        await world.result('reconsiderblock', { blockhash });
        const again = await recount.accounts();
        expect(again, `${title}, with its blocks again`).toEqual(made);
        expect((await registry.look(guid))?.state, `${title}, with its blocks again`).toBe(state);
        before = { height, state };
        crossed.push(state);
      },
    });
    expect(complete).toBe(true);
    expect(crossed).toHaveLength(8);
  } finally {
    await target.close();
  }
});
