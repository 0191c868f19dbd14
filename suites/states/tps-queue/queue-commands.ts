import { setTimeout as delay } from 'node:timers/promises';
import type { RuleId } from '../../../specs/model/generated/ids.d.ts';
import { disable, enable, queue, startTime } from '../../support/tps-test.ts';
import { at } from '../support/rows.ts';
import { QueueCommand, type QueueReal } from './queue-command.ts';
import type { QueueModel } from './queue-model.ts';

/** How far ahead a start time is on an idle machine: the nodes receive it, and are observed before it. */
const AHEAD_MS = 300;
/** How long nothing may arrive where nothing is to be sent. */
const QUIET_MS = 200;

export class SetEnabled extends QueueCommand {
  readonly #enabled: boolean;

  constructor(enabled: boolean) {
    super();
    this.#enabled = enabled;
  }

  toString(): string {
    return `tpstestsetenabled(${this.#enabled})`;
  }

  /** What was to be sent just now may be sent in spite of the call. */
  override check({ startUs }: Readonly<QueueModel>): boolean {
    return this.#enabled || startUs === undefined || startUs > nowUs() + AHEAD_MS * 500;
  }

  protected async perform(model: QueueModel, { t }: QueueReal): Promise<undefined> {
    await (this.#enabled ? enable(t) : disable(t));
    if (this.#enabled && !model.enabled) model.held = [];
    if (!this.#enabled) {
      model.held.push(...model.queued);
      model.queued = [];
    }
    model.enabled = this.#enabled;
  }
}

const nowUs = (): number => Date.now() * 1000;

/** Queues transactions. They are not sent until a start time is set. */
export class Queue extends QueueCommand {
  readonly #count: number;

  constructor(count: number) {
    super();
    this.#count = count;
  }

  toString(): string {
    return `tpstestadd(0, ${this.#count} transactions)`;
  }

  /** The documents do not say what the call does while the test is disabled, nor to a start time that was set before. */
  override check({ enabled, hasStarted, unused }: Readonly<QueueModel>): boolean {
    return enabled && !hasStarted && unused.length >= this.#count;
  }

  protected async perform(model: QueueModel, { t, transactions }: QueueReal): Promise<RuleId> {
    const added = model.unused.splice(0, this.#count);
    await queue(
      t,
      added.map((number) => transactions[number]!),
    );
    model.queued.push(...added);
    return 'tpstestadd/zero-waits';
  }
}

/** Sets the start time on both nodes. */
export class Start extends QueueCommand {
  /** Number of transactions that the same call queues. */
  readonly #count: number;

  constructor(count: number) {
    super();
    this.#count = count;
  }

  toString(): string {
    return `tpstestadd(start time${this.#count > 0 ? `, ${this.#count} transactions` : ''})`;
  }

  override check({ enabled, hasStarted, unused, queued }: Readonly<QueueModel>): boolean {
    return enabled && !hasStarted && unused.length >= this.#count && queued.length + this.#count > 0;
  }

  protected async perform(model: QueueModel, { t, receiver, transactions }: QueueReal): Promise<undefined> {
    const added = model.unused.splice(0, this.#count);
    const starttime = startTime(t, AHEAD_MS);
    await receiver.call('tpstestadd', { starttime });
    if (added.length === 0) await t.result('tpstestadd', { starttime });
    else {
      await queue(
        t,
        added.map((number) => transactions[number]!),
        starttime,
      );
    }
    model.queued.push(...added);
    model.startUs = starttime;
    model.hasStarted = true;
  }
}

/** Waits until the start time is over, or a short time if none is set. */
export class Wait extends QueueCommand {
  toString(): string {
    return 'wait';
  }

  override check({ startUs, queued, held }: Readonly<QueueModel>): boolean {
    return startUs !== undefined || queued.length + held.length > 0;
  }

  protected async perform(model: QueueModel, real: QueueReal): Promise<RuleId | undefined> {
    const { t, receiver, transactions } = real;
    const { startUs, enabled } = model;
    model.startUs = undefined;
    if (startUs === undefined || !enabled) {
      await delay(Math.max(0, (startUs ?? 0) / 1000 - Date.now()) + QUIET_MS);
      return enabled ? 'tpstestadd/zero-waits' : 'tpstestsetenabled/switches';
    }
    const queued = model.queued.map((number) => transactions[number]!);
    model.queued = [];
    if (queued.length === 0) return undefined;
    const isEarly = await receiver.getsBefore(queued, startUs);
    t.ok(!isEarly, 'a peer has a queued transaction before the start time', at('tpstestadd/sent-at-start', 'early'));
    await receiver.mustGet(queued, 'the start time');
    model.hasStarted = false; // what is queued from now on is sent at another start time
    return 'tpstestadd/sent-at-start';
  }
}
