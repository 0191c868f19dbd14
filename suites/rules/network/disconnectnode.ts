import type { Case } from '../../../engine/case.ts';
import { DISCONNECTED_WITHIN_MS, disconnects, peerInfo } from '../../support/peers.ts';
import { rule } from '../rule.ts';

export const disconnectnodeRules: readonly Case[] = [
  rule({
    rule: 'disconnectnode/exactly-one',
    effect: ['network'],
    profile: 'peers',
    uses: ['getpeerinfo'],
    run: async (t) => {
      const { address, id } = await t.world.use('peer');
      await t.refused('disconnectnode', {}, 'neither address nor nodeid was given');
      await t.refused('disconnectnode', { address, nodeid: id }, 'both address and nodeid were given');
      t.equal((await peerInfo(t, address))?.id, id, 'the id of the peer after two invalid calls', { path: 'id' });
      await t.result('disconnectnode', { address });
      t.ok(
        await disconnects(t, address),
        `disconnectnode by address: the peer is still connected after ${DISCONNECTED_WITHIN_MS / 1000} s`,
      );
    },
  }),
  rule({
    rule: 'disconnectnode/empty-address',
    effect: ['network'],
    profile: 'peers',
    uses: ['getpeerinfo'],
    run: async (t) => {
      const { address, id } = await t.world.use('peer');
      await t.result('disconnectnode', { address: '', nodeid: id });
      t.ok(await disconnects(t, address), `disconnectnode by id: the peer is still connected after ${DISCONNECTED_WITHIN_MS / 1000} s`);
    },
  }),
  rule({
    rule: 'disconnectnode/named-nodeid',
    effect: ['network'],
    profile: 'peers',
    uses: ['getpeerinfo'],
    run: async (t) => {
      const { address, id } = await t.world.use('peer');
      // Without the trial, which sends arguments by position.
      const reply = await t.node.client.call('disconnectnode', { nodeid: id });
      if (reply.type === 'fault') {
        const { kind, evidence, source, message } = reply.fault;
        t.report({ check: kind, evidence, source, message: `disconnectnode: ${message}` });
        return;
      }
      if (reply.type === 'error') {
        t.ok(false, `a call with the named argument nodeid only was refused: ${reply.error.message}`, { check: 'refused' });
        return;
      }
      t.ok(await disconnects(t, address), `disconnectnode by id: the peer is still connected after ${DISCONNECTED_WITHIN_MS / 1000} s`);
    },
  }),
];
