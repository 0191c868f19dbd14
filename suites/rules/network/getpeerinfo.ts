import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { compactSize, fromHex, joined } from '../../../oracles/bytes.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, peerInfoOf, withPlainPeer } from '../support/connected-peers.ts';
import { bytesOf, HEADER_BYTES, type Traffic } from '../support/plain-peer.ts';

const SOON_MS = 10_000;
const BLOCKS = 2;

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

/** A message type among the bytes that a peer counts by type. */
interface Counted {
  readonly bytes: { readonly [type: string]: number };
  readonly type: string;
  readonly path: string;
}

/** Checks the bytes of a message type, with or without headers, which the documents leave open. */
function checkBytes(t: Trial, { bytes, type, path }: Counted, { count, contentBytes }: Traffic): void {
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
        let info = await peerInfoOf(t, peer);
        const isComplete = (bytes: { readonly [type: string]: number }, traffic: ReadonlyMap<string, Traffic>): boolean =>
          [...traffic.keys()].every((type) => bytes[type] !== undefined);
        // The last messages may still be in transit.
        await holdsWithin(t, SOON_MS, async () => {
          info = await peerInfoOf(t, peer);
          return (
            peer.sent.has('verack') &&
            isComplete(info.bytessent_per_msg, peer.received) &&
            isComplete(info.bytesrecv_per_msg, peer.sent) &&
            info.bytessent === bytesOf(peer.received) &&
            info.bytesrecv === bytesOf(peer.sent)
          );
        });
        for (const [type, traffic] of peer.received)
          checkBytes(t, { bytes: info.bytessent_per_msg, type, path: 'bytessent_per_msg' }, traffic);
        for (const [type, traffic] of peer.sent) checkBytes(t, { bytes: info.bytesrecv_per_msg, type, path: 'bytesrecv_per_msg' }, traffic);
        t.equal(info.bytessent, bytesOf(peer.received), 'bytessent (compared with what the peer received)', { path: 'bytessent' });
        t.equal(info.bytesrecv, bytesOf(peer.sent), 'bytesrecv (compared with what the peer sent)', { path: 'bytesrecv' });
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
        const asked = await holdsWithin(t, SOON_MS, async () => peer.received.has('getdata'));
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
