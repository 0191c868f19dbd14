import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fakeNode } from '../testing/fake-node-of-test.ts';
import { FAKE_RESULT, startFakeNode } from '../testing/fake-node.ts';
import { callOf } from './call-of.ts';
import { epochUs } from './epoch-clock.ts';
import { submit, type SubmitOptions } from './submit.ts';

const send = (address: string, count: number, options: Partial<SubmitOptions> = {}) =>
  submit({
    address,
    credentials: undefined,
    calls: Array.from({ length: count }, () => callOf('getblockcount', [])),
    connections: 3,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    mayReconnect: async () => true,
    ...options,
  });

describe('submit', () => {
  it('sends each call once, none before the start time, and answers in the order of the list', async () => {
    const node = await fakeNode();
    const startTimeUs = epochUs() + 50_000;
    const ended = await send(node.address, 100, { startTimeUs });
    expect(node.received).toBe(100);
    expect(ended.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    for (const { outcome, sentUs, endedUs, body } of ended) {
      expect(outcome.class).toBe('result');
      expect(sentUs).toBeGreaterThanOrEqual(startTimeUs);
      expect(endedUs).toBeGreaterThanOrEqual(sentUs);
      expect(body.toString()).toBe(FAKE_RESULT);
    }
  });

  it('goes on after connections that the node closed', async () => {
    const { address } = await fakeNode({ answer: { body: FAKE_RESULT, manner: 'close' } });
    const ended = await send(address, 20);
    expect(ended.map(({ outcome }) => outcome.class)).toEqual(Array.from({ length: 20 }, () => 'result'));
  });

  it('sends nothing over a new connection to a node that does not report its chain', async () => {
    const node = await fakeNode({ answer: { body: FAKE_RESULT, manner: 'close' } });
    const ended = await send(node.address, 6, { mayReconnect: async () => false });
    expect(node.received).toBe(3);
    expect(ended.map(({ outcome }) => outcome.class).sort()).toEqual([...Array(3).fill('connection'), ...Array(3).fill('result')]);
  });

  it('does not ask for each call whether a node answers that has been silent for long', async () => {
    const node = await fakeNode({ answer: { body: FAKE_RESULT, manner: 'close' } });
    let asked = 0;
    const mayReconnect = async (): Promise<boolean> => {
      asked++;
      await sleep(60);
      return false;
    };
    const ended = await send(node.address, 1_000, { timeoutMs: 200, mayReconnect });
    expect(asked).toBeLessThan(100);
    expect(ended).toHaveLength(1_000);
    expect(ended.filter(({ outcome }) => outcome.class === 'connection')).toHaveLength(997);
  });

  it('ends with the refusal of a node that reports another chain on a new connection', async () => {
    const node = await fakeNode({ answer: { body: FAKE_RESULT, manner: 'close' } });
    const other = async (): Promise<never> => {
      throw new Error('another chain');
    };
    await expect(send(node.address, 6, { mayReconnect: other })).rejects.toThrow('another chain');
    expect(node.received).toBeLessThanOrEqual(3);
  });

  it('reports a refusal in the words of the node', async () => {
    const { address } = await fakeNode({
      answer: { status: 500, body: '{"result":null,"error":{"code":-26,"message":"bad-txns"},"id":"pyx-load"}' },
    });
    expect((await send(address, 1))[0]?.outcome).toEqual({ class: 'rpc-error', code: -26, message: 'bad-txns' });
  });

  it('ends with the reason of an aborted signal', async () => {
    const { address } = await fakeNode();
    const abort = new AbortController();
    const sending = send(address, 5, { startTimeUs: epochUs() + 3_600_000_000, signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(sending).rejects.toThrow('enough');
  });

  it('rejects where nothing listens', async () => {
    const node = await startFakeNode();
    await node.close();
    await expect(send(node.address, 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
