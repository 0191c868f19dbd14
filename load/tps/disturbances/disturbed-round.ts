import { TpsError } from '../errors.ts';
import { steadyMs } from '../epoch-clock.ts';
import type { ArrivalTimes } from '../figures/receiver-figures.ts';
import { sameTip } from '../network/connect.ts';
import type { RoundDisturbances } from '../results.ts';
import type { RoundPlan } from '../round-plan.ts';
import type { RoundTransactions } from '../round-transactions.ts';
import { Director } from './director.ts';
import { judgeNetwork, type Accepted, type NetworkVerdict } from './judge-network.ts';
import { NetworkFaults } from './network-faults.ts';
import type { NetworkPlan } from './network-plan.ts';
import { TimelineSampler } from './timeline-sampler.ts';

/** One round in which planned faults happen. */
export class DisturbedRound {
  readonly #plan: RoundPlan;
  readonly #setup: NetworkPlan;
  readonly #transactions: RoundTransactions;
  readonly #height: number;
  readonly #faults: NetworkFaults;
  readonly #director: Director;
  readonly #sampler: TimelineSampler;
  readonly #arrived = new Set<string>();
  readonly #verdicts: NetworkVerdict[] = [];
  #run: Promise<void> = Promise.resolve();
  #startedMs = performance.now();

  /** Throws `NodeCallError`. */
  static async open(plan: RoundPlan, setup: NetworkPlan, transactions: RoundTransactions): Promise<DisturbedRound> {
    for (const wallet of setup.wallets) wallet.payments = [];
    return new DisturbedRound(plan, setup, transactions, await setup.network.nodes[0]!.call('getblockcount'));
  }

  private constructor(plan: RoundPlan, setup: NetworkPlan, transactions: RoundTransactions, height: number) {
    this.#plan = plan;
    this.#setup = setup;
    this.#transactions = transactions;
    this.#height = height;
    const { address, timeoutMs, signal } = plan;
    this.#faults = new NetworkFaults({ ...setup, address, height, timeoutMs, signal });
    this.#director = new Director({
      faults: setup.faults,
      expected: () => transactions.count - transactions.refused.length,
      perform: (step) => this.#faults.perform(step),
    });
    this.#sampler = new TimelineSampler(setup.network.nodes, setup.affected, () => this.#director.received);
  }

  /** A transaction was seen at some receiver. */
  arrived(txid: string): void {
    if (this.#arrived.has(txid)) return;
    this.#arrived.add(txid);
    this.#director.arrived();
  }

  /** From now on faults happen. One that fails ends the test. */
  start(startTimeUs: number): void {
    this.#startedMs = steadyMs(startTimeUs);
    this.#run = this.#director.run(this.#startedMs, this.#plan.signal);
    this.#run.catch((error: unknown) => this.#setup.ended.abort(error));
  }

  /** All faults are over, and nothing has arrived since for a while: what is missing does not come any more. */
  get isOver(): boolean {
    return this.#director.isDone && this.#director.hasStoodStill;
  }

  /** Ends all faults that are not over, and connects the nodes. Throws `TpsError` and `NodeCallError`. */
  async heal(): Promise<void> {
    this.#director.hurry();
    await this.#run;
    await this.#faults.connect();
    const { missing, reloaded, notReloaded } = this.#faults;
    this.#verdicts.push({
      check: 'connections',
      judged: this.#setup.network.nodes.length,
      problems: missing.map(({ node, message }) => `${node}: ${message}`),
    });
    if (reloaded > 0) this.#verdicts.push({ check: 'pool-reloaded', judged: reloaded, problems: notReloaded });
  }

  /** Mines one block. Returns the nodes that have not the tip of the first one after the time for it, by name. Throws `NodeCallError`. */
  async mineOne(): Promise<ReadonlySet<string>> {
    const { nodes } = this.#setup.network;
    const { address, signal, timeoutMs } = this.#plan;
    const [first] = nodes;
    if (!first) throw new TpsError('there is no node that could mine');
    await first.call('generatetoaddress', [1, address]);
    const strayed = await sameTip(nodes, signal, timeoutMs);
    const tips = await Promise.all(
      nodes.map(async ({ name, call }) => `${name} at ${await call('getblockcount')}, ${await call('getbestblockhash')}`),
    );
    this.#verdicts.push({
      check: 'one-tip',
      judged: nodes.length,
      problems:
        strayed.length === 0
          ? []
          : [`${strayed.join(', ')} has another tip than ${first.name} ${timeoutMs / 1_000} s after a block was mined: ${tips.join('; ')}`],
    });
    return new Set(strayed);
  }

  /** Judges the network once all was mined. @param receivers by name, what each has received. Throws `NodeCallError`. */
  async judge(
    receivers: readonly (ArrivalTimes & { readonly receiver: string })[],
    senders: readonly string[],
  ): Promise<RoundDisturbances> {
    const { network, wallets } = this.#setup;
    const { nodes } = network;
    const { timeoutMs, signal } = this.#plan;
    const accepted = this.#accepted(receivers, senders);
    const { pairs, forgotten } = this.#faults;
    const judgement = await judgeNetwork({ nodes, height: this.#height, accepted, wallets, pairs, forgotten, timeoutMs, signal });
    return {
      events: this.#director.events,
      timeline: await this.#sampler.stop(this.#startedMs),
      accepted: accepted.length,
      ...judgement,
      checks: [...this.#verdicts, ...judgement.checks],
    };
  }

  close(): void {
    this.#sampler.close();
  }

  #accepted(receivers: readonly (ArrivalTimes & { readonly receiver: string })[], senders: readonly string[]): Accepted[] {
    const { txids, senderOf, releasedUs } = this.#transactions;
    const { killedUs } = this.#faults;
    const isSince = (node: string, us: number): boolean => us > (killedUs.get(node) ?? -Infinity);
    return txids.flatMap((txid, index) => {
      const sentUs = releasedUs[index]!;
      if (Number.isNaN(sentUs)) return [];
      const node = senders[senderOf[index]!]!;
      // Not a number is since nothing.
      const wasHeld = isSince(node, sentUs) || receivers.some(({ receiver, timesUs }) => isSince(receiver, timesUs[index]!));
      return [{ txid, node, wasHeld }];
    });
  }
}
