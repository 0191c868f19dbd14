import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Lane } from './lanes.ts';
import type { SelfcheckNode } from './selfcheck-node.ts';
import { SelfcheckNodes, type SelfcheckNodesOptions } from './selfcheck-nodes.ts';

type Run = SelfcheckNodesOptions<SelfcheckNode>['run'];

/** Does so many items with 8 jobs; returns the number of nodes that were made for them. */
async function nodesFor(items: number, lane: Lane): Promise<number> {
  const done: number[] = [];
  let made = 0;
  const pool = new SelfcheckNodes<SelfcheckNode>({
    run: { jobs: 8, guard: { refusal: undefined, assertSame: () => undefined } } as unknown as Run,
    newNode: () => {
      made++;
      return { lane, close: () => Promise.resolve() } as unknown as SelfcheckNode;
    },
  });
  await pool.work([{ lane, items: Array.from({ length: items }, (_, item) => item) }], async (_, item) => {
    await turn();
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: items }, (_, item) => item));
  return made;
}

test('a further node is prepared for a lane only where enough is to be done', async () => {
  const lane = { profile: 'peers', ownNode: false } as const;
  expect(await nodesFor(0, lane)).toBe(0);
  expect(await nodesFor(8, lane)).toBe(1);
  expect(await nodesFor(20, lane)).toBe(3);
  expect(await nodesFor(500, lane)).toBe(8);
});

test('where each item takes a node of its own, as many work as there are jobs', async () => {
  expect(await nodesFor(8, { profile: 'peers', ownNode: true })).toBe(8);
});
