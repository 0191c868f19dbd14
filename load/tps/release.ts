import { setTimeout as delay } from 'node:timers/promises';
import { callOf } from './call-of.ts';
import { epochUs } from './epoch-clock.ts';
import { ingest } from './ingest.ts';
import { firstSentUs } from './network/sent-line.ts';
import { enableTpsTest, tpsTestInfo, type TpsTestInfo } from './network/tps-test-methods.ts';
import { senders, type TpsNode } from './network/types.ts';
import type { IngestionFigures, ReleaseFigures } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import type { RoundTransactions } from './round-transactions.ts';
import { submit, type Submitted } from './submit.ts';
import { takeTransactions, txidOf } from './take-transactions.ts';
import type { PreparedCall } from '../generator/types.ts';

const US_PER_MS = 1_000;
const POLL_MS = 50;
/** A sender that says by then nothing of having sent may have had nothing to send. */
const DONE_MS = 3_000;

/** How the transactions of a round reach the network: one way for each `Via`. */
export interface Release {
  /** Gives the transactions to the senders, or makes their calls. */
  prepare(): Promise<readonly IngestionFigures[]>;
  /** Fixes the start time. Returns it in epoch microseconds, and why the round does not count, or null. */
  schedule(): Promise<{ readonly startTimeUs: number; readonly uncounted: string | null }>;
  /** Resolves when all transactions are known to be sent or refused. */
  sent(): Promise<void>;
  /** When each sender sent, as far as it is known; to be asked after the arrivals. */
  figures(): Promise<readonly ReleaseFigures[]>;
  /** Leaves the nodes as they were. */
  end(): Promise<void>;
}

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
    return { startTimeUs, uncounted: lateMs < 0 ? null : `the start time was past by ${lateMs.toFixed(1)} ms when the last node was told` };
  }

  async sent(): Promise<void> {
    // The nodes send by themselves.
  }

  async figures(): Promise<ReleaseFigures[]> {
    const figures: ReleaseFigures[] = [];
    for (const sender of senders(this.#plan.nodes)) {
      const { teststarttime, rejected } = await this.#whenDone(sender);
      for (const { txid, reason } of rejected) {
        const index = this.#transactions.indexOf(txid);
        if (index !== undefined) this.#transactions.refuse(index, reason);
      }
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

/** Sends every transaction by a call of its own, to all senders from the same moment on. */
export class CallRelease implements Release {
  readonly #plan: RoundPlan;
  readonly #transactions: RoundTransactions;
  /** Of each sender: its calls, and the transaction of each. */
  readonly #shares: { readonly calls: PreparedCall[]; readonly indices: number[] }[];
  #startTimeUs = 0;
  #submitted: Promise<Submitted[][]> = Promise.resolve([]);

  constructor(plan: RoundPlan, transactions: RoundTransactions) {
    this.#plan = plan;
    this.#transactions = transactions;
    this.#shares = senders(plan.nodes).map(() => ({ calls: [], indices: [] }));
  }

  async prepare(): Promise<[]> {
    const { file, transactions: count, onProgress } = this.#plan;
    for (const [number, hex] of (await takeTransactions(file, count)).entries()) {
      const sender = number % this.#shares.length;
      const index = this.#transactions.add(txidOf(hex, this.#transactions.first + number), sender);
      this.#shares[sender]!.calls.push(callOf('sendrawtransaction', [hex]));
      this.#shares[sender]!.indices.push(index);
      onProgress('preparing calls', number + 1, count);
    }
    return [];
  }

  async schedule(): Promise<{ startTimeUs: number; uncounted: null }> {
    const { nodes, startInMs, connections, timeoutMs, signal } = this.#plan;
    const startTimeUs = epochUs() + startInMs * US_PER_MS;
    this.#startTimeUs = startTimeUs;
    this.#submitted = Promise.all(
      senders(nodes).map(({ node: { client, credentials } }, number) =>
        submit({ address: client.address, credentials, calls: this.#shares[number]!.calls, connections, startTimeUs, timeoutMs, signal }),
      ),
    );
    this.#submitted.catch(() => undefined); // reported by `sent`
    return { startTimeUs, uncounted: null };
  }

  async sent(): Promise<void> {
    for (const [sender, ended] of (await this.#submitted).entries()) {
      for (const { index, sentUs, outcome } of ended) {
        const transaction = this.#shares[sender]!.indices[index]!;
        if (outcome.class === 'result') this.#transactions.release(transaction, sentUs);
        else this.#transactions.refuse(transaction, outcome.message);
      }
    }
  }

  async figures(): Promise<ReleaseFigures[]> {
    const submitted = await this.#submitted;
    return senders(this.#plan.nodes).map(({ name }, number) => {
      const ended = submitted[number]!;
      if (ended.length === 0) return { sender: name };
      return {
        sender: name,
        firstSentUs: ended.reduce((least, { sentUs }) => Math.min(least, sentUs), Infinity) - this.#startTimeUs,
        completedUs: ended.reduce((most, { endedUs }) => Math.max(most, endedUs), 0) - this.#startTimeUs,
      };
    });
  }

  async end(): Promise<void> {
    // Nothing was changed on the nodes.
  }
}
