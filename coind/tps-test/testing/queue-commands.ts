import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { split } from '../../network/testing/test-node.ts';
import { until } from '../../../test/until.ts';
import type { Transaction } from '../../primitives/types.ts';
import type { RefusedItem } from '../types.ts';
import type { TpsNode } from './tps-node.ts';

/**
 * The states of the queue as coind has them. The documents have no table of them: their sentences say that what is
 * queued with a start time of 0 is held, that a later start time schedules it, and that it is sent then. What empties
 * the queue, and what a further start time does, is coind's own choice (specs/beyond/unstated).
 */
export interface QueueModel {
  enabled: boolean;
  /** Numbers of the transactions that are held or scheduled, in order. */
  queued: number[];
  /** The start time given last; 0 while the queue is held. */
  startTimeUs: number;
  /** Whether that time has come. */
  hasBegun: boolean;
  /** Whether something was sent since the round began. */
  hasSent: boolean;
  readonly sent: number[];
}

export interface QueueNodes {
  readonly sender: TpsNode;
  /** Takes part in every round, and never has anything to send. */
  readonly receiver: TpsNode;
  /** Any number of them can be sent. */
  readonly transactions: readonly Transaction[];
}

export const newModel = (): QueueModel => ({ enabled: false, queued: [], startTimeUs: 0, hasBegun: false, hasSent: false, sent: [] });

const SOON_US = 5_000;
/** Long enough for something to be sent that must not be: by a timer of real time, which the start times need. */
const SETTLED_MS = 8;
const HOUR_US = 3_600_000_000;

export type QueueCommand = fc.AsyncCommand<QueueModel, QueueNodes>;

const idsOf = ({ transactions }: QueueNodes, numbers: readonly number[]): string[] => numbers.map((number) => transactions[number]!.txid);
const inPool = ({ mempool }: TpsNode): string[] => [...mempool.entries()].map(({ txid }) => txid).sort();

/** What can be seen of the queue in every state. */
function check(model: QueueModel, nodes: QueueNodes): void {
  const { sender, receiver } = nodes;
  const info = sender.tpsTest.info();
  expect(info).toEqual({
    enabled: model.enabled,
    startTimeUs: model.startTimeUs,
    handedOverUs: model.hasSent ? (expect.any(Number) as number) : 0,
    received: [],
    refused: [],
  });
  expect(info.handedOverUs > 0).toBe(model.hasSent);
  const sent = idsOf(nodes, model.sent).sort();
  expect(inPool(sender)).toEqual(sent);
  expect(inPool(receiver)).toEqual(sent);
}

function disabled(nodes: QueueNodes, startTimeUs: number, transactions: readonly Transaction[]): void {
  expect(() => nodes.sender.tpsTest.add(startTimeUs, transactions)).toThrow(expect.objectContaining({ reason: 'test-disabled' }));
}

function beginRound(model: QueueModel, startTimeUs: number): void {
  if (model.hasBegun && startTimeUs > 0 && startTimeUs !== model.startTimeUs) {
    model.hasBegun = false;
    model.hasSent = false;
  }
  model.startTimeUs = startTimeUs;
}

abstract class Command implements QueueCommand {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the model is in a state in which it can be done. */
  check(_model: Readonly<QueueModel>): boolean {
    return true;
  }

  async run(model: QueueModel, nodes: QueueNodes): Promise<void> {
    await this.perform(model, nodes);
    await delay(SETTLED_MS);
    check(model, nodes);
  }

  abstract perform(model: QueueModel, nodes: QueueNodes): Promise<void> | void;

  toString(): string {
    return this.#name;
  }
}

class SetEnabled extends Command {
  readonly #enabled: boolean;

  constructor(enabled: boolean) {
    super(enabled ? 'enable' : 'disable');
    this.#enabled = enabled;
  }

