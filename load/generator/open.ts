import { parseAddress } from '../../client/address.ts';
import { arrivalTimes } from './arrivals.ts';
import { Connection, type ConnectionEvents } from './connection.ts';
import { openConnections } from './open-connections.ts';
import { ownShortage, TIMEOUT, type CallOutcome } from './outcome.ts';
import { OwnCost } from './own-cost.ts';
import { Pacer } from './pacer.ts';
import { Recorder } from './recorder.ts';
import { requestEncoder } from './request.ts';
import { sweepIntervalMs } from './sweep-interval.ts';
import type { Arrivals, GeneratorFigures, GeneratorOptions, PreparedCall, Sample } from './types.ts';
import { WaitingCalls } from './waiting-calls.ts';
import { whenAllowed } from './when-allowed.ts';

interface InFlight {
  readonly call: PreparedCall;
  readonly intendedAtUs: number;
  readonly sentAtUs: number;
}

/** Calls are sent at the times that `arrivals` gives, whether the node keeps up or not. */
export class OpenRun {
  readonly #options: GeneratorOptions;
  readonly #nextTime: () => number | undefined;
  readonly #encode: (call: PreparedCall) => Buffer;
  readonly #recorder: Recorder;
  readonly #pacer = new Pacer(
    () => this.#pump(),
    () => this.#inFlight === 0,
  );
  readonly #events: ConnectionEvents<InFlight> = {
    ended: (connection, inFlight, outcome, body) => this.#ended(connection, inFlight, outcome, body),
    lost: (connection) => this.#lost(connection),
  };
  readonly #host: string;
  readonly #port: number;
  /** The one used last comes first: a node closes what is idle for long. */
  #free: Connection<InFlight>[] = [];
  readonly #connections = new Set<Connection<InFlight>>();
  /** Number of calls. */
  #inFlight = 0;
  readonly #waiting = new WaitingCalls();
  /** Microseconds since the run began; undefined once no further call is due. */
  #nextAtUs: number | undefined;
  #startedMs = 0;
  /** When the last call ended that had kept others from being sent. */
  #roomSinceUs = 0;
  #exhaustedAtUs: number | undefined;
  #shortage: string | undefined;
  /** A connection was lost, and it is not known yet whether calls may be sent. */
  #held = false;
  /** The node is being asked whether it may be sent calls. */
  #asking = false;
  /** A connection was lost since the node was asked. */
  #askAgain = false;
  /** The node may be sent calls, as it has answered in this turn. */
  #mayConnect = false;
  #isOver = false;
  /** Why nothing may be sent any more. */
  #refusal: unknown;
  #done: () => void = () => {};

  constructor(options: GeneratorOptions, arrivals: Arrivals) {
    const { host, port, address } = parseAddress(options.address);
    this.#options = options;
    this.#host = host;
    this.#port = port;
    this.#encode = requestEncoder(new URL(address).host, options.credentials, options.keepAlive);
    this.#nextTime = arrivalTimes(arrivals, options.durationMs);
    this.#recorder = new Recorder(options);
  }

  /** Throws `GeneratorError` where no connection can be opened. */
  async run(): Promise<GeneratorFigures> {
    const { address, connections, maxInFlight, durationMs, timeoutMs, signal } = this.#options;
    this.#free = await openConnections(address, { count: Math.min(connections, maxInFlight), timeoutMs, events: this.#events, signal });
    for (const connection of this.#free) this.#connections.add(connection);
    const startedAt = new Date().toISOString();
    const cost = new OwnCost();
    this.#startedMs = performance.now();
    const sweeper = setInterval(() => this.#sweep(), sweepIntervalMs(timeoutMs));
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      signal?.addEventListener('abort', () => resolve(), { once: true });
      this.#nextAtUs = this.#nextTime();
      if (signal?.aborted === true) resolve();
      else this.#pump();
    });
    this.#isOver = true;
    clearInterval(sweeper);
    this.#pacer.stop();
    this.#done = () => {};
    const abandoned = this.#inFlight + this.#waiting.length;
    const complete = abandoned === 0 && this.#nextAtUs === undefined;
    for (const connection of this.#connections) connection.abandon();
    if (this.#refusal !== undefined) throw this.#refusal;
    const nowUs = this.#nowUs();
    const recorded = this.#recorder.finish(nowUs);
    const saturated =
      this.#shortage === undefined ? cost.saturation(this.#pacer, recorded.lateness, recorded.latency) : { reason: this.#shortage };
    return {
      startedAt,
      durationMs: complete ? Math.min(durationMs, (this.#exhaustedAtUs ?? Infinity) / 1000) : Math.min(durationMs, nowUs / 1000),
      ...recorded,
      abandoned,
      cpuMs: cost.cpuMs(this.#pacer),
      pollingMs: this.#pacer.pollingMs,
      saturated,
      complete,
    };
  }

  #nowUs(): number {
    return Math.floor((performance.now() - this.#startedMs) * 1000);
  }

  /** Sends what is due, and arranges for the next time. */
  #pump(): void {
    if (this.#isOver) return;
    const nowUs = this.#nowUs();
    this.#collectDue(nowUs);
    const { maxInFlight } = this.#options;
    while (!this.#held && this.#waiting.length > 0 && this.#inFlight < maxInFlight && this.#hasConnection()) this.#send();
    this.#recorder.advance(nowUs, this.#inFlight, this.#waiting.length);
    if (this.#nextAtUs === undefined) {
      if (this.#waiting.length === 0 && this.#inFlight === 0) this.#done();
      this.#pacer.wakeAt(Infinity);
    } else {
      // Where there is no room for another call it is the next answer that counts.
      this.#pacer.wakeAt(this.#inFlight < maxInFlight ? this.#startedMs + this.#nextAtUs / 1000 : Infinity);
    }
  }

  /** What is done less often than after each answer. */
  #sweep(): void {
    const nowUs = this.#nowUs();
    this.#collectDue(nowUs);
    this.#expire(nowUs);
    this.#pump();
  }

  #collectDue(nowUs: number): void {
    while (this.#nextAtUs !== undefined && this.#nextAtUs <= nowUs) {
      const call = this.#options.source();
      if (!call) {
        this.#exhaustedAtUs = this.#nextAtUs;
        this.#nextAtUs = undefined;
        return;
      }
      const intendedAtUs = Math.floor(this.#nextAtUs);
      this.#recorder.planned(call.method, intendedAtUs);
      this.#waiting.push(call, intendedAtUs);
      this.#nextAtUs = this.#nextTime();
    }
  }

  #expire(nowUs: number): void {
    const dueBeforeUs = nowUs - this.#options.timeoutMs * 1000;
    for (;;) {
      const { firstCall: call, firstIntendedAtUs: intendedAtUs } = this.#waiting;
      if (!call || intendedAtUs === undefined || intendedAtUs > dueBeforeUs) break;
      this.#waiting.removeFirst();
      this.#recorder.ended({ call, intendedAtUs, sentAtUs: undefined, endedAtUs: nowUs, class: 'timeout' }, TIMEOUT);
    }
    for (const connection of this.#connections) {
      const { inFlight } = connection;
      if (!inFlight || inFlight.intendedAtUs > dueBeforeUs) continue;
      // Its answer may still come, and would be taken for that of the next call.
      connection.abandon();
      this.#record(connection, inFlight, TIMEOUT, nowUs);
    }
  }

  /** Sends the first of the calls that wait. */
  #send(): void {
    const { firstCall: call, firstIntendedAtUs: intendedAtUs } = this.#waiting;
    if (!call || intendedAtUs === undefined) throw new Error('internal error: no call waits');
    this.#waiting.removeFirst();
    const connection = this.#free.pop() ?? this.#connect();
    const sentAtUs = this.#nowUs();
    this.#inFlight++;
    this.#recorder.sent(sentAtUs, sentAtUs - Math.max(intendedAtUs, this.#roomSinceUs));
    connection.send({ call, intendedAtUs, sentAtUs }, this.#encode(call));
  }

  #connect(): Connection<InFlight> {
    const connection = new Connection<InFlight>(this.#host, this.#port, this.#events);
    this.#connections.add(connection);
    return connection;
  }

  #ended(connection: Connection<InFlight>, inFlight: InFlight, outcome: CallOutcome, body: Buffer): void {
    const sample = this.#record(connection, inFlight, outcome, this.#nowUs());
    if (!connection.closed) this.#free.push(connection);
    else this.#hold();
    this.#shortage ??= ownShortage(outcome);
    if (sample.class === 'result') this.#options.onBody?.(sample, body);
    this.#pump();
  }

  #record(connection: Connection<InFlight>, { call, intendedAtUs, sentAtUs }: InFlight, outcome: CallOutcome, endedAtUs: number): Sample {
    if (this.#inFlight === this.#options.maxInFlight) this.#roomSinceUs = endedAtUs;
    this.#inFlight--;
    if (connection.closed) this.#connections.delete(connection);
    const { class: kind, code } = outcome;
    const sample: Sample = { call, intendedAtUs, sentAtUs, endedAtUs, class: kind, code };
    this.#recorder.ended(sample, outcome);
    return sample;
  }

  /**
   * Whether a call can be sent now. Behind a new connection may be another node, and a process that stood still notices late that the
   * former ones were lost: the node is asked before one is opened.
   */
  #hasConnection(): boolean {
    if (this.#free.length > 0 || this.#options.mayReconnect === undefined || this.#mayConnect) return true;
    this.#ask();
    return false;
  }

  /** A connection was lost: sends nothing until the node may be sent calls. */
  #hold(): void {
    if (this.#options.mayReconnect === undefined) return;
    this.#held = true;
    if (this.#asking) this.#askAgain = true;
    else this.#ask();
  }

  #ask(): void {
    const { mayReconnect, durationMs } = this.#options;
    if (mayReconnect === undefined || this.#asking) return;
    this.#asking = true;
    this.#askAgain = false;
    whenAllowed(mayReconnect, () => this.#isOver || this.#nowUs() >= durationMs * 1000).then(
      (isAllowed) => {
        this.#asking = false;
        if (!isAllowed) return;
        if (this.#askAgain) return this.#ask();
        this.#held = false;
        this.#mayConnect = true;
        this.#pump();
        this.#mayConnect = false;
      },
      (error: unknown) => {
        this.#refusal ??= error;
        this.#done();
      },
    );
  }

  #lost(connection: Connection<InFlight>): void {
    this.#hold();
    this.#free = this.#free.filter((free) => free !== connection);
    this.#connections.delete(connection);
  }
}
