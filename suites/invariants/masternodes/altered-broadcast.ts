import type { Case } from '../../../engine/case.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { broadcastIn, isListed, ofMasternodes, valueIn } from '../../support/masternodes.ts';
import { invariant } from '../invariant.ts';

/** So many places of the broadcast are altered, spread over it. */
const PLACES = 48;

export const alteredBroadcastInvariants: readonly Case[] = [
  invariant({
    ...ofMasternodes,
    id: 'masternode-broadcasts/altered',
    text: 'An altered broadcast is not taken for what the masternode signed.',
    methods: ['masternodebroadcast relay', 'masternodebroadcast create-name', 'masternodelist', 'masternode genkey'],
    effect: ['network'],
    evidence: 'standard',
    source: 'SEC 1, Elliptic Curve Digital Signature Algorithm: a signature is valid for the message that was signed',
    ownNode: true,
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const masternode = t.random.pick(configured);
      if (await isListed(t, masternode)) t.inapplicable(`${masternode.name} is listed before it was started`);
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name: masternode.name }));
      const length = hex.length / 2;
      const first = t.random.integer(0, Math.floor(length / PLACES));
      for (let place = 0; place < PLACES; place++) {
        const at = Math.min(length - 1, first + Math.floor((place * length) / PLACES));
        const bytes = fromHex(hex);
        bytes[at] = bytes[at]! ^ (1 << t.random.integer(0, 7));
        // Refused, or reported as failed. What is not signed may be altered.
        await t.call('masternodebroadcast relay', { hex: toHex(bytes) });
        if (!(await isListed(t, masternode))) continue;
        const address = await valueIn(t, 'addr', masternode);
        if (!t.equal(address, masternode.address, `the address of ${masternode.name} after its broadcast with an altered byte ${at}`))
          return;
      }
      await t.result('masternodebroadcast relay', { hex });
      t.ok(await isListed(t, masternode), `masternodelist does not list ${masternode.name} after masternodebroadcast relay`, {
        check: 'started',
      });
      t.equal(await valueIn(t, 'addr', masternode), masternode.address, `the address of ${masternode.name} after its broadcast`);
    },
  }),
];
