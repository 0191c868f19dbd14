import type { CallOutcome } from '../../generator/outcome.ts';
import type { PreparedCall } from '../../generator/types.ts';
import { NodeCallError } from '../../node-call.ts';
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
/** The error code of a transaction that is in a block already. */
const ALREADY_IN_CHAIN = -27;

/** Sends every transaction by a call of its own, to all senders from the same moment on. */
export class CallRelease implements Release {
  readonly #plan: RoundPlan;
  readonly #transactions: RoundTransactions;
  /** Of each sender: its calls, and the transaction of each. */
  readonly #shares: { readonly calls: PreparedCall[]; readonly indices: number[]; readonly hexes: string[] }[];
  #startTimeUs = 0;
  #submitted: Promise<Submitted[][]> = Promise.resolve([]);

  constructor(plan: RoundPlan, transactions: RoundTransactions) {
    this.#plan = plan;
    this.#transactions = transactions;
    this.#shares = senders(plan.nodes).map(() => ({ calls: [], indices: [], hexes: [] }));
  }

  async prepare(): Promise<[]> {
    const { file, transactions: count, onProgress } = this.#plan;
    for (const [number, hex] of (await takeTransactions(file, count)).entries()) {
      const sender = number % this.#shares.length;
      const index = this.#transactions.add(txidOf(hex, this.#transactions.first + number), sender);
      this.#shares[sender]!.calls.push(callOf('sendrawtransaction', [hex]));
      this.#shares[sender]!.indices.push(index);
      this.#shares[sender]!.hexes.push(hex);
      onProgress('preparing calls', number + 1, count);
    }
    return [];
  }

  async schedule(): Promise<{ startTimeUs: number; uncounted: null }> {
    const { nodes, startInMs, connections, timeoutMs, signal, faults } = this.#plan;
    const startTimeUs = epochUs() + startInMs * US_PER_MS;
    this.#startTimeUs = startTimeUs;
    this.#submitted = Promise.all(
      senders(nodes).map(({ name, node, guard }, number) =>
        submit({
          get address() {
            return node.client.address;
          },
          credentials: node.credentials,
          calls: this.#shares[number]!.calls,
          connections,
          startTimeUs,
          timeoutMs,
          signal,
          mayReconnect: async () => {
            await faults?.affected.over(name);
            return guard.ask(node);
          },
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
        else if (this.#isPlanned(sender, outcome)) await this.#sendAgain(sender, index);
        else this.#transactions.refuse(transaction, outcome.message);
      }
    }
  }

  /** No answer came from a node that a planned fault has kept from answering. */
  #isPlanned(sender: number, outcome: CallOutcome): boolean {
    const { nodes, faults } = this.#plan;
    const isUnanswered = outcome.class === 'connection' || outcome.class === 'timeout';
    return isUnanswered && faults !== undefined && faults.affected.count(senders(nodes)[sender]!.name) > 0;
  }

  /** As a client does that does not know what became of its call. */
  async #sendAgain(sender: number, index: number): Promise<void> {
    const { indices, hexes } = this.#shares[sender]!;
    const { call } = senders(this.#plan.nodes)[sender]!;
    const atUs = epochUs();
    try {
      await call('sendrawtransaction', [hexes[index]!]);
    } catch (error) {
      if (!(error instanceof NodeCallError)) throw error;
      if (error.code !== ALREADY_IN_CHAIN) return this.#transactions.refuse(indices[index]!, error.message);
    }
    this.#transactions.release(indices[index]!, atUs);
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
