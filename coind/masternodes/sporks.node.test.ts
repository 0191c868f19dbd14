import { afterEach, expect, it } from 'vitest';
import { RawPeer } from '../network/testing/raw-peer.ts';
import { until } from '../../test/until.ts';
import { curve } from '../crypto/testing/curve.ts';
import { MasternodeNet, operatorKey, operatorWif, SPORK_WIF, START_TIME, type NetNode } from './testing/masternode-net.ts';
import { encodeSpork, signSpork } from './spork-message.ts';

let net: MasternodeNet;

afterEach(() => net.stop());

const show = (node: NetNode): Promise<Record<string, number>> => node.call('spork', 'show');

it('sends sporks from node to node, also to one that comes later, and keeps them over a restart', async () => {
  net = new MasternodeNet();
  const signer = await net.start(`-sporkkey=${SPORK_WIF}`);
  const args = [`-datadir=${net.folder}/node`];
  const [middle, far] = [await net.start(), await net.start(...args)];
  await net.connect(middle, signer);
  await net.connect(far, middle);
  expect(await show(signer)).toEqual({
    SPORK_6_NEW_SIGS: 4_070_908_800,
    SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT: 4_070_908_800,
    SPORK_9_SUPERBLOCKS_ENABLED: 4_070_908_800,
    SPORK_10_MASTERNODE_PAY_UPDATED_NODES: 4_070_908_800,
    SPORK_12_RECONSIDER_BLOCKS: 0,
    SPORK_14_REQUIRE_SENTINEL_FLAG: 4_070_908_800,
  });
  await signer.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', 7);
  await signer.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', START_TIME + 1); // within the same second
  await until('it came', () => far.node.context.sporks.value('SPORK_9_SUPERBLOCKS_ENABLED') === START_TIME + 1);
  const active = async (): Promise<unknown> => (await far.call<Record<string, boolean>>('spork', 'active'))['SPORK_9_SUPERBLOCKS_ENABLED'];
  expect(await active()).toBe(false);
  net.setTime(START_TIME + 1);
  expect(await active()).toBe(true);
  // It is no time, so it is never active.
  await expect(far.call('spork', 'active')).resolves.toMatchObject({ SPORK_12_RECONSIDER_BLOCKS: false });
  await far.node.stop();
  const again = await net.start(...args);
  expect((await show(again))['SPORK_9_SUPERBLOCKS_ENABLED']).toBe(START_TIME + 1);
  const late = await net.start();
  await net.connect(late, again);
  await until('it came', () => late.node.context.sporks.value('SPORK_9_SUPERBLOCKS_ENABLED') === START_TIME + 1);
});

it('accepts sporks of one key only', async () => {
  net = new MasternodeNet();
  const node = await net.start();
  await expect(node.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', 0)).rejects.toMatchObject({
    code: -1,
    message: expect.stringContaining('-sporkkey'),
  });
  await expect(node.call('setspork', 'SPORK_99', 0)).rejects.toMatchObject({ code: -8 });
  const peer = await RawPeer.ready(node.address, '127.0.0.2');
  const unsigned = { id: 9, value: 0n, signedAt: START_TIME };
  peer.send('spork', encodeSpork(signSpork(unsigned, operatorKey('stranger'), curve)));
  expect(await peer.settled()).toBe(false); // disconnected
  expect((await show(node))['SPORK_9_SUPERBLOCKS_ENABLED']).toBe(4_070_908_800);
  const others = await net.start(`-sporkkey=${operatorWif('other network')}`);
  await others.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', 0);
  await expect(others.call('spork', 'active')).resolves.toMatchObject({ SPORK_9_SUPERBLOCKS_ENABLED: true });
  // The time of a spork that is off exceeds 31 bits.
  await others.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', 4_070_908_800);
  await expect(others.call('spork', 'active')).resolves.toMatchObject({ SPORK_9_SUPERBLOCKS_ENABLED: false });
});

it('ignores older values and unknown sporks', async () => {
  net = new MasternodeNet();
  const node = await net.start(`-sporkkey=${operatorWif('here')}`);
  await node.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', 5);
  const peer = await RawPeer.ready(node.address);
  const key = operatorKey('here');
  peer.send('spork', encodeSpork(signSpork({ id: 9, value: 6n, signedAt: START_TIME - 1 }, key, curve)));
  peer.send('spork', encodeSpork(signSpork({ id: 77, value: 6n, signedAt: START_TIME + 1 }, key, curve)));
  expect(await peer.settled()).toBe(true);
  expect((await show(node))['SPORK_9_SUPERBLOCKS_ENABLED']).toBe(5);
  expect(node.node.context.network.peers()[0]!.banScore).toBe(0);
  peer.close();
});
