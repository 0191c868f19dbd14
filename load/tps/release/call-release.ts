import type { PreparedCall } from '../../generator/types.ts';
import { callOf } from '../call-of.ts';
import { epochUs } from '../epoch-clock.ts';
import { senders } from '../network/types.ts';
import type { ReleaseFigures } from '../results.ts';
import type { RoundPlan } from '../round-plan.ts';
import type { RoundTransactions } from '../round-transactions.ts';
import { submit, type Submitted } from '../submit.ts';
import { takeTransactions, txidOf } from '../take-transactions.ts';
import type { Release } from './types.ts';

const US_PER_MS = 1_000;

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
      senders(nodes).map(({ node, guard }, number) =>
        submit({
          address: node.client.address,
          credentials: node.credentials,
          calls: this.#shares[number]!.calls,
          connections,
          startTimeUs,
          timeoutMs,
          signal,
          mayReconnect: () => guard.ask(node),
        }),
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

  async noteRefusals(): Promise<void> {
    // `sent` does, once all calls are answered.
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
