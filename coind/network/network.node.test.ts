import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { NodeOptions } from '../options/node-options.ts';
import { NetworkError } from './network-error.ts';
import { RawPeer, rawVersion } from './testing/raw-peer.ts';
import { startTestNode, type TestNode } from './testing/test-node.ts';
import { until } from '../../test/until.ts';

const ends: (() => unknown)[] = [];

async function start(changes: Partial<NodeOptions> = {}): Promise<TestNode> {
  const node = await startTestNode(changes);
  ends.push(() => node.stop());
  return node;
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Reason of the thrown `NetworkError`; undefined if none is thrown. */
function reasonOf(call: () => unknown): NetworkError['reason'] | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof NetworkError) return error.reason;
    throw error;
  }
  return undefined;
}

const shaken = (node: TestNode, count: number): Promise<void> =>
  until(`${count} peers`, () => node.network.peers().length === count && node.network.peers().every(({ version }) => version > 0));

describe('peers', () => {
  it('report each other as their version messages do, and count the same bytes', async () => {
    const [a, b] = [await start({ uaComment: ['one', 'two 2'] }), await start({ prune: 'manual' })];
    a.network.tryNode(b.address);
    await shaken(a, 1);
    await shaken(b, 1);
    const bytes = (): boolean => a.network.totals.sent === b.network.totals.received && a.network.totals.received === b.network.totals.sent;
    await until(
      'all messages are received',
      () => bytes() && a.network.peers()[0]!.pingTime !== undefined && b.network.peers()[0]!.pingTime !== undefined,
    );
    const [here, there] = [a.network.peers()[0]!, b.network.peers()[0]!];
    expect(here).toMatchObject({
      address: b.address,
      inbound: false,
      added: true,
      version: 70015,
      services: 1032n,
      addressLocal: here.addressBind,
    });
    expect(there).toMatchObject({
      address: here.addressBind,
      inbound: true,
      added: false,
      version: 70015,
      services: 1033n,
      addressLocal: b.address,
    });
    expect(there.subversion).toMatch(/^\/coind:\d+\.\d+\.\d+\(one; two 2\)\/$/);
    expect(here.sentPerMessage).toEqual(there.receivedPerMessage);
    expect(Object.values(here.sentPerMessage).reduce((sum, count) => sum + count, 0)).toBe(here.bytesSent);
  });

  it('are pinged, and their ping times are reported', async () => {
    const node = await start();
    const peer = await RawPeer.ready(node.address);
    ends.push(() => peer.close());
    expect(node.network.peers()[0]).not.toHaveProperty('pingTime');
    const first = await peer.heard('ping');
    node.network.ping();
    await until('a second ping', () => peer.commands().filter((command) => command === 'ping').length === 2);
    await until('the ping has waited 45 ms', () => node.network.peers()[0]!.pingWait! > 0.045);
    peer.send('pong', first); // of an earlier ping: does not count
    await peer.settled();
    expect(node.network.peers()[0]).not.toHaveProperty('pingTime');
    peer.send('pong', peer.received.findLast(({ command }) => command === 'ping')!.payload);
    await peer.settled();
    const [info] = node.network.peers();
    expect(info).not.toHaveProperty('pingWait');
    expect(info!.pingTime).toBeGreaterThan(0.045);
    expect(info!.minPing).toBe(info!.pingTime);
  });

  it('are sent routable addresses, once', async () => {
    const node = await start();
    const [teller, asker] = [await RawPeer.ready(node.address), await RawPeer.ready(node.address)];
    ends.push(
      () => teller.close(),
      () => asker.close(),
    );
    const address = (ip: string): Buffer => {
      const bytes = Buffer.alloc(30);
      bytes.writeUInt32LE(Math.floor(Date.now() / 1000), 0);
      bytes.write(`ffff${ip}208d`, 22, 'hex');
      return bytes;
    };
    teller.send('addr', Buffer.concat([Buffer.from([2]), address('08080404'), address('7f000001')]));
    const news = await asker.heard('addr');
    expect(news![0]).toBe(1);
    expect(news!.subarray(-8).toString('hex')).toBe('ffff08080404208d');
    asker.send('getaddr');
    asker.send('getaddr');
    await asker.settled();
    expect(asker.commands().filter((command) => command === 'addr')).toHaveLength(2);
  });
});

describe('the address of -externalip', () => {
  it('is announced to peers, by default with the port of the node', async () => {
    const node = await start({ externalIps: ['8.8.4.4', '[2a00::1]:9'] });
    const port = node.network.listening!.port;
    expect(node.network.localAddresses).toEqual([
      { host: '8.8.4.4', port },
      { host: '2a00::1', port: 9 },
    ]);
    const peer = await RawPeer.ready(node.address);
    ends.push(() => peer.close());
    const announced = await peer.heard('addr');
    expect(announced![0]).toBe(2);
    expect(announced!.subarray(1 + 12, 1 + 30).toString('hex')).toBe(`${'00'.repeat(10)}ffff08080404${port.toString(16).padStart(4, '0')}`);
    expect(announced!.subarray(-18).toString('hex')).toBe('2a0000000000000000000000000000010009');
  });
});

