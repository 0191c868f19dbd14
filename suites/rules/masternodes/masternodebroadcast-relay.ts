import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { broadcastIn, isListed, mustBeListed, ofMasternodes } from '../../support/masternodes.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

const SYNCED_WITHIN_MS = 20_000;
const ARRIVED_WITHIN_MS = 20_000;

export const masternodebroadcastRelayRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: 'masternodebroadcast-relay/to-network',
    effect: ['network'],
    uses: ['masternodebroadcast create-name', 'masternodelist', 'getbestblockhash'],
    run: async (t) => {
      const { own, configured } = await t.world.use('masternodes');
      const { node } = await t.world.use('peer');
      const peer = callsTo(t, node);
      const tip = await t.result('getbestblockhash');
      const isSynced = await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await peer('getbestblockhash')) === tip);
      if (!isSynced) t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name: own.name }));
      await t.result('masternodebroadcast relay', { hex });
      await mustBeListed(t, own, 'masternodebroadcast relay');
      const arrived = await holdsWithin(t, ARRIVED_WITHIN_MS, async () => stringify(await peer('masternodelist')).includes(own.txid));
      t.ok(arrived, `a peer does not list the masternode ${ARRIVED_WITHIN_MS / 1000} s after masternodebroadcast relay`, { check: 'peer' });
      // And from it: the peer relays another one, which it has only in this form.
      const other = t.random.pick(configured.filter((each) => each !== own));
      const otherHex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name: other.name }));
      await peer('masternodebroadcast relay', { hex: otherHex });
      if (!stringify(await peer('masternodelist')).includes(other.txid)) return;
      const came = await holdsWithin(t, ARRIVED_WITHIN_MS, () => isListed(t, other));
      t.ok(
        came,
        `masternodelist does not list ${other.name} ${ARRIVED_WITHIN_MS / 1000} s after a peer relayed its broadcast and lists it`,
        {
          check: 'listed',
        },
      );
    },
  }),
];
