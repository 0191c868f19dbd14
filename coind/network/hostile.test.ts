import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import type { Block } from '../primitives/types.ts';
import { RawPeer, rawMessage, rawVersion } from './testing/raw-peer.ts';
import { coinbaseOf, split, startTestNode, type TestNode } from './testing/test-node.ts';
import { until } from '../../test/until.ts';

/** A loopback address that the node treats as another machine: tests never listen or connect beyond loopback. */
const FOREIGN = '127.0.0.9';

const ends: (() => unknown)[] = [];

async function start(...args: Parameters<typeof startTestNode>): Promise<TestNode> {
  const node = await startTestNode(...args);
  ends.push(() => node.stop());
  return node;
}

async function ready({ address }: TestNode): Promise<RawPeer> {
  const peer = await RawPeer.ready(address);
  ends.push(() => peer.close());
  return peer;
}

async function connected(address: string): Promise<RawPeer> {
  const peer = await RawPeer.connect(address);
  ends.push(() => peer.close());
  return peer;
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const closes = (peer: RawPeer): Promise<void> => until('the connection is closed', () => peer.closed);
const score = ({ network }: TestNode): number | undefined => network.peers()[0]?.banScore;

/** A message of headers without their blocks. */
function headers(blocks: readonly Block[]): Buffer {
  return Buffer.concat([Buffer.from([blocks.length]), ...blocks.flatMap(({ header }) => [header.bytes, Buffer.from([0])])]);
}

/** `count` routable addresses. */
function addresses(count: number): Buffer {
  const head = Buffer.from([0xfd, count & 0xff, count >> 8]);
  const address = Buffer.concat([Buffer.from('0000006a', 'hex').reverse(), Buffer.alloc(18), Buffer.from('ffff08080808208d', 'hex')]);
  return Buffer.concat([head, ...Array.from({ length: count }, () => address)]);
}

describe('a connection is closed', () => {
  it('after a message of another network', async () => {
    const peer = await connected((await start()).address);
    peer.socket.write(rawMessage('version', rawVersion(), Buffer.from('f9beb4d9', 'hex')));
    await closes(peer);
    expect(peer.received).toEqual([]);
  });

  it('after the header of a message that is too long', async () => {
    const node = await start();
    const before = await connected(node.address);
    const long = rawMessage('version', rawVersion());
    long.writeUInt32LE(5_000, 16);
    before.socket.write(long.subarray(0, 24));
    await closes(before);
    const after = await ready(node);
    long.writeUInt32LE(4_000_001, 16);
    after.socket.write(long.subarray(0, 24));
    await closes(after);
  });

  it('after a version that is too old', async () => {
    const peer = await connected((await start()).address);
    peer.send('version', rawVersion({ version: 31_799 }));
    await closes(peer);
  });

  it('if it leads to the node itself', async () => {
    const node = await start();
    node.network.tryNode(node.address);
    await until('the node detects itself', () => node.lines.some((line) => line.includes('this node itself')));
    await until('both ends are closed', () => node.network.peers().length === 0);
  });

  it('after a request for the whole pool', async () => {
    const peer = await ready(await start());
    peer.send('mempool');
    await closes(peer);
  });

  it('if it exceeds the maximum', async () => {
    const node = await start();
    const all = await Promise.all(Array.from({ length: 125 }, () => connected(node.address)));
    await until('the excess connections are closed', () => all.filter(({ closed }) => closed).length === 8);
    expect(node.network.peers()).toHaveLength(117);
  });
});

describe('misbehaviour', () => {
  it('is scored for a second version, and for messages before the first', async () => {
    const node = await start();
    const peer = await connected(node.address);
    peer.send('getaddr');
    peer.send('version', rawVersion());
    peer.send('verack');
    peer.send('version', rawVersion());
    await peer.settled();
    expect(score(node)).toBe(2);
  });

  it('is scored for malformed messages, but not for a wrong checksum or an unknown command', async () => {
    const node = await start();
    const peer = await ready(node);
    const damaged = rawMessage('inv', Buffer.from([5]));
    damaged[20]! ^= 1;
    peer.socket.write(damaged);
    peer.send('pyx', Buffer.alloc(100_000));
    expect(await peer.settled()).toBe(true);
    expect(score(node)).toBe(0);
    expect(node.network.peers()[0]!.receivedPerMessage).toMatchObject({ inv: 25, '*other*': 100_024 });
    peer.send('inv', Buffer.from([5]));
    await peer.settled();
    expect(score(node)).toBe(20);
    peer.send('tx', Buffer.from('0200000001', 'hex'));
    await peer.settled();
    expect(score(node)).toBe(40);
    peer.send('tx', Buffer.alloc(20)); // can be read, and has no inputs
    await closes(peer);
  });

  it.each([
    ['addr', addresses(1_001)],
    ['inv', Buffer.from('fd51c3', 'hex')],
    ['getdata', Buffer.from('fd51c3', 'hex')],
    ['headers', Buffer.from('fdd107', 'hex')],
    ['getheaders', Buffer.from('7f1101006600', 'hex')],
  ])('closes the connection after five %s messages with too many items, and does not ban this machine', async (command, payload) => {
    const node = await start();
    const peer = await ready(node);
    for (let i = 0; i < 5; i++) peer.send(command, payload);
    await closes(peer);
    expect(node.network.bans()).toEqual([]);
    await ready(node);
  });

  it('bans other machines for -bantime, and rejects their new connections', async () => {
    const node = await start({ bantimeSeconds: 500 }, { isLocal: (host) => host !== FOREIGN });
    const peer = await RawPeer.ready(node.address, FOREIGN);
    ends.push(() => peer.close());
    for (let i = 0; i < 5; i++) peer.send('addr', addresses(1_001));
    await closes(peer);
    const [ban] = node.network.bans();
    expect(ban).toMatchObject({ subnet: `${FOREIGN}/32`, reason: 'node misbehaving' });
    expect(ban!.until - ban!.createdAt).toBe(500);
    const again = await RawPeer.connect(node.address, FOREIGN);
    ends.push(() => again.close());
    await closes(again);
    await ready(node); // this address is not banned
    node.clock.setMock(ban!.until);
    const later = await RawPeer.ready(node.address, FOREIGN);
    ends.push(() => later.close());
  });

  it('does not disconnect nodes that the user has named', async () => {
    const node = await start();
    const server = createServer().listen(0, '127.0.0.1');
    ends.push(() => server.close());
    const adopted = new Promise<RawPeer>((resolve) => server.once('connection', (socket) => resolve(new RawPeer(socket))));
    await until('the server listens', () => server.listening);
    node.network.addNode(`127.0.0.1:${(server.address() as { port: number }).port}`);
    const peer = await adopted;
    ends.push(() => peer.close());
    peer.send('version', rawVersion());
    peer.send('verack');
    for (let i = 0; i < 12; i++) peer.send('addr', addresses(1_001));
    expect(await peer.settled()).toBe(true);
    expect(score(node)).toBe(240);
  });
});

describe('blocks of a hostile peer', () => {
  it('close its connection if headers have no proof of work', async () => {
    const node = await start();
    const peer = await ready(node);
    const block = buildBlock({ parent: node.chain.tip });
    for (let nonce = 0; ; nonce++) {
      const bytes = Buffer.from(block.header.bytes);
      bytes.writeUInt32LE(nonce, 76);
      const message = Buffer.concat([Buffer.from([1]), bytes, Buffer.from([0])]);
      peer.send('headers', message);
      if (!(await peer.settled())) break;
    }
    await closes(peer);
    expect(node.lines.some((line) => line.includes('high-hash'))).toBe(true);
  });

  it('are scored if headers are not continuous or have an unknown parent', async () => {
    const node = await start();
    const peer = await ready(node);
    const first = buildBlock({ parent: node.chain.tip });
    const second = buildBlock({ parent: node.chain.tip });
    peer.send('headers', headers([first, second]));
    await peer.settled();
    expect(score(node)).toBe(20);
    const unknownParent = { ...node.chain.tip, hash: 'ab'.repeat(32) };
    for (let i = 0; i < 10; i++) peer.send('headers', headers([buildBlock({ parent: unknownParent })]));
    await peer.settled();
    expect(score(node)).toBe(40);
    peer.send('block', buildBlock({ parent: unknownParent }).bytes);
    await peer.settled();
    expect(score(node)).toBe(50);
  });

  it('are rejected if altered, and the valid block is still accepted from others', async () => {
    const node = await start();
    node.mine(1);
    const block = buildBlock({ parent: node.chain.tip, coinbase: {} });
    const bad = buildBlock({ parent: node.chain.tip, valueSat: 10_000_000_000_000n });
    const attacker = await ready(node);
    attacker.send('block', bad.bytes);
    await closes(attacker);
    expect(node.chain.tip.height).toBe(1);
    const honest = await ready(node);
    honest.send('headers', headers([block]));
    await honest.heard('getdata');
    honest.send('block', block.bytes);
    await until('it is the tip', () => node.chain.tip.hash === block.header.hash);
  });

  it('that were announced and do not arrive are requested from another peer', async () => {
    const node = await start();
    const block = buildBlock({ parent: node.chain.tip });
    const silent = await ready(node);
    silent.send('headers', headers([block]));
    await silent.heard('getdata');
    expect(node.network.peers()[0]!.inFlight).toEqual([1]);
    const honest = await ready(node);
    honest.send('headers', headers([block]));
    await honest.settled();
    expect(honest.commands()).not.toContain('getdata');
    silent.close();
    await honest.heard('getdata');
    honest.send('block', block.bytes);
    await until('it is the tip', () => node.chain.tip.hash === block.header.hash);
  });

  it('are limited in headers without blocks, and the honest chain is still synchronised', async () => {
    const node = await start({}, { maxBareHeaders: 1_000 });
    const liar = await ready(node);
    let parent = node.chain.tip;
    for (let message = 0; message < 6; message++) {
      const batch: Block[] = [];
      for (let i = 0; i < 200; i++) {
        const block = buildBlock({ parent });
        parent = { ...parent, hash: block.header.hash, height: parent.height + 1, medianTime: parent.medianTime + 1 };
        batch.push(block);
      }
      liar.send('headers', headers(batch));
      await liar.settled();
    }
    expect(node.chain.bestHeader.height).toBe(1_000);
    const honest = await start();
    honest.mine(120);
    node.network.tryNode(honest.address);
    await until('the honest chain has arrived', () => node.chain.tip.hash === honest.chain.tip.hash);
  });

  it('are not accepted unrequested with too little work, except for their headers', async () => {
    const node = await start();
    node.mine(5);
    const peer = await ready(node);
    const old = buildBlock({ parent: node.chain.atHeight(2)! });
    peer.send('block', old.bytes);
    await peer.settled();
    expect(node.chain.node(old.header.hash)).toMatchObject({ hasData: false, txCount: 0 });
    // A block with as much work as the tip is accepted: it may become part of the chain.
    const rival = buildBlock({ parent: node.chain.atHeight(4)! });
    peer.send('block', rival.bytes);
    await peer.settled();
    expect(node.chain.node(rival.header.hash)).toMatchObject({ hasData: true });
    expect(score(node)).toBe(0);
  });
});

describe('a peer that requests blocks and does not read', () => {
  it('is sent no more than it reads', async () => {
    const node = await start();
    node.mine(101);
    const { outpoint, valueSat } = coinbaseOf(node, 1);
    node.send(split(outpoint, valueSat, 2_500));
    node.mine(1);
    const { hash, size } = node.chain.tip;
    const peer = await ready(node);
    peer.socket.pause();
    const item = Buffer.concat([Buffer.from('02000040', 'hex'), Buffer.from(hash, 'hex').reverse()]);
    const count = 2_000;
    peer.send('getdata', Buffer.concat([Buffer.from([0xfd, count & 0xff, count >> 8]), ...Array.from({ length: count }, () => item)]));
    for (let i = 0; i < 2_000; i++) peer.send('ping', Buffer.alloc(8));
    const sent = (): number => node.network.peers()[0]!.bytesSent;
    let held = 0;
    let sinceMs = 0;
    await until('the node has sent nothing for 100 ms', () => {
      if (sent() !== held) [held, sinceMs] = [sent(), performance.now()];
      return held > size && performance.now() > sinceMs + 100;
    });
    // The kernel buffers some megabytes; all blocks together have over 160.
    expect(count * size).toBeGreaterThan(160_000_000);
    expect(held).toBeLessThan(20_000_000);
    expect(node.network.peers()[0]!.receivedPerMessage['ping'] ?? 0).toBe(0);
    peer.socket.resume();
    await until('the rest is sent', () => sent() > held + 10_000_000);
  });
});
