import { afterEach, expect, it } from 'vitest';
import type { ByteReader } from '../primitives/byte-reader.ts';
import type { ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { RawPeer } from './testing/raw-peer.ts';
import { startTestNode, type TestNode } from './testing/test-node.ts';
import { until } from '../../test/until.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Floods each text that it has not heard before. */
class Gossip implements ProtocolPart {
  readonly heard: string[] = [];
  readonly joinedPeers: Peer[] = [];
  readonly node: TestNode;
  readonly handlers = {
    gossip: (peer: Peer, payload: ByteReader): void => this.take(payload.varBytes().toString(), peer),
  };

  constructor(node: TestNode) {
    this.node = node;
  }

  joined(peer: Peer): void {
    this.joinedPeers.push(peer);
  }

  take(text: string, from?: Peer): void {
    if (this.heard.includes(text)) return;
    this.heard.push(text);
    const bytes = Buffer.from(text);
    this.node.network.broadcast('gossip', Buffer.concat([Buffer.from([bytes.length]), bytes]), from);
  }
}

async function start(): Promise<{ readonly node: TestNode; readonly gossip: Gossip }> {
  const node = await startTestNode();
  ends.push(() => node.stop());
  const gossip = new Gossip(node);
  node.network.addPart(gossip);
  return { node, gossip };
}

it('passes a message on from peer to peer, but not back', async () => {
  const [a, b, c] = [await start(), await start(), await start()];
  b.node.network.tryNode(a.node.address);
  c.node.network.tryNode(b.node.address);
  await until('all have joined', () => a.gossip.joinedPeers.length + b.gossip.joinedPeers.length + c.gossip.joinedPeers.length === 4);
  a.gossip.take('hello');
  await until('c heard it', () => c.gossip.heard.includes('hello'));
  expect(b.gossip.heard).toEqual(['hello']);
  const sent = (node: TestNode): number => node.network.peers().filter(({ sentPerMessage }) => 'gossip' in sentPerMessage).length;
  expect([a, b, c].map(({ node }) => sent(node))).toEqual([1, 1, 0]);
});

it('counts a malformed message of an added part as misbehaviour', async () => {
  const { node } = await start();
  const peer = await RawPeer.ready(node.address);
  peer.send('gossip', Buffer.from([200, 1]));
  await peer.settled();
  expect(node.network.peers()[0]!.banScore).toBe(20);
  peer.send('unknown', Buffer.from([200, 1]));
  await peer.settled();
  expect(node.network.peers()[0]!.banScore).toBe(20);
  peer.close();
});

it('lets a part join the peers that are connected already', async () => {
  const [node, other] = [await startTestNode(), await startTestNode()];
  ends.push(
    () => node.stop(),
    () => other.stop(),
  );
  other.network.tryNode(node.address);
  await until('a peer', () => node.network.peers().some(({ version }) => version > 0));
  await until('its ping is answered', () => node.network.peers()[0]!.pingTime !== undefined);
  const gossip = new Gossip(node);
  node.network.addPart(gossip);
  expect(gossip.joinedPeers).toHaveLength(1);
  expect(() => node.network.addPart(new Gossip(node))).toThrow('the message gossip has a handler already');
});
