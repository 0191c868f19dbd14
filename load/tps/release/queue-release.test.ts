import { describe, expect, it } from 'vitest';
import type { NodeCall } from '../../node-call.ts';
import type { TpsNode } from '../network/types.ts';
import type { RoundPlan } from '../round-plan.ts';
import { RoundTransactions } from '../round-transactions.ts';
import { QueueRelease } from './queue-release.ts';

/** What the sender answers, and what it was called with. */
interface Told {
  info: object;
  readonly calls: unknown[][];
  /** Time that a call takes. */
  delayMs: number;
}

function release(told: Told, startInMs: number, lines: readonly string[] = []) {
  const call = (async (method: string, params: readonly unknown[] = []) => {
    told.calls.push([method, ...params]);
    await new Promise((resolve) => setTimeout(resolve, told.delayMs));
    return method === 'tpstestinfo' ? told.info : { status: 'success' };
  }) as unknown as NodeCall;
  const sender = { name: 'sender-1', role: 'sender', call, node: { lastLines: () => lines } } as unknown as TpsNode;
  const plan = { nodes: [sender], startInMs, signal: new AbortController().signal } as unknown as RoundPlan;
  const transactions = new RoundTransactions(0, 1, ['sender-1']);
  for (const txid of ['a', 'b', 'c']) transactions.add(txid, 0);
  return { transactions, release: new QueueRelease(plan, transactions) };
}

describe('QueueRelease', () => {
  it('announces the start time, at which all that was taken is sent', async () => {
    const told: Told = { info: {}, calls: [], delayMs: 0 };
    const { transactions, release: queue } = release(told, 3_600_000);
    transactions.refuse(1, 'bad');
    const { startTimeUs, uncounted } = await queue.schedule();
    expect(uncounted).toBeNull();
    expect(told.calls).toEqual([['tpstestadd', startTimeUs]]);
    expect(transactions.releasedUs).toEqual([startTimeUs, Number.NaN, startTimeUs]);
  });

  it('does not count a round whose start time was past when the last node was notified', async () => {
    const { uncounted } = await release({ info: {}, calls: [], delayMs: 20 }, 1).release.schedule();
    expect(uncounted).toMatch(/^the start time was past by [\d.]+ ms when the last node was notified$/);
  });

  it('names what the pool refused at the start time, once', async () => {
    const told: Told = { info: { teststarttime: 0, receivers: [] }, calls: [], delayMs: 0 };
    const { transactions, release: queue } = release(told, 1_000);
    const { startTimeUs } = await queue.schedule();
    told.info = { teststarttime: startTimeUs + 900, receivers: [], rejected: [{ txid: 'b', reason: 'txn-mempool-conflict' }] };
    await queue.noteRefusals();
    expect(await queue.figures()).toEqual([{ sender: 'sender-1', completedUs: 900 }]);
    expect(transactions.refused).toEqual([{ index: 1, txid: 'b', sender: 'sender-1', reason: 'txn-mempool-conflict' }]);
    expect(transactions.releasedUs[1]).toBeNaN();
  });

  it('takes the time of the first one from the line of this round in the log', async () => {
    const line = (first: number, last: number): string =>
      `2026-01-01T00:00:00Z TPS test: sent 3 of 3, the first ${first} us after the start time, the last ${last} us`;
    const told: Told = { info: { teststarttime: 0, receivers: [] }, calls: [], delayMs: 0 };
    const { release: queue } = release(told, 1_000, [line(11, 700), line(22, 900), line(33, 1_000), 'another']);
    const { startTimeUs } = await queue.schedule();
    told.info = { teststarttime: startTimeUs + 900, receivers: [] };
    expect(await queue.figures()).toEqual([{ sender: 'sender-1', firstSentUs: 22, completedUs: 900 }]);
  });
});
