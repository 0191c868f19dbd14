import { setTimeout as delay } from 'node:timers/promises';
import { epochUs } from '../epoch-clock.ts';
import { ingest } from '../ingest.ts';
import { firstSentUs } from '../network/sent-line.ts';
import { enableTpsTest, tpsTestInfo, type TpsTestInfo } from '../network/tps-test-methods.ts';
import { senders, type TpsNode } from '../network/types.ts';
import type { IngestionFigures, ReleaseFigures } from '../results.ts';
import type { RoundPlan } from '../round-plan.ts';
import type { RoundTransactions } from '../round-transactions.ts';
import type { Release } from './types.ts';

const US_PER_MS = 1_000;
const POLL_MS = 50;
/** A sender that says by then nothing of having sent may have had nothing to send. */
const DONE_MS = 3_000;

/** Queues the transactions, and lets the nodes send them at the start time. */
export class QueueRelease implements Release {
  readonly #plan: RoundPlan;
  readonly #transactions: RoundTransactions;
  #startTimeUs = 0;

  constructor(plan: RoundPlan, transactions: RoundTransactions) {
    this.#plan = plan;
    this.#transactions = transactions;
  }

  async prepare(): Promise<IngestionFigures[]> {
    const { nodes, transactions, onProgress, ...rest } = this.#plan;
    // A queue that an earlier test has left is emptied.
    await enableTpsTest(nodes, false);
    await enableTpsTest(nodes, true);
    return ingest({
      ...rest,
      senders: senders(nodes),
      transactions: this.#transactions,
      count: transactions,
      onProgress: (done, total) => onProgress('queueing', done, total),
    });
  }

  async schedule(): Promise<{ startTimeUs: number; uncounted: string | null }> {
    const { nodes, startInMs } = this.#plan;
    const startTimeUs = epochUs() + startInMs * US_PER_MS;
    this.#startTimeUs = startTimeUs;
    await Promise.all(nodes.map(({ call }) => call('tpstestadd', [startTimeUs])));
    const lateMs = (epochUs() - startTimeUs) / US_PER_MS;
    this.#transactions.releaseAll(startTimeUs);
    return {
      startTimeUs,
      uncounted: lateMs < 0 ? null : `the start time was past by ${lateMs.toFixed(1)} ms when the last node was notified`,
    };
  }

  async sent(): Promise<void> {
    // The nodes send by themselves.
  }

  async noteRefusals(): Promise<void> {
    for (const sender of senders(this.#plan.nodes)) this.#note(await tpsTestInfo(sender));
  }

  async figures(): Promise<ReleaseFigures[]> {
    const figures: ReleaseFigures[] = [];
    for (const sender of senders(this.#plan.nodes)) {
      const info = await this.#whenDone(sender);
      this.#note(info);
      const { teststarttime } = info;
      const completedUs = teststarttime > 0 ? teststarttime - this.#startTimeUs : undefined;
      const firstUs = completedUs === undefined ? undefined : firstSentUs(sender, completedUs);
      figures.push({
        sender: sender.name,
        ...(firstUs !== undefined && { firstSentUs: firstUs }),
        ...(completedUs !== undefined && { completedUs }),
      });
    }
    return figures;
  }

  #note({ rejected }: TpsTestInfo): void {
    for (const { txid, reason } of rejected) {
      const index = this.#transactions.indexOf(txid);
      if (index !== undefined) this.#transactions.refuse(index, reason);
    }
  }

  /** All may have arrived before the sender has handed the last one to the slowest connection. */
  async #whenDone(sender: TpsNode): Promise<TpsTestInfo> {
    const until = performance.now() + DONE_MS;
    for (;;) {
      const info = await tpsTestInfo(sender);
      if (info.teststarttime > 0 || performance.now() > until) return info;
      await delay(POLL_MS, undefined, { signal: this.#plan.signal });
    }
  }

  async end(): Promise<void> {
    await enableTpsTest(this.#plan.nodes, false);
  }
}
