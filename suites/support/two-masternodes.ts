import type { Trial } from '../../engine/trial.ts';
import { optionsOfMasternode } from '../../fixtures/world/ingredients/masternodes.ts';
import type { ConfiguredMasternode } from '../../fixtures/world/types.ts';
import { enabledAfterS, mustBecomeEnabled, withOneEnabled } from './masternodes.ts';
import { callsTo } from './other-node.ts';
import { holdsWithin } from './wait-for.ts';

const SYNCED_WITHIN_MS = 20_000;

/**
 * Two enabled masternodes: the one that the node is, and one that a second node is. Others are started, and not enabled. See
 * `mustBecomeEnabled`. For a node of its own.
 * @param at sets the clock of the node, epoch seconds
 */
export async function withTwoEnabled(
  t: Trial,
  at: (timeS: number) => Promise<void>,
): Promise<{ readonly own: ConfiguredMasternode; readonly second: ConfiguredMasternode; readonly nowS: number }> {
  const { configured, own, nowS: enabledS } = await withOneEnabled(t, at);
  const second = configured.at(-1)!;
  const { node } = await t.world.use('peer');
  const call = callsTo(t, node);
  const nowS = enabledS + enabledAfterS(t);
  // It mines no block, so none is ahead of the clock.
  await node.restart([...optionsOfMasternode(second), `-mocktime=${nowS}`]);
  await t.world.use('peer'); // connects again
  const tip = await t.result('getbestblockhash');
  if (!(await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await call('getbestblockhash')) === tip)))
    t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
  await at(nowS);
  await mustBecomeEnabled(t, [own, second], 'after a second node was started as a masternode');
  return { own, second, nowS };
}
