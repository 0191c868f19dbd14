import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { plainLink, type LinkShaping } from '../topology/types.ts';
import { LinkRelays } from './link-relays.ts';
import { inventory, peerMessage } from './testing/peer-message.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const link = { between: ['sender-1', 'receiver-1'] } as const;

interface Pair {
  readonly relays: LinkRelays;
  /** Of the node that dialled. */
  readonly near: Socket;
  /** Of the node that was dialled. */
  readonly far: Socket;
  readonly server: Server;
}

/** A link between two sockets. */
async function linked(changes: Partial<LinkShaping>, onBreak?: (state: string) => void): Promise<Pair> {
  const server = createServer({ allowHalfOpen: true, noDelay: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relays = await LinkRelays.start({
    links: [{ ...link, shaping: { ...plainLink, ...changes }, target: `127.0.0.1:${(server.address() as AddressInfo).port}` }],
    seed: 1,
    ...(onBreak && { onBreak: (_between, state) => onBreak(state) }),
  });
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = dial(relays);
  const [far] = await accepted;
  far.on('error', () => undefined);
  closers.push(
    () => server.close(),
    () => relays.close(),
    () => far.destroy(),
  );
  return { relays, near, far, server };
}

function dial(relays: LinkRelays): Socket {
  const socket = connect({
    host: '127.0.0.1',
    port: Number(relays.address(link).split(':')[1]),
    allowHalfOpen: true,
    noDelay: true,
  });
  socket.on('error', () => undefined);
  closers.push(() => socket.destroy());
  return socket;
}

/** All bytes that arrive until the end. */
async function received(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  return Buffer.concat(chunks);
}

/** Whether it ended with an error. */
const closed = (socket: Socket): Promise<boolean> => new Promise((resolve) => socket.on('close', resolve));

const numbers = (count: number): Buffer => {
  const bytes = Buffer.alloc(count * 4);
  for (let index = 0; index < count; index++) bytes.writeUInt32LE(index, index * 4);
  return bytes;
};

describe('a link passes on', () => {
  test('all bytes of both directions in their order, with jitter and bandwidth', async () => {
    const { near, far } = await linked({ latencyMs: 5, jitterMs: 5, bandwidth: { forward: 80_000_000, back: 160_000_000 } });
    const [there, back] = [numbers(100_000), numbers(60_000).reverse()];
    const all = Promise.all([received(far), received(near)]);
    near.end(there);
    far.end(back);
    const [atFar, atNear] = await all;
    expect(atFar.equals(there)).toBe(true);
    expect(atNear.equals(back)).toBe(true);
  });

  test('the end of one direction, after its data, while the other goes on', async () => {
    const { near, far } = await linked({ latencyMs: 5 });
    const there = received(far);
    near.end('question');
    expect((await there).toString()).toBe('question');
    const back = received(near);
    far.end('answer');
    expect((await back).toString()).toBe('answer');
  });

  test('a reset, after the data before it', async () => {
    const { near, far } = await linked({ latencyMs: 5 });
    const data = once(far, 'data');
    const failed = closed(far);
    near.write('last words');
    expect(String((await data)[0])).toBe('last words');
    near.resetAndDestroy();
    expect(await failed).toBe(true);
  });

  test('bytes that are no message of the protocol', async () => {
    const { relays, near, far } = await linked({});
    const arrived = received(far);
    const garbage = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 31) % 253));
    near.end(garbage);
    expect((await arrived).equals(garbage)).toBe(true);
    const [figures] = (await relays.figures()).links;
    expect(figures!.back.other).toEqual({ messages: 0, bytes: 5_000 });
  });
});

describe('a link takes', () => {
  test('its latency each way, and not less', async () => {
    const { near, far } = await linked({ latencyMs: 60 });
    far.on('data', (chunk: Buffer) => far.write(chunk));
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const sentMs = performance.now();
      near.write('x');
      await once(near, 'data');
      times.push(performance.now() - sentMs);
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(120);
  });

  test('at least the time that its bandwidth allows, in the direction that has one', async () => {
    const { near, far } = await linked({ bandwidth: { back: 8_000_000 } });
    const bytes = Buffer.alloc(300_000);
    const startMs = performance.now();
    const arrived = received(far);
    near.end(bytes);
    await arrived;
    // 1,000 bytes a millisecond.
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(300);
    const other = await linked({ bandwidth: { back: 8_000 } });
    const free = received(other.near);
    other.far.end(bytes); // would take 300 s the other way
    expect((await free).length).toBe(bytes.length);
  });

  test('no more data than its buffer while the receiver does not read', async () => {
    const { relays, near, far } = await linked({});
    far.pause();
    const total = 64 * 2 ** 20;
    let sent = 0;
    const chunk = Buffer.alloc(2 ** 20);
    while (sent < total) {
      sent += chunk.length;
      if (!near.write(chunk)) {
        const more = await Promise.race([once(near, 'drain').then(() => true), delay(1_000, false)]);
        if (!more) break;
      }
    }
    const [{ back } = { back: undefined }] = (await relays.figures()).links;
    expect(sent).toBeLessThan(total);
    // Its own buffer of 4 MiB, and those of the system for two sockets.
    expect(back!.other.bytes).toBeLessThan(24 * 2 ** 20);
    const arrived = received(far);
    near.end();
    far.resume();
    expect((await arrived).length).toBe(sent);
  });
});

