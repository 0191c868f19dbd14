import type { Trial } from '../../../engine/trial.ts';

/** Adds nodes while `during` runs, and removes them afterwards. */
export async function whileAdded(t: Trial, nodes: readonly string[], during: () => Promise<void>): Promise<void> {
  try {
    for (const node of nodes) await t.result('addnode', { node, command: 'add' });
    await during();
  } finally {
    const left = await t.world.result('getaddednodeinfo');
    for (const { addednode } of left.filter((item) => nodes.includes(item.addednode)))
      await t.world.result('addnode', { node: addednode, command: 'remove' });
  }
}
