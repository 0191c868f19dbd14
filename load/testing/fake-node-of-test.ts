import { onTestFinished } from 'vitest';
import { spawnFakeNode, type FakeNodeProcess } from './fake-node-process.ts';
import { startFakeNode, type FakeNode, type FakeNodeBehaviour } from './fake-node.ts';

/** A fake node that is closed when the running test ends. */
export async function fakeNode(behaviour?: FakeNodeBehaviour): Promise<FakeNode> {
  const node = await startFakeNode(behaviour);
  onTestFinished(() => node.close());
  return node;
}

/** The same in a process of its own. */
export async function fakeProcess(behaviour: FakeNodeBehaviour): Promise<FakeNodeProcess> {
  const node = await spawnFakeNode(behaviour);
  onTestFinished(async () => void (await node.close()));
  return node;
}
