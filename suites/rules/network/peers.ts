import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { compactSize, fromHex, joined } from '../../../oracles/bytes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, peerInfo, peerInfoOf, withPlainPeer } from '../support/connected-peers.ts';
import type { Traffic } from '../support/plain-peer.ts';

const SOON_MS = 10_000;
/** Of each message, beside its content: magic, name, length and checksum of the public protocol. */
const HEADER_BYTES = 24;
const BLOCKS = 2;

const gone = (t: Trial, address: string): Promise<boolean> => holdsWithin(SOON_MS, async () => (await peerInfo(t, address)) === undefined);

/** Headers of blocks that the node does not have, made by another one that is gone afterwards. */
async function strangersHeaders(t: Trial): Promise<Uint8Array[]> {
  if (!t.target.capabilities.startNodes) t.inapplicable('blocks that the node does not know take a second node');
  const { address } = await t.world.use('bech32Address');
  if ((await t.world.result('getblockcount')) !== 0) t.inapplicable('the node has blocks already, and would not ask for those of a shorter chain');
  const other = await t.target.start('default');
  try {
    const ask = async (method: string, params: (string | number | boolean)[]): Promise<unknown> => {
      const reply = await other.client.call(method, params);
      if (reply.type !== 'result') t.inapplicable(`the second node does not answer ${method} with a result`);
      return reply.result;
    };
    const hashes = (await ask('generatetoaddress', [BLOCKS, address])) as string[];
    const headers: Uint8Array[] = [];
    for (const hash of hashes) headers.push(fromHex(await ask('getblockheader', [hash, false])));
    return headers;
  } finally {
    await other.stop();
  }
}

/** The bytes of a type of message, counted with or without headers, which is left open. */
function checkBytes(t: Trial, bytes: { readonly [type: string]: number }, type: string, { count, contentBytes }: Traffic, path: string): void {
  const fits = bytes[type] === contentBytes + count * HEADER_BYTES || bytes[type] === contentBytes;
  t.ok(fits, `${path}.${type} is ${bytes[type]}, the peer has counted ${contentBytes} bytes in ${count} messages, and headers of ${HEADER_BYTES}`, { path: `${path}.${type}` });
}

export const peerRules: readonly Case[] = [
  rule({
    rule: 'disconnectnode/exactly-one',
    effect: ['network'],
    profile: 'peers',
    uses: ['getpeerinfo'],
    run: async (t) => {
      const { address, id } = await t.world.use('peer');
      await t.refused('disconnectnode', {}, 'neither address nor nodeid was given');
      await t.refused('disconnectnode', { address, nodeid: id }, 'both address and nodeid were given');
      t.equal((await peerInfo(t, address))?.id, id, 'the id of the peer after two calls that name no peer', { path: 'id' });
      await t.result('disconnectnode', { address });
      t.ok(await gone(t, address), `the peer named by its address is still connected after ${SOON_MS / 1000} s`);
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
      t.ok(await gone(t, address), `the peer named by its id is still connected after ${SOON_MS / 1000} s`);
    },
  }),
  rule({
    rule: 'disconnectnode/named-nodeid',
    effect: ['network'],
    profile: 'peers',
    uses: ['getpeerinfo'],
    run: async (t) => {
      const { address, id } = await t.world.use('peer');
      // Past the trial, which gives arguments in their order.
      const reply = await t.node.client.call('disconnectnode', { nodeid: id });
      if (reply.type === 'fault') {
        const { kind, evidence, source, message } = reply.fault;
        t.report({ check: kind, evidence, source, message: `disconnectnode: ${message}` });
        return;
      }
      if (reply.type === 'error') {
        t.ok(false, `nodeid alone, given by name, is refused: ${reply.error.message}`, { check: 'refused' });
        return;
      }
      t.ok(await gone(t, address), `the peer named by its id is still connected after ${SOON_MS / 1000} s`);
    },
  }),
  rule({
    rule: ['setnetworkactive/disable', 'setnetworkactive/enable'],
    effect: ['network'],
    profile: 'peers',
    uses: ['getnetworkinfo', 'getpeerinfo', 'addnode'],
    run: async (t) => {
      const active = async (): Promise<boolean> => (await t.result<{ networkactive: boolean }>('getnetworkinfo')).networkactive;
      const { address } = await t.world.use('peer');
      try {
        await t.result('setnetworkactive', { state: false });
        t.equal(await active(), false, 'networkactive of getnetworkinfo after it was turned off', { path: 'networkactive' });
        t.ok(await gone(t, address), `a peer is still connected ${SOON_MS / 1000} s after all activity was turned off`);
        await t.call('addnode', { node: address, command: 'onetry' });
        t.ok((await peerInfo(t, address)) === undefined, 'the node connects to a peer while all activity is turned off');
      } finally {
        await t.result('setnetworkactive', { state: true });
      }
      t.equal(await active(), true, 'networkactive of getnetworkinfo after it was turned on again', { path: 'networkactive' });
      await t.result('addnode', { node: address, command: 'onetry' });
      const back = await holdsWithin(SOON_MS, async () => (await peerInfo(t, address)) !== undefined);
      t.ok(back, `the node does not connect to a peer within ${SOON_MS / 1000} s after activity was turned on again`);
    },
  }),
  rule({
    rule: 'getpeerinfo/per-message',
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        await connect(t, peer);
        const both = await holdsWithin(SOON_MS, async () => (await peerInfoOf(t, peer)).bytesrecv_per_msg['verack'] !== undefined);
        t.ok(both, 'bytesrecv_per_msg has no verack, though the peer has sent one', { path: 'bytesrecv_per_msg' });
        const info = await peerInfoOf(t, peer);
        // Each of these goes either way once in the life of a connection.
        for (const type of ['version', 'verack']) {
          checkBytes(t, info.bytessent_per_msg, type, peer.received.get(type) as Traffic, 'bytessent_per_msg');
          checkBytes(t, info.bytesrecv_per_msg, type, peer.sent.get(type) as Traffic, 'bytesrecv_per_msg');
        }
        const sum = (bytes: { readonly [type: string]: number }): number => Object.values(bytes).reduce((total, one) => total + one, 0);
        t.ok(sum(info.bytessent_per_msg) <= info.bytessent, 'bytessent_per_msg comes to more than bytessent', { path: 'bytessent_per_msg' });
        t.ok(sum(info.bytesrecv_per_msg) <= info.bytesrecv, 'bytesrecv_per_msg comes to more than bytesrecv', { path: 'bytesrecv_per_msg' });
      }),
  }),
  rule({
    rule: 'getpeerinfo/inflight',
    effect: ['network'],
    ownNode: true,
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        const headers = await strangersHeaders(t);
        await connect(t, peer);
        t.equal((await peerInfoOf(t, peer)).inflight ?? null, [], 'inflight of a peer that has no block to offer', { path: 'inflight' });
        peer.send('headers', joined(compactSize(headers.length), ...headers.map((header) => joined(header, [0]))));
        const asked = await holdsWithin(SOON_MS, async () => peer.received.has('getdata'));
        if (!asked) t.inapplicable('the node does not ask the peer for the blocks that it announces');
        t.equal((await peerInfoOf(t, peer)).inflight ?? null, [1, 2], 'inflight, the heights that were requested from the peer,', { path: 'inflight' });
      }),
  }),
];
