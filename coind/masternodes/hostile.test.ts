import { afterEach, beforeEach, expect, it } from 'vitest';
import { curve } from '../crypto/testing/curve.ts';
import { RawPeer } from '../network/testing/raw-peer.ts';
import { encodeBroadcast, readBroadcast, signBroadcast, type Broadcast } from './broadcast.ts';
import { MAX_FUTURE_SECONDS, PING_INTERVAL_SECONDS, PREVIOUS_PROTOCOL } from './limits.ts';
import { encodePing, signPing } from './ping.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { MasternodeNet, operatorKey, SPORK_WIF, START_TIME, type NetNode } from './testing/masternode-net.ts';

let net: MasternodeNet;
let node: NetNode;
/** A valid announcement that the node does not know yet. */
let valid: Broadcast;

beforeEach(async () => {
  net = new MasternodeNet();
  node = await net.start(`-sporkkey=${SPORK_WIF}`);
  await net.fund(node, 'one');
  const { hex } = await node.call<{ hex: string }>('masternodebroadcast create-name', 'one');
  valid = readBroadcast(new ByteReader(Buffer.from(hex, 'hex').subarray(1)));
});

afterEach(() => net.stop());

/** The key of the collateral, as the wallet has it. */
function collateralKey(): Uint8Array {
  const wallet = node.node.context.wallets.get('')!;
  return wallet.keychain.signing().privateKey(valid.collateralKey)!;
}

/** The announcement with other fields, signed as it should be. */
function signed(changes: Partial<Broadcast>): Broadcast {
  const { signature: _, ping, ...fields } = { ...valid, ...changes };
  return signBroadcast(fields, ping, { collateralKey: collateralKey(), curve });
}

it.each<[string, () => Broadcast | Promise<Broadcast>, 'kept' | 'ignored' | 'disconnected']>([
  ['a valid announcement', () => valid, 'kept'],
  ['one with another address than was signed', () => ({ ...valid, address: { host: '127.0.0.1', port: 1 } }), 'disconnected'],
  ['one without a port', () => signed({ address: { host: '127.0.0.1', port: 0 } }), 'disconnected'],
  ['one that is signed by the operator', () => ({ ...valid, signature: valid.ping.signature }), 'disconnected'],
  ['one with the ping of another operator', () => signed({ operatorKey: curve.publicKey(operatorKey('two'), true) }), 'disconnected'],
  ['one of the future', () => signed({ signedAt: START_TIME + MAX_FUTURE_SECONDS + 1 }), 'ignored'],
  ['one whose collateral does not exist', () => elsewhere('ff'.repeat(32), 0), 'ignored'],
  ['one whose collateral has another amount', otherAmount, 'disconnected'],
])('%s', async (_, broadcast, outcome) => {
  const peer = await RawPeer.ready(node.address, '127.0.0.2');
  peer.send('mnb', encodeBroadcast(await broadcast()));
  expect(await peer.settled()).toBe(outcome !== 'disconnected');
  expect(node.masternodes.list().length).toBe(outcome === 'kept' ? 1 : 0);
  peer.close();
});

function elsewhere(txid: string, vout: number): Broadcast {
  const outpoint = { txid, vout };
  const { signature: _, ...ping } = valid.ping;
  return signed({ outpoint, ping: signPing({ ...ping, outpoint }, operatorKey('one'), curve) });
}

/** For an output of the key of the collateral. */
async function otherAmount(): Promise<Broadcast> {
  const received = async (txid: string): Promise<{ address: string; vout: number }> => {
    const { details } = await node.call<{ details: { address: string; category: string; vout: number }[] }>('gettransaction', txid);
    return details.find(({ category }) => category === 'receive')!;
  };
  const { address } = await received(net.outpoints.get('one')!.txid);
  const txid = await node.call<string>('sendtoaddress', address, 19);
  await node.mine(6);
  return elsewhere(txid, (await received(txid)).vout);
}

it('accepts pings of the operator only, and not too often', async () => {
  await node.call('masternode initialize', 'one');
  const { signature: _, ...first } = valid.ping;
  const later = { ...first, signedAt: START_TIME + PING_INTERVAL_SECONDS };
  net.setTime(START_TIME + PING_INTERVAL_SECONDS);
  const peer = await RawPeer.ready(node.address);
  const seen = async (ping: Parameters<typeof encodePing>[0]): Promise<number> => {
    peer.send('mnp', encodePing(ping));
    await peer.settled();
    return node.masternodes.list()[0]!.lastSeen;
  };
  expect(await seen(signPing(later, operatorKey('two'), curve))).toBe(START_TIME);
  expect(await seen(signPing({ ...later, blockHash: 'ee'.repeat(32) }, operatorKey('one'), curve))).toBe(START_TIME);
  expect(await seen(signPing({ ...later, signedAt: START_TIME + 1 }, operatorKey('one'), curve))).toBe(START_TIME);
  expect(await seen(signPing(later, operatorKey('one'), curve))).toBe(START_TIME + PING_INTERVAL_SECONDS);
  peer.close();
});

it('requires an update of a masternode of the previous release, once spork 10 is active', async () => {
  const peer = await RawPeer.ready(node.address);
  peer.send('mnb', encodeBroadcast(signed({ protocol: PREVIOUS_PROTOCOL })));
  await peer.settled();
  expect(node.statusOf('one')).toBe('PRE_ENABLED');
  await node.call('setspork', 'SPORK_10_MASTERNODE_PAY_UPDATED_NODES', 0);
  expect(node.statusOf('one')).toBe('UPDATE_REQUIRED');
  expect(await node.call('masternode count', 'ps')).toBe(0);
  expect(await node.call('masternode count', 'total')).toBe(1);
  peer.close();
});

it('counts malformed messages as misbehaviour', async () => {
  const peer = await RawPeer.ready(node.address);
  const whole = encodeBroadcast(valid);
  peer.send('mnb', whole.subarray(0, -1));
  await peer.settled();
  expect(node.node.context.network.peers()[0]!.banScore).toBe(20);
  peer.close();
});

it('answers a peer that asks for the list, once in a while', async () => {
  await node.call('masternode initialize', 'one');
  const peer = await RawPeer.ready(node.address);
  await peer.settled();
  const count = (): number => peer.commands().filter((command) => command === 'mnb').length;
  expect(count()).toBe(1); // when it joined
  peer.send('mnget');
  peer.send('mnget');
  await peer.settled();
  expect(count()).toBe(2);
  peer.close();
});

it('asks for masternodes and votes only peers that know such messages', async () => {
  const other = await RawPeer.ready(node.address, undefined, undefined, { userAgent: '/Satoshi:0.21.0/' });
  const same = await RawPeer.ready(node.address, undefined, undefined, { userAgent: '/coind:1.0.0(comment)/' });
  await node.call('mnsync', 'reset');
  for (let step = 0; step < 5; step++) await node.call('mnsync', 'next');
  for (const peer of [other, same]) await peer.settled();
  const asked = (peer: RawPeer): string[] => peer.commands().filter((command) => command.startsWith('mn'));
  expect(asked(same)).toEqual(['mnget', 'mnwget']);
  expect(asked(other)).toEqual([]);
  for (const peer of [other, same]) peer.close();
});
