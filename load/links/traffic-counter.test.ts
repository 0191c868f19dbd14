import { describe, expect, test } from 'vitest';
import { KnownTransactions } from './known-transactions.ts';
import { inventory, peerMessage } from './testing/peer-message.ts';
import { TrafficCounter } from './traffic-counter.ts';
import { trafficKinds, type Traffic } from './types.ts';

const tx = (fill: number): Buffer => peerMessage('tx', Buffer.alloc(200, fill));
const messages = (traffic: Traffic): string =>
  trafficKinds
    .filter((kind) => traffic[kind].messages > 0)
    .map((kind) => `${kind} ${traffic[kind].messages}`)
    .join(', ');

function counted(...chunks: Buffer[]): Traffic {
  const counter = new TrafficCounter(new KnownTransactions(), 0, 1);
  const connection = counter.connection();
  for (const chunk of chunks) connection.push(chunk);
  return counter.traffic;
}

describe('messages of the peer protocol are counted', () => {
  const stream = Buffer.concat([
    peerMessage('version', Buffer.alloc(100)),
    peerMessage('verack'),
    peerMessage('inv', inventory(1, 3)),
    peerMessage('inv', inventory(2, 1)),
    peerMessage('getdata', inventory(0x4000_0001, 3)),
    peerMessage('getdata', inventory(0x4000_0002, 1)),
    tx(1),
    tx(2),
    tx(1),
    peerMessage('cmpctblock', Buffer.alloc(90)),
  ]);

  test('by what they are', () => {
    const traffic = counted(stream);
    expect(messages(traffic)).toBe('announcement 1, request 1, transaction 2, duplicate 1, block 3, other 2');
    expect(traffic.transaction.bytes).toBe(2 * 224);
    expect(traffic.other.bytes).toBe(24 + 100 + 24);
    expect(trafficKinds.reduce((sum, kind) => sum + traffic[kind].bytes, 0)).toBe(stream.length);
  });

  test.each([1, 7, 23, 24, 25, 500])('however they are cut: into %i bytes', (size) => {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) => stream.subarray(index * size, (index + 1) * size));
    expect(counted(...chunks)).toEqual(counted(stream));
  });

  test.each([
    [1, 'announcement 1'],
    [0x4000_0001, 'announcement 1'],
    [5, 'announcement 1'],
    [0x6000_0001, 'announcement 1'],
    [2, 'block 1'],
    [0x4000_0004, 'block 1'],
  ])('inventory of type %i is %s', (type, kind) => {
    expect(messages(counted(peerMessage('inv', inventory(type, 1))))).toBe(kind);
  });

  test('on networks with any magic', () => {
    expect(messages(counted(peerMessage('inv', inventory(1, 1), Buffer.from('01020304', 'hex'))))).toBe('announcement 1');
  });
});

describe('bytes that are no message are counted as other', () => {
  test.each([
    ['text', Buffer.from('GET / HTTP/1.1\r\nHost: example.org\r\n\r\n')],
    ['another magic after a message', Buffer.concat([peerMessage('verack'), peerMessage('verack', Buffer.alloc(0), Buffer.alloc(4, 1))])],
    ['a length that no message has', Buffer.concat([peerMessage('verack').subarray(0, 16), Buffer.alloc(8, 0xff)])],
    ['random bytes', Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 251))],
  ])('%s', (_, bytes) => {
    const traffic = counted(bytes.subarray(0, 30), bytes.subarray(30));
    expect(traffic.other.bytes).toBe(bytes.length);
    expect(traffic.other.messages).toBeLessThan(2);
  });
});

describe('a transaction is a duplicate', () => {
  test('where its receiver was sent it by another node', () => {
    const known = new KnownTransactions();
    const [first, second] = [new TrafficCounter(known, 0, 2), new TrafficCounter(known, 1, 2)];
    first.connection().push(tx(1));
    second.connection().push(tx(1));
    expect([first, second].map(({ traffic }) => messages(traffic))).toEqual(['transaction 1', 'duplicate 1']);
  });

  test('where its receiver has sent it itself', () => {
    const known = new KnownTransactions();
    const [there, back] = [new TrafficCounter(known, 0, 1), new TrafficCounter(known, 1, 0)];
    there.connection().push(tx(1));
    back.connection().push(tx(1));
    expect([there, back].map(({ traffic }) => messages(traffic))).toEqual(['transaction 1', 'duplicate 1']);
  });

  test('and not where another node was sent it', () => {
    const known = new KnownTransactions();
    const [first, second] = [new TrafficCounter(known, 0, 1), new TrafficCounter(known, 1, 2)];
    first.connection().push(tx(1));
    second.connection().push(tx(1));
    expect([first, second].map(({ traffic }) => messages(traffic))).toEqual(['transaction 1', 'transaction 1']);
  });
});
