import { expect, test } from 'vitest';
import type { NodeSnapshot } from '../fixtures/targets/types.ts';
import { SessionNodes } from './session-nodes.ts';
import { FakeTarget } from './testing/fakes.ts';

test('nodes are not renewed if the state of one after its start is unknown', async () => {
  const target = new FakeTarget();
  const snapshot = async (): Promise<NodeSnapshot> => ({ restore: async () => undefined, forget: async () => undefined });
  const first = Object.assign(await target.start('default'), { snapshot });
  const nodes = new SessionNodes(target, first);
  expect(nodes.canRenew).toBe(false);
  await nodes.keep();
  expect(nodes.canRenew).toBe(true);
  await expect(nodes.another()).rejects.toThrow('not this one');
  expect(nodes.canRenew).toBe(false);
  expect(await nodes.stop()).toEqual([]);
  expect(target.nodes.map(({ stopped }) => stopped)).toEqual([1, 1]);
});
