import type { Trial } from '../../engine/trial.ts';
import { optionsOfMasternode } from '../../fixtures/world/ingredients/masternodes.ts';
import type { ConfiguredMasternode } from '../../fixtures/world/types.ts';
import { valueIn, withOneEnabled } from './masternodes.ts';
import { callsTo } from './other-node.ts';
import { holdsWithin } from './wait-for.ts';

const SYNCED_WITHIN_MS = 20_000;
const ENABLED_WITHIN_MS = 20_000;
/** Longer than the time between two pings. */
const PING_AFTER_S = 11 * 60;

/**
 * Two enabled masternodes: the one that the node is, and one that a second node is. Others are started, and not enabled. Inapplicable
 * where the second one does not become enabled. For a node of its own.
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
  const nowS = enabledS + PING_AFTER_S;
  // It mines no block, so none is ahead of the clock.
  await node.restart([...optionsOfMasternode(second), `-mocktime=${nowS}`]);
  await t.world.use('peer'); // connects again
  const tip = await t.result('getbestblockhash');
  if (!(await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await call('getbestblockhash')) === tip)))
    t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
  await at(nowS);
  const areEnabled = async (): Promise<boolean> => {
    for (const masternode of [own, second]) if ((await valueIn(t, 'status', masternode)) !== 'ENABLED') return false;
    return true;
  };
  if (!(await holdsWithin(t, ENABLED_WITHIN_MS, areEnabled)))
    t.inapplicable(`a masternode that a second node operates is not enabled within ${ENABLED_WITHIN_MS / 1000} s`);
  return { own, second, nowS };
}