describe('added nodes', () => {
  it('are reconnected until they are removed', async () => {
    const [a, b, other] = [await start(), await start(), await start()];
    const { address } = b;
    a.network.addNode(address);
    expect(reasonOf(() => a.network.addNode(address))).toBe('already-added');
    expect(a.network.addedNodes()).toEqual([{ node: address, connected: [] }]);
    await shaken(a, 1);
    expect(a.network.addedNodes()).toEqual([{ node: address, connected: [{ address, direction: 'outbound' }] }]);
    a.network.tryNode(address);
    a.network.addNode(other.address);
    await shaken(a, 2);
    const disconnectAll = async (): Promise<void> => {
      for (const { id } of a.network.peers()) a.network.disconnect({ id });
      await until('the peers have left', () => a.network.peers().length === 0);
    };
    await disconnectAll();
    await shaken(a, 2);
    expect(a.network.peers()).toHaveLength(2);
    a.network.removeNode(address);
    expect(reasonOf(() => a.network.removeNode(address))).toBe('not-added');
    await disconnectAll();
    expect(reasonOf(() => a.network.disconnect({ address }))).toBe('not-connected');
    // Both would be reconnected at the same time, the removed one first.
    await shaken(a, 1);
    expect(a.network.peers().map((peer) => peer.address)).toEqual([other.address]);
  });

  it('are connected when they start later, and so are those of -connect', async () => {
    const first = await startTestNode();
    const { address } = first;
    await first.stop();
    const node = await start({ listen: false, connect: [address] });
    expect(node.network.listening).toBeUndefined();
    expect(node.network.addedNodes()).toEqual([]);
    await start({ port: Number(address.split(':')[1]) });
    await shaken(node, 1);
  });
});

describe('an inactive network', () => {
  it('has no peers and accepts none, and reconnects when it is active again', async () => {
    const [a, b] = [await start(), await start()];
    a.network.addNode(b.address);
    await shaken(a, 1);
    a.network.setActive(false);
    await until('all have left', () => a.network.peers().length === 0 && b.network.peers().length === 0);
    a.network.tryNode(b.address);
    const peer = await RawPeer.connect(a.address);
    peer.send('version', rawVersion());
    await until('the connection is rejected', () => peer.closed);
    expect(a.network.peers()).toEqual([]);
    a.network.setActive(true);
    await shaken(a, 1);
  });
});

describe('bans', () => {
  it('close the connections of a subnet, and reject it until they are removed', async () => {
    const node = await start();
    const peer = await RawPeer.ready(node.address);
    node.network.ban('127.0.0.0/8', node.clock.seconds() + 100);
    await until('the peer has left', () => peer.closed);
    const again = await RawPeer.connect(node.address);
    await until('the connection is rejected', () => again.closed);
    expect(reasonOf(() => node.network.ban('127.0.0.1', node.clock.seconds() + 100))).toBe('already-added');
    expect(reasonOf(() => node.network.ban('127.0.0.1/33', 1))).toBe('invalid-subnet');
    expect(reasonOf(() => node.network.unban('127.0.0.1'))).toBe('invalid-subnet');
    node.network.unban('127.0.0.0/255.0.0.0');
    const accepted = await RawPeer.ready(node.address);
    accepted.close();
  });

  it('expire by the clock, and are kept in snapshots and on disk', async () => {
    const datadir = mkdtempSync(join(tmpdir(), 'coind-bans-'));
    ends.push(() => rmSync(datadir, { recursive: true }));
    const first = await startTestNode({ datadir });
    const now = first.clock.seconds();
    first.network.ban('192.0.2.7', now + 50);
    const snapshot = first.state.snapshot();
    first.network.ban('2001:db8::/32', now + 100);
    first.state.restore(snapshot);
    expect(first.network.bans().map(({ subnet }) => subnet)).toEqual(['192.0.2.7/32']);
    first.network.ban('2001:db8::/32', now + 100);
    await first.stop();
    const second = await start({ datadir });
    expect(second.network.bans()).toMatchObject([
      { subnet: '192.0.2.7/32', until: now + 50, reason: 'manually added' },
      { subnet: '2001:db8::/32', until: now + 100 },
    ]);
    second.clock.setMock(now + 50);
    expect(second.network.bans()).toHaveLength(1);
    second.network.clearBans();
    expect(second.network.bans()).toEqual([]);
  });
});

describe('the upload target', () => {
  it('is reduced by sent bytes, and starts again after a day', async () => {
    const node = await start({ maxUploadTargetBytes: 1_000_000_000 });
    const now = node.clock.seconds();
    node.clock.setMock(now);
    expect(node.network.totals.uploadTarget).toMatchObject({ secondsLeft: 86_400, bytesLeft: 1_000_000_000, reached: false });
    const peer = await RawPeer.ready(node.address);
    ends.push(() => peer.close());
    await peer.settled();
    node.clock.setMock(now + 400);
    const { sent, uploadTarget } = node.network.totals;
    expect(sent).toBe(peer.bytesRead);
    expect(uploadTarget).toMatchObject({ timeframeSeconds: 86_400, secondsLeft: 86_000, bytesLeft: 1_000_000_000 - sent });
    node.clock.setMock(now + 86_500);
    await peer.settled();
    expect(node.network.totals.uploadTarget.bytesLeft).toBe(1_000_000_000 - (node.network.totals.sent - sent));
  });
});
