import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Subscriber } from 'zeromq';
import { coinbaseOf, split, startTestNode, type TestNode } from '../network/testing/test-node.ts';
import { until } from '../../test/until.ts';
import type { Notifications } from './types.ts';
import type { NodeOptions } from '../options/node-options.ts';
import { createNotifications } from './zmq.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `tcp://127.0.0.1:${port}`;
}

async function publish(zmq: NodeOptions['zmq'], log?: (line: string) => void): Promise<{ node: TestNode; notifications: Notifications }> {
  const node = await startTestNode({ listen: false });
  ends.push(() => node.stop());
  const notifications = createNotifications({
    chain: node.chain,
    mempool: node.mempool,
    options: { zmq },
    log: log ?? ((line) => node.lines.push(line)),
  });
  await notifications.start();
  ends.push(() => notifications.stop());
  return { node, notifications };
}

/** Collects what is published, as `topic count content`. @param topics number of topics at this address */
async function subscribe(address: string, node: TestNode, topics: number): Promise<string[]> {
  const subscriber = new Subscriber();
  ends.push(() => subscriber.close());
  subscriber.connect(address);
  subscriber.subscribe('');
  const messages: string[] = [];
  void (async () => {
    for await (const [name, body, sequence] of subscriber) messages.push(`${name} ${sequence!.readUInt32LE()} ${body!.toString('hex')}`);
  })();
  // A publisher learns of a new subscriber after a delay: blocks are mined until one arrives.
  await until('it hears', () => {
    node.mine(1);
    return messages.length > 0;
  });
  const { hash } = node.chain.tip;
  const { bytes, transactions } = node.chain.block(hash)!;
  const ofLast = [hash, transactions[0]!.txid, bytes.toString('hex'), transactions[0]!.bytes.toString('hex')];
  await until(
    'all of the last block has come',
    () => messages.filter((message) => ofLast.some((content) => message.endsWith(` ${content}`))).length === topics,
  );
  messages.length = 0;
  return messages;
}

describe('the publisher', () => {
  it('publishes blocks and transactions, with a sequence number for each topic', async () => {
    const address = await freeAddress();
    const topics = ['hashtx', 'hashblock', 'rawtx', 'rawblock'] as const;
    const { node, notifications } = await publish(topics.map((topic) => ({ topic, address })));
    expect(notifications.active()).toEqual(topics.map((topic) => ({ type: `pub${topic}`, address, highWaterMark: 1000 })));
    node.mine(101);
    const messages = await subscribe(address, node, topics.length);
    const { outpoint, valueSat } = coinbaseOf(node, 1);
    const payment = split(outpoint, valueSat, 2);
    node.send(payment);
    await until('the transaction is published', () => messages.length === 2);
    const counts = messages.map((message) => Number(message.split(' ')[1]));
    expect(messages).toEqual([`hashtx ${counts[0]} ${payment.txid}`, `rawtx ${counts[0]} ${payment.bytes.toString('hex')}`]);
    messages.length = 0;
    node.mine(1);
    await until('the block is published', () => messages.length === 6);
    const { hash } = node.chain.tip;
    const block = node.chain.block(hash)!;
    const height = node.chain.tip.height;
    expect(messages.filter((message) => /block/.test(message))).toEqual([
      `hashblock ${height - 1} ${hash}`,
      `rawblock ${height - 1} ${block.bytes.toString('hex')}`,
    ]);
    expect(messages.filter((message) => message.startsWith('hashtx'))).toEqual(
      block.transactions.map(({ txid }, index) => `hashtx ${counts[0]! + 1 + index} ${txid}`),
    );
    messages.length = 0;
    node.chain.invalidate(hash);
    await until('the disconnection is published', () => messages.length >= 8);
    expect(messages.filter((message) => message.startsWith('hashblock'))).toEqual([`hashblock ${height} ${node.chain.tip.hash}`]);
    // The transaction returns to the pool, which publishes it as well.
    expect(messages.filter((message) => message.startsWith('hashtx') && message.endsWith(payment.txid))).toHaveLength(2);
  });

  it('publishes at several addresses, at each the topics chosen for it', async () => {
    const [first, second] = [await freeAddress(), await freeAddress()];
    const { node } = await publish([
      { topic: 'hashblock', address: first },
      { topic: 'hashblock', address: second },
      { topic: 'hashtx', address: second },
    ]);
    const blocks = await subscribe(first, node, 1);
    const both = await subscribe(second, node, 2);
    blocks.length = 0;
    both.length = 0;
    node.mine(1);
    await until('all is published', () => blocks.length === 1 && both.length === 2);
    expect(blocks[0]).toBe(`hashblock ${node.chain.tip.height - 1} ${node.chain.tip.hash}`);
    expect(both.map((message) => message.split(' ')[0]).sort()).toEqual(['hashblock', 'hashtx']);
  });

  it('reports an address that it cannot bind, and starts without it', async () => {
    const [taken, free] = [await freeAddress(), await freeAddress()];
    await publish([{ topic: 'hashtx', address: taken }]);
    const lines: string[] = [];
    const { notifications } = await publish(
      [
        { topic: 'hashtx', address: taken },
        { topic: 'hashblock', address: free },
        { topic: 'rawtx', address: 'nonsense' },
      ],
      (line) => lines.push(line),
    );
    expect(notifications.active()).toEqual([{ type: 'pubhashblock', address: free, highWaterMark: 1000 }]);
    expect(lines).toEqual([expect.stringMatching(/unable to bind to tcp:.*in use/), expect.stringMatching(/unable to bind to nonsense/)]);
  });

  it('is inactive without options', async () => {
    const { notifications } = await publish([]);
    expect(notifications.active()).toEqual([]);
  });
});
