import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { compactSize, fromHex, joined } from '../../../oracles/bytes.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, peerInfoOf, withPlainPeer } from '../support/connected-peers.ts';
import type { Traffic } from '../support/plain-peer.ts';

const SOON_MS = 10_000;
/** Size of a message header in the public protocol: magic, name, length and checksum. */
const HEADER_BYTES = 24;
const BLOCKS = 2;
const NONE: Traffic = { count: 0, contentBytes: 0 };

/** Headers of blocks that the node does not have, made by a temporary second node. */
async function strangersHeaders(t: Trial): Promise<Uint8Array[]> {
  if (!t.target.capabilities.startNodes)
    t.inapplicable('Pyx cannot start a second node of this target, which makes blocks that the node does not have');
  const { address } = await t.world.use('bech32Address');
  if ((await t.world.result('getblockcount')) !== 0)
    t.inapplicable('the node already has blocks, and does not request those of a shorter chain');
  const other = await t.target.start('default');
  try {
    const ask = callsTo(t, other);
    const headers: Uint8Array[] = [];
    for (const hash of await ask('generatetoaddress', { nblocks: BLOCKS, address }))
      headers.push(fromHex(await ask('getblockheader', { hash, verbose: false })));
    return headers;
  } finally {
    await other.stop();
  }
}

/** Checks the bytes of a message type, with or without headers, which the documents leave open. */
function checkBytes(
  t: Trial,
  bytes: { readonly [type: string]: number },
  type: string,
  { count, contentBytes }: Traffic,
  path: string,
): void {
  const fits = bytes[type] === contentBytes + count * HEADER_BYTES || bytes[type] === contentBytes;
  t.ok(
    fits,
    `${path}.${type} is ${bytes[type]}, expected ${contentBytes} (contents of ${count} messages) or ${contentBytes + count * HEADER_BYTES} (with headers)`,
    { path: `${path}.${type}` },
  );
}

export const getpeerinfoRules: readonly Case[] = [
  rule({
    rule: 'getpeerinfo/per-message',
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        await connect(t, peer);
        const both = await holdsWithin(SOON_MS, async () => (await peerInfoOf(t, peer)).bytesrecv_per_msg['verack'] !== undefined);
        t.ok(both, 'bytesrecv_per_msg has no verack, although the peer sent one', { path: 'bytesrecv_per_msg' });
        const info = await peerInfoOf(t, peer);
        // Each of these messages is sent once in each direction of a connection.
        for (const type of ['version', 'verack']) {
          checkBytes(t, info.bytessent_per_msg, type, peer.received.get(type) ?? NONE, 'bytessent_per_msg');
          checkBytes(t, info.bytesrecv_per_msg, type, peer.sent.get(type) ?? NONE, 'bytesrecv_per_msg');
        }
        const sum = (bytes: { readonly [type: string]: number }): number => Object.values(bytes).reduce((total, count) => total + count, 0);
        t.ok(sum(info.bytessent_per_msg) <= info.bytessent, 'the sum of bytessent_per_msg is more than bytessent', {
          path: 'bytessent_per_msg',
        });
        t.ok(sum(info.bytesrecv_per_msg) <= info.bytesrecv, 'the sum of bytesrecv_per_msg is more than bytesrecv', {
          path: 'bytesrecv_per_msg',
        });
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
        t.equal((await peerInfoOf(t, peer)).inflight, [], 'inflight of a peer that announced no block', { path: 'inflight' });
        peer.send('headers', joined(compactSize(headers.length), ...headers.map((header) => joined(header, [0]))));
        const asked = await holdsWithin(SOON_MS, async () => peer.received.has('getdata'));
        if (!asked) t.inapplicable('the node does not request the blocks that the peer announces');
        const { inflight } = await peerInfoOf(t, peer);
        // The documents leave the order open.
        t.equal(
          [...inflight].sort((a, b) => a - b),
          [1, 2],
          'inflight (the heights of the requested blocks)',
          {
            path: 'inflight',
          },
        );
      }),
  }),
];