describe('a link', () => {
  test('that is cut closes its connections and refuses others until it is healed', async () => {
    const { relays, near, far, server } = await linked({ latencyMs: 1 });
    const both = Promise.all([closed(near), closed(far)]);
    await relays.cut(link);
    await both;
    await closed(dial(relays));
    await relays.heal(link);
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const again = dial(relays);
    again.write('x');
    const [there] = await accepted;
    expect(String((await once(there, 'data'))[0])).toBe('x');
    expect((await relays.figures()).links[0]!.connectionsLost).toBe(1);
  });

  test('breaks and comes back at times of its own', async () => {
    const states: string[] = [];
    let onState = (): void => undefined;
    const { near } = await linked({ breaks: { everyMs: 100, forMs: 50 } }, (state) => {
      states.push(state);
      onState();
    });
    await closed(near);
    while (states.length < 3) await new Promise<void>((resolve) => (onState = resolve));
    expect(states.slice(0, 3)).toEqual(['broken', 'back', 'broken']);
  });

  test('takes another shaping, and another target', async () => {
    const { relays, near, far } = await linked({ latencyMs: 60_000 });
    await relays.shape(link, plainLink);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => other.close());
    await relays.aim(link, `127.0.0.1:${(other.address() as AddressInfo).port}`);
    const accepted = once(other, 'connection') as Promise<[Socket]>;
    const again = dial(relays);
    const [there] = await accepted;
    const arrived = received(there);
    again.end('x');
    expect((await arrived).toString()).toBe('x');
    expect([near.destroyed, far.destroyed]).toEqual([false, false]);
  });

  test('counts what passes, and its own use', async () => {
    const { relays, near, far } = await linked({ latencyMs: 1 });
    const arrived = received(far);
    const tx = peerMessage('tx', Buffer.alloc(150, 3));
    near.write(Buffer.concat([peerMessage('inv', inventory(1, 2)), tx]));
    near.end(tx);
    await arrived;
    const { links, use } = await relays.figures();
    expect(links[0]!.between).toEqual(link.between);
    expect(links[0]!.back).toMatchObject({
      announcement: { messages: 1, bytes: 24 + 73 },
      transaction: { messages: 1, bytes: 174 },
      duplicate: { messages: 1, bytes: 174 },
    });
    expect(links[0]!.forward.transaction.messages).toBe(0);
    expect(use.delay.count).toBeGreaterThan(0);
    expect(use.cpuShare).toBeGreaterThan(0);
    await relays.reset();
    expect((await relays.figures()).links[0]!.back.transaction).toEqual({ messages: 0, bytes: 0 });
  });
});

test('a relay that cannot reach its target closes the connection', async () => {
  const relays = await LinkRelays.start({ links: [{ ...link, shaping: plainLink, target: '127.0.0.1:1' }], seed: 1 });
  closers.push(() => relays.close());
  await closed(dial(relays));
});

test('the relays end with the program that started them, also when it is killed', async () => {
  const program = `
    const { LinkRelays } = await import(${JSON.stringify(new URL('./link-relays.ts', import.meta.url).href)});
    const relays = await LinkRelays.start({ links: [{ between: ['sender-1', 'receiver-1'],
      shaping: { latencyMs: 0, jitterMs: 0, bandwidth: {} }, target: '127.0.0.1:1' }], seed: 1 });
    console.log(relays.address({ between: ['sender-1', 'receiver-1'] }));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const refused = async (): Promise<boolean> => {
    const socket = connect({ host: '127.0.0.1', port: Number(address.toString().trim().split(':')[1]) });
    try {
      await once(socket, 'connect');
      return false;
    } catch {
      return true;
    } finally {
      socket.destroy();
    }
  };
  while (!(await refused())) await delay(20);
});
