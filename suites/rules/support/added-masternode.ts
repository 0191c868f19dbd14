import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import { mustBeListed, ofMasternodes, valueIn, withOneEnabled } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { callsTo } from '../../support/other-node.ts';
import { CONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';

const SYNCED_WITHIN_MS = 20_000;
const PINGED_WITHIN_MS = 20_000;
/** Longer than the time between two pings. */
const PING_AFTER_S = 11 * 60;
/** So many that a masternode votes for winners. */
const BLOCKS = 2;

/** What an added masternode sends is no misbehaviour, also where the node that added it has another tip and cannot judge it yet. */
export const addedMasternodeCase: Case = rule({
  ...ofMasternodes,
  ownNode: true,
  rule: 'addnode/protected',
  case: 'masternode',
  effect: ['network', 'chain'],
  uses: ['masternode initialize', 'masternodelist', 'getpeerinfo', 'getbestblockhash'],
  run: (t: Trial) =>
    withMockTime(t, async (at) => {
      const { own } = await t.world.use('masternodes');
      const address = t.node.peerAddress;
      if (address === undefined) t.inapplicable('the node has no address for peers');
      const { node } = await t.world.use('peer');
      const peer = callsTo(t, node);
      const isSynced = async (): Promise<boolean> => (await peer('getbestblockhash')) === (await t.result('getbestblockhash'));
      const untilSynced = async (): Promise<void> => {
        if (!(await holdsWithin(t, SYNCED_WITHIN_MS, isSynced)))
          t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
      };
      const connection = async (): Promise<PeerInfo | undefined> =>
        (await peer('getpeerinfo')).find(({ addr, version }) => addr === address && version !== 0);
      await untilSynced();
      await peer('addnode', { node: address, command: 'add' });
      await holdsWithin(t, CONNECTED_WITHIN_MS, async () => (await connection()) !== undefined);
      const added = await connection();
      if (added === undefined) t.inapplicable('the second node does not list the added node under its address');
      const stays = async (when: string): Promise<void> => {
        const isLost = async (): Promise<boolean> => (await connection())?.id !== added.id;
        // What was sent before the last block has come with it.
        await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await isSynced()) || (await isLost()));
        t.equal((await connection())?.id, added.id, `the id of the connection to an added node ${when}`, { check: 'connection' });
      };

      const [left = ''] = await t.world.mine(1);
      await untilSynced();
      await whileInvalidated(t, left, async () => {
        // A block instead of it, which the other node knows and does not follow: it has the first one already.
        await t.world.mine(1, (await t.world.fresh('foreignKey')).addresses.bech32);
        const nowS = Math.floor(Date.now() / 1000);
        await at(nowS);
        await t.result('masternode initialize', { name: own.name });
        await mustBeListed(t, own, 'masternode initialize');
        await at(nowS + PING_AFTER_S);
        await holdsWithin(t, PINGED_WITHIN_MS, async () => Number(await valueIn(t, 'lastseen', own)) > nowS);
        await t.world.mine(1);
      });
      await stays('that was started as a masternode and pinged while both had different tips');
      await withOneEnabled(t, at);
      for (let i = 0; i < BLOCKS; i++) {
        await t.world.mine(1);
        await stays('that is an enabled masternode, after a block');
      }
    }),
});