  perform(model: QueueModel, { sender }: QueueNodes): void {
    sender.tpsTest.setEnabled(this.#enabled);
    if (!this.#enabled) Object.assign(model, { queued: [], startTimeUs: 0, hasBegun: false, hasSent: false });
    model.enabled = this.#enabled;
  }
}

/** Adds transactions, new ones and others, with a start time that is 0 or far away. */
class Add extends Command {
  readonly #numbers: readonly number[];
  readonly #isHeld: boolean;

  constructor(numbers: readonly number[], isHeld: boolean) {
    super(`add(${isHeld ? '0' : 'in an hour'}, [${numbers.join(', ')}])`);
    this.#numbers = numbers;
    this.#isHeld = isHeld;
  }

  perform(model: QueueModel, nodes: QueueNodes): void {
    const startTimeUs = this.#isHeld ? 0 : nodes.sender.clock.microseconds() + HOUR_US;
    const transactions = this.#numbers.map((number) => nodes.transactions[number]!);
    if (!model.enabled) return disabled(nodes, startTimeUs, transactions);
    const refused: RefusedItem[] = [];
    for (const [index, number] of this.#numbers.entries()) {
      const { txid } = nodes.transactions[number]!;
      if (model.queued.includes(number)) refused.push({ index, txid, reason: 'txn-already-in-queue' });
      else if (model.sent.includes(number)) refused.push({ index, txid, reason: 'txn-already-in-mempool' });
      else model.queued.push(number);
    }
    expect(nodes.sender.tpsTest.add(startTimeUs, transactions)).toEqual(refused);
    if (refused.length < transactions.length || transactions.length === 0) beginRound(model, startTimeUs);
  }
}

/** A transaction that spends what a queued one spends, among good ones or alone. */
class DoubleSpend extends Command {
  constructor() {
    super('add a double spend');
  }

  override check({ enabled, queued }: Readonly<QueueModel>): boolean {
    return enabled && queued.length > 0;
  }

  perform({ queued }: QueueModel, { sender, transactions }: QueueNodes): void {
    const first = transactions[queued[0]!]!;
    const [spent] = first.inputs;
    const rival = split(spent!, 1_000_000n, 1);
    expect(sender.tpsTest.add(1, [rival])).toEqual([
      { index: 0, txid: rival.txid, reason: `txn-queue-conflict: ${spent!.txid}:${spent!.vout} is spent by ${first.txid}` },
    ]);
  }
}

/** Adds transactions, then sets a start time on both nodes and waits for it. */
class Start extends Command {
  readonly #add: Add;
  readonly #aheadUs: number;

  constructor(numbers: readonly number[], aheadUs: number) {
    const add = new Add(numbers, true);
    super(`${add.toString()} and start ${aheadUs < 0 ? 'in the past' : 'soon'}`);
    this.#add = add;
    this.#aheadUs = aheadUs;
  }

  async perform(model: QueueModel, nodes: QueueNodes): Promise<void> {
    const { sender, receiver } = nodes;
    this.#add.perform(model, nodes);
    const startTimeUs = sender.clock.microseconds() + this.#aheadUs;
    receiver.tpsTest.add(startTimeUs, []);
    if (!model.enabled) return disabled(nodes, startTimeUs, []);
    sender.tpsTest.add(startTimeUs, []);
    beginRound(model, startTimeUs);
    const numbers = model.queued.splice(0);
    model.hasBegun = true;
    model.hasSent ||= numbers.length > 0;
    model.sent.push(...numbers);
    await until('the start time has come', () => sender.clock.microseconds() > startTimeUs);
    if (numbers.length > 0) await until('all was handed over', () => sender.tpsTest.info().handedOverUs >= startTimeUs);
    await until('all has arrived', () => receiver.mempool.size === model.sent.length);
    const { received } = receiver.tpsTest.info();
    expect(received.map(({ txid }) => txid)).toEqual(idsOf(nodes, numbers));
    for (const { timeUs } of received) expect(timeUs).toBeGreaterThanOrEqual(startTimeUs);
  }
}

/** From each state to each other one that there is a way to. Needs five transactions. */
export const throughAllStates = (): QueueCommand[] => [
  new Add([0], true), // disabled
  new SetEnabled(true),
  new Add([0, 0], true), // held
  new DoubleSpend(),
  new Add([1], false), // scheduled
  new Add([], true), // held again
  new Start([], SOON_US), // sent
  new Add([0], true), // sent before
  new Start([2], -SOON_US), // a second round
  new Start([], SOON_US), // with nothing to send
  new Add([3], false),
  new SetEnabled(false), // emptied
  new SetEnabled(true),
  new Start([4], SOON_US),
];

/** What can be done to a queue, of so many transactions. */
export function queueCommands(count: number): fc.Arbitrary<Iterable<QueueCommand>> {
  const numbers = fc.array(fc.nat(count - 1), { maxLength: 4 });
  return fc.commands<QueueModel, QueueNodes, false>(
    [
      // Twice, so that the test is enabled most of the time.
      fc.constant(new SetEnabled(true)),
      fc.constant(new SetEnabled(true)),
      fc.constant(new SetEnabled(false)),
      fc.record({ numbers, isHeld: fc.boolean() }).map((made) => new Add(made.numbers, made.isHeld)),
      fc.record({ numbers, isHeld: fc.boolean() }).map((made) => new Add(made.numbers, made.isHeld)),
      fc.constant(new DoubleSpend()),
      fc.record({ numbers, aheadUs: fc.constantFrom(SOON_US, -SOON_US) }).map((made) => new Start(made.numbers, made.aheadUs)),
    ],
    { maxCommands: 30, size: 'max' },
  );
}
