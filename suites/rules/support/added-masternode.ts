import type { Case } from '../../../engine/case.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { optionsOfMasternode } from '../../../fixtures/world/ingredients/masternodes.ts';
import type { CallOptions } from '../../../client/types.ts';
import type { PeerInfo, ServiceCall } from '../../../specs/model/generated/wire.d.ts';
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

const ofAddedMasternodes = {
  ...ofMasternodes,
  ownNode: true,
  rule: 'addnode/protected',
  effect: ['network', 'chain'],
} as const;

type Calls = ServiceCall<CallOptions>;

const isSynced = async (t: Trial, peer: Calls): Promise<boolean> =>
  (await peer('getbestblockhash')) === (await t.result('getbestblockhash'));

/**
 * Adds the node under test to another node.
 * @param lacks ends the case where the other node does not list the connection
 * @returns judges that the connection stays, at least until the other node has the tip
 */
async function added(t: Trial, peer: Calls, lacks: (why: string) => never): Promise<(when: string) => Promise<void>> {
  const address = t.node.peerAddress;
  if (address === undefined) t.inapplicable('the node has no address for peers');
  const connection = async (): Promise<PeerInfo | undefined> =>
    (await peer('getpeerinfo')).find(({ addr, version }) => addr === address && version !== 0);
  await peer('addnode', { node: address, command: 'add' });
  await holdsWithin(t, CONNECTED_WITHIN_MS, async () => (await connection()) !== undefined);
  const first = await connection();
  if (first === undefined) return lacks('does not list the added node under its address');
  return async (when) => {
    const isLost = async (): Promise<boolean> => (await connection())?.id !== first.id;
    // What was sent before the last block has come with it.
    await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await isSynced(t, peer)) || (await isLost()));
    t.equal((await connection())?.id, first.id, `the id of the connection to an added node ${when}`, { check: 'connection' });
  };
}

/** What an added masternode sends is no misbehaviour, also where the node that added it cannot judge it yet. */
export const addedMasternodeCases: readonly Case[] = [
  rule({
    ...ofAddedMasternodes,
    case: 'masternode',
    uses: ['masternode initialize', 'masternodelist', 'getpeerinfo', 'getbestblockhash'],
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        const { own } = await t.world.use('masternodes');
        const { node } = await t.world.use('peer');
        const peer = callsTo(t, node);
        const untilSynced = async (): Promise<void> => {
          if (!(await holdsWithin(t, SYNCED_WITHIN_MS, () => isSynced(t, peer))))
            t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
        };
        await untilSynced();
        const stays = await added(t, peer, (why) => t.inapplicable(`the second node ${why}`));

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
  }),
  rule({
    ...ofAddedMasternodes,
    effect: ['network', 'chain', 'process'],
    case: 'masternode-to-a-new-node',
    uses: ['masternode start-all', 'masternodelist', 'getpeerinfo', 'getbestblockhash'],
    run: (t: Trial) =>
      withMockTime(t, async (at) => {
        const { node } = await t.world.use('peer');
        // A node that has all blocks lists it.
        await added(t, callsTo(t, node), (why) => t.inapplicable(`the second node ${why}`));
        const { own, nowS } = await withOneEnabled(t, at);
        await t.world.mine(BLOCKS);
        // Its votes are kept, and sent to whom it meets next.
        await t.node.restart([...optionsOfMasternode(own), `-mocktime=${nowS}`]);
        await t.world.use('wallet'); // loads the wallet if the node did not
        const stays = await added(t, callsTo(t, await t.world.startNode()), (why) => {
          t.ok(false, `a node that has no block of the chain ${why}, as one that has them did`, { check: 'connection' });
          throw new CaseOver();
        });
        await stays('that is an enabled masternode, by a node that had no block of its chain');
        await t.world.mine(1);
        await stays('that is an enabled masternode, after a block');
      }),
  }),
];
