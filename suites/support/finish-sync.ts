import type { Trial } from '../../engine/trial.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';

/** More than the steps of the synchronisation. */
const STEPS = 10;

/** Leads a node through the steps of the synchronisation, as far as it lets that be done: until then it may not take over what peers send. */
export async function finishSync(t: Trial, node: RunningNode = t.node): Promise<void> {
  const { method, params } = t.world.service.request('mnsync', { command: 'next' });
  for (let step = 0; step < STEPS; step++) {
    if (node === t.node) await t.call('mnsync', { command: 'next' });
    else await node.client.call(method, params);
  }
}
