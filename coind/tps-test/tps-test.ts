import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Mempool } from '../mempool/types.ts';
import type { Network } from '../network/types.ts';
import type { Transaction } from '../primitives/types.ts';
import type { State } from '../state/types.ts';
import { PreciseTimer } from './precise-timer.ts';
import { TpsTestError } from './tps-test-error.ts';
import { TransactionQueue, type Queued } from './transaction-queue.ts';
import type { Received, RefusedItem, TpsTest, TpsTestInfo } from './types.ts';

/** Transactions that are sent between two looks at the time. */
const GROUP = 32;
/** Sending gives way to peers and calls after so long. */
const TURN_MS = 5;
/** How many arrivals are remembered. */
const MAX_RECEIVED = 1_000_000;

/** From one start time to the next one that is given after it. */
interface Round {
  startTimeUs: number;
  /** It had something to send. */
  isSender: boolean;
  /** The start time has come, even if it was taken back since. */
  hasBegun: boolean;
  handedOverUs: number;
  readonly received: Received[];
  readonly refused: { readonly txid: string; readonly reason: string }[];
  /** The test was disabled: what is not sent stays unsent. */
  isOver: boolean;
}

const copyOf = (round: Round): Round => ({ ...round, received: [...round.received], refused: [...round.refused] });

const newRound = (): Round => ({
  startTimeUs: 0,
  isSender: false,
  hasBegun: false,
  handedOverUs: 0,
  received: [],
  refused: [],
  isOver: false,
});

export interface TpsTestDeps {
  readonly state: State;
  readonly mempool: Mempool;
  readonly network: Pick<Network, 'message' | 'push' | 'pushed'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A test that is not enabled. */
export function createTpsTest(deps: TpsTestDeps): TpsTest {
  return new QueuedTest(deps);
}

class QueuedTest implements TpsTest {
  readonly #deps: TpsTestDeps;
  readonly #queue: TransactionQueue;
  readonly #timer: PreciseTimer;
  #enabled = false;
  #round = newRound();

  constructor(deps: TpsTestDeps) {
    const { state, mempool, network, clock } = deps;
    this.#deps = deps;
    this.#queue = new TransactionQueue({ mempool, message: (transaction) => network.message(transaction) });
    this.#timer = new PreciseTimer(clock);
    mempool.on({ added: ({ txid }) => this.#received(txid) });
    state.hold(this);
  }

  setEnabled(enabled: boolean): void {
    if (enabled === this.#enabled) return;
    this.#enabled = enabled;
    if (!enabled) this.stop();
  }

  add(startTimeUs: number, transactions: readonly (Transaction | undefined)[]): RefusedItem[] {
    if (!this.#enabled) throw new TpsTestError('test-disabled', 'The test is not enabled: call tpstestsetenabled true before');
    const refused: RefusedItem[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const reason = transaction === undefined ? 'TX decode failed' : this.#queue.add(transaction);
      if (reason !== undefined) refused.push({ index, txid: transaction?.txid, reason });
    }
    if (transactions.length === 0 || refused.length < transactions.length) this.#schedule(startTimeUs);
    return refused;
  }

  info(): TpsTestInfo {
    const { startTimeUs, handedOverUs, received, refused } = this.#round;
    return { enabled: this.#enabled, startTimeUs, handedOverUs, received, refused };
  }

  stop(): void {
    this.#timer.clear();
    this.#queue.take();
    this.#round.isOver = true;
    this.#round = newRound();
  }

  freeze(): () => void {
    const restoreQueue = this.#queue.freeze();
    const enabled = this.#enabled;
    const round = copyOf(this.#round);
    return () => {
      this.#timer.clear();
      this.#round.isOver = true; // ends its transmission
      restoreQueue();
      this.#enabled = enabled;
      this.#round = copyOf(round);
      this.#setTimer(this.#round);
    };
  }

  /** Whether the start time has come. */
  get #isOn(): boolean {
    const { startTimeUs } = this.#round;
    return startTimeUs > 0 && this.#deps.clock.microseconds() >= startTimeUs;
  }

  #schedule(startTimeUs: number): void {
    this.#timer.clear();
    this.#round.hasBegun ||= this.#isOn;
    if (this.#round.hasBegun && startTimeUs > 0 && startTimeUs !== this.#round.startTimeUs) this.#round = newRound();
    const round = this.#round;
    round.startTimeUs = startTimeUs;
    this.#setTimer(round);
  }

  #setTimer(round: Round): void {
    const { startTimeUs } = round;
    if (startTimeUs === 0 || this.#queue.size === 0) return;
    round.isSender = true;
    this.#timer.set({
      timeUs: startTimeUs,
      prepare: () => this.#rehearse(),
      run: () => {
        const queued = this.#queue.take();
        this.#send(round, queued).catch((error: Error) => this.#deps.log(`TPS test: ${error.stack ?? error.message}`));
      },
    });
  }

  /** Runs through what the first transactions take, so that no code is cold and no page missing when it counts. */
  #rehearse(): void {
    for (const { transaction } of this.#queue.first(GROUP)) this.#deps.mempool.accept(transaction, { test: true });
  }

  /** The scripts were run when they were queued, which the pool remembers: what it checks again is quick. */
  async #send(round: Round, queued: readonly Queued[]): Promise<void> {
    const { mempool, network, clock, log } = this.#deps;
    let firstSentUs = 0;
    let sent = 0;
    let turnEndsMs = clock.monotonic() + TURN_MS;
    for (let at = 0; at < queued.length;) {
      // The first goes alone: nothing else delays it.
      const group = queued.slice(at, at + (at === 0 ? 1 : GROUP));
      at += group.length;
      const messages = [];
      for (const { transaction, message } of group) {
        const accepted = mempool.accept(transaction);
        if (accepted.ok) messages.push(message);
        else {
          round.refused.push({ txid: transaction.txid, reason: accepted.reason });
          log(`TPS test: ${transaction.txid} is not sent: ${accepted.reason}`);
        }
      }
      network.push(messages);
      sent += messages.length;
      firstSentUs ||= clock.microseconds();
      if (clock.monotonic() < turnEndsMs) continue;
      await nextTurn();
      if (round.isOver) return;
      turnEndsMs = clock.monotonic() + TURN_MS;
    }
    await network.pushed();
    if (round.isOver) return;
    round.handedOverUs = clock.microseconds();
    const { startTimeUs, handedOverUs } = round;
    log(
      `TPS test: sent ${sent} of ${queued.length}, the first ${firstSentUs - startTimeUs} us after the start time, the last ${handedOverUs - startTimeUs} us`,
    );
  }

  #received(txid: string): void {
    const { received, isSender } = this.#round;
    if (!this.#enabled || isSender || this.#queue.size > 0 || received.length >= MAX_RECEIVED || !this.#isOn) return;
    received.push({ txid, timeUs: this.#deps.clock.microseconds() });
  }
}
