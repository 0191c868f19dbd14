import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions } from '../../client/types.ts';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import type { MethodId, ServiceCall } from '../../specs/model/generated/wire.d.ts';
import { callsTo } from './other-node.ts';
import { holdsWithin } from './wait-for.ts';

/** Every case of the test has nodes of its own: what is queued in one must not be sent in another. */
export const tpsTestNodes = { profile: 'tpstest', ownNode: true, timeoutMs: 150_000 } as const;

const SYNCED_WITHIN_MS = 20_000;
/** Nodes may announce transactions to their peers after random delays of some seconds. */
const ARRIVED_WITHIN_MS = 45_000;
/** How long after the start time an ordinary transaction is sent, and how much later than it the queued ones may arrive. */
const AFTER_START_MS = 1_000;
const IN_TIME_MS = 3_000;
const POLL_MS = 20;
/** How long a transaction may take where the documents do not say that it is sent. */
const OBSERVED_MS = 10_000;
/** How far ahead a start time is on an idle machine: the nodes receive it, and are observed before it. */
const AHEAD_MS = 1_000;
/** How long nothing may arrive where nothing is to be sent. */
export const QUIET_MS = 1_000;

export interface Queued {
  readonly txid: string;
  readonly item: { readonly tx: string };
}

export const queuedOf = ({ hex, txid }: { readonly hex: string; readonly txid: string }): Queued => ({ txid, item: { tx: hex } });

/** Signed transactions that no node has. */
export async function unsent(t: Trial, count: number): Promise<Queued[]> {
  const made: Queued[] = [];
  while (made.length < count) made.push(queuedOf(await t.world.fresh('signedTransaction')));
  return made;
}

/** As `unsent`, of many: while the coins of later ones are made, the wallet may spend those of earlier ones, which are left out. */
export async function manyUnsent(t: Trial, count: number): Promise<Queued[]> {
  let made: Queued[] = [];
  while (made.length < count) {
    made.push(...(await unsent(t, count - made.length)));
    const valid: Queued[] = [];
    for (const one of made) {
      const [answer] = await t.world.result('testmempoolaccept', { rawtxs: [one.item.tx] });
      if (answer?.allowed === true) valid.push(one);
    }
    made = valid;
  }
  return made;
}

export const enable = (t: Trial): Promise<unknown> => t.result('tpstestsetenabled', { enabled: true });
export const disable = (t: Trial): Promise<unknown> => t.result('tpstestsetenabled', { enabled: false });

/** Adds transactions to the queue; a start time of 0 unless another one is given. */
export const queue = (t: Trial, transactions: readonly Queued[], starttime = 0): Promise<unknown> =>
  t.result('tpstestadd', { starttime, 'raw transactions': transactions.map(({ item }) => item) });

/** A start time by the clock of this machine, which is that of the nodes: connected nodes all run here. */
export const startTime = (t: Trial, aheadMs = AHEAD_MS): number => Math.round((Date.now() + aheadMs * t.world.service.pace.factor) * 1000);

/** The node that receives: it is connected to the node of the trial, has its chain, and takes part in the test. */
export class Receiver {
  /** Calls it; a refusal is a finding. */
  readonly call: ServiceCall<CallOptions>;
  readonly #t: Trial;

  private constructor(t: Trial, call: ServiceCall<CallOptions>) {
    this.call = call;
    this.#t = t;
  }

  /** Connects the second node. Call it when the wallet has made what it is to pay with: the chains are the same afterwards. */
  static async connect(t: Trial): Promise<Receiver> {
    const { node } = await t.world.use('peer');
    const call = callsTo(t, node, (method: MethodId) => {
      t.ok(false, `the receiving node does not answer ${method} with a result`, { check: 'receiver' });
      throw new CaseOver();
    });
    const tip = await t.world.result('getbestblockhash');
    const synced = await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await call('getbestblockhash')) === tip);
    if (!synced) t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
    await call('tpstestsetenabled', { enabled: true });
    return new Receiver(t, call);
  }

  async #hasAll(transactions: readonly Queued[]): Promise<boolean> {
    const pool = new Set(await this.call('getrawmempool'));
    return transactions.every(({ txid }) => pool.has(txid));
  }

  /** Records a finding for each transaction that it does not get. */
  async mustGet(transactions: readonly Queued[], why: string): Promise<void> {
    this.#t.ok(
      await holdsWithin(this.#t, ARRIVED_WITHIN_MS, () => this.#hasAll(transactions)),
      `a peer does not have all transactions ${ARRIVED_WITHIN_MS / 1000} s after ${why}`,
    );
  }

  /**
   * Records a finding if transactions arrive later than an ordinary one that is sent after their start time. Nodes may announce
   * transactions after random delays, but then all that they have at once: what comes after it was sent too late.
   */
  async mustGetInTime(transactions: readonly Queued[], ordinary: Queued, starttime: number): Promise<void> {
    const { pace } = this.#t.world.service;
    await delay(Math.max(0, starttime / 1000 - Date.now()) + AFTER_START_MS * pace.factor);
    await this.#t.result('sendrawtransaction', { hexstring: ordinary.item.tx });
    await this.mustGet([ordinary], 'it was sent by sendrawtransaction');
    this.#t.ok(
      await holdsWithin(this.#t, IN_TIME_MS, () => this.#hasAll(transactions)),
      `a peer has a transaction that was sent by sendrawtransaction ${AFTER_START_MS / 1000} s after the start time, and ${IN_TIME_MS / 1000} s later not all that were queued for the start time`,
    );
  }

  /** Records a finding if one of them, by what the pool shows, arrived in a second before the start time, which is a whole one. */
  async mustNotHaveBefore(transactions: readonly Queued[], starttime: number): Promise<void> {
    for (const { txid } of transactions) {
      const { time } = await this.call('getmempoolentry', { txid });
      this.#t.ok(time * 1_000_000 >= starttime, 'a transaction that was queued has a time at the peer which is before the start time');
    }
  }

  /** Which of them arrive soon, in words. */
  async arrivals(transactions: readonly Queued[]): Promise<string> {
    let missing = transactions.length;
    await holdsWithin(this.#t, OBSERVED_MS, async () => {
      const pool = new Set(await this.call('getrawmempool'));
      missing = transactions.filter(({ txid }) => !pool.has(txid)).length;
      return missing === 0;
    });
    return missing === 0 ? 'sent' : missing < transactions.length ? 'partly sent' : 'not sent';
  }

  /** Whether one of them arrives until a time; what is not known to have come before it does not count. */
  async getsBefore(transactions: readonly Queued[], timeUs: number): Promise<boolean> {
    while (Date.now() * 1000 < timeUs) {
      const pool = new Set(await this.call('getrawmempool'));
      if (transactions.some(({ txid }) => pool.has(txid)) && Date.now() * 1000 < timeUs) return true;
      await delay(POLL_MS);
    }
    return false;
  }
}

/** The next whole second. */
export const wholeSecond = (timeUs: number): number => Math.ceil(timeUs / 1_000_000) * 1_000_000;

/** Announces the start time to both nodes of what is queued. The case is inapplicable where that takes too long. */
export async function scheduleAll(t: Trial, receiver: Receiver, starttime = startTime(t)): Promise<number> {
  await receiver.call('tpstestadd', { starttime });
  await t.result('tpstestadd', { starttime });
  if (Date.now() * 1000 >= starttime) t.inapplicable('the start time had passed when the last node had answered the call that sets it');
  return starttime;
}
