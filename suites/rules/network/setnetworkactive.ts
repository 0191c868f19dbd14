import type { Case } from '../../../engine/case.ts';
import { DISCONNECTED_WITHIN_MS, disconnects, peerInfo } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

const CONNECTED_AGAIN_WITHIN_MS = 10_000;

export const setnetworkactiveRules: readonly Case[] = [
  rule({
    rule: ['setnetworkactive/disable', 'setnetworkactive/enable'],
    effect: ['network'],
    profile: 'peers',
    uses: ['getnetworkinfo', 'getpeerinfo', 'addnode'],
    run: async (t) => {
      const active = async (): Promise<boolean> => (await t.result('getnetworkinfo')).networkactive;
      const { address } = await t.world.use('peer');
      try {
        await t.result('setnetworkactive', { state: false });
        t.equal(await active(), false, 'networkactive after setnetworkactive false', { path: 'networkactive' });
        t.ok(await disconnects(t, address), `a peer is still connected ${DISCONNECTED_WITHIN_MS / 1000} s after setnetworkactive false`);
        await t.call('addnode', { node: address, command: 'onetry' });
        t.ok((await peerInfo(t, address)) === undefined, 'the node connects to a peer while network activity is disabled');
      } finally {
        await t.result('setnetworkactive', { state: true });
      }
      t.equal(await active(), true, 'networkactive after setnetworkactive true', { path: 'networkactive' });
      await t.result('addnode', { node: address, command: 'onetry' });
      const back = await holdsWithin(t, CONNECTED_AGAIN_WITHIN_MS, async () => (await peerInfo(t, address)) !== undefined);
      t.ok(back, `the node does not connect to a peer within ${CONNECTED_AGAIN_WITHIN_MS / 1000} s of setnetworkactive true`);
    },
  }),
];
