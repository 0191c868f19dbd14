import { parseAddress } from '../../client/address.ts';
import { Connection, type ConnectionEvents } from './connection.ts';
import { openConnections } from './open-connections.ts';
import { ownShortage, TIMEOUT, type CallOutcome } from './outcome.ts';
import { OwnCost } from './own-cost.ts';
import { Recorder } from './recorder.ts';
import { requestEncoder } from './request.ts';
import { sweepIntervalMs } from './sweep-interval.ts';
import type { GeneratorFigures, GeneratorOptions, PreparedCall, Sample } from './types.ts';
import { whenAllowed } from './when-allowed.ts';

const NOT_WAITED = { pollingMs: 0, sleptMs: 0 };
/** Failures in a row after which a connection is not opened again, as the node is gone. */
const FAILURES_IN_A_ROW = 100;

/** One of the connections of a run, which is another one after it was lost. */
class Lane {
  connection: Connection<InFlight> | undefined;
  failuresInARow = 0;
}

interface InFlight {
  readonly lane: Lane;
  readonly call: PreparedCall;
  readonly sentAtUs: number;
}

/** Each connection sends its next call when it has an answer. */
export class ClosedRun {
  readonly #options: GeneratorOptions;
  readonly #recorder: Recorder;
  readonly #encode: (call: PreparedCall) => Buffer;
  readonly #events: ConnectionEvents<InFlight> = {
    ended: (connection, inFlight, outcome, body) => this.#ended(connection, inFlight, outcome, body),
    // None is without a call: the next one is sent with each answer.
    lost: () => undefined,
  };
  readonly #host: string;
  readonly #port: number;
  /** Those that have not ended. */
  readonly #lanes = new Set<Lane>();
  #startedMs = 0;
  #exhaustedAtUs: number | undefined;
  #shortage: string | undefined;
  #gaveUp = false;
  #isOver = false;
  /** Why nothing may be sent any more. */
  #refusal: unknown;
  #done: () => void = () => {};

  constructor(options: GeneratorOptions) {
    const { host, port, address } = parseAddress(options.address);
    this.#options = options;
    this.#host = host;
    this.#port = port;
    this.#recorder = new Recorder(options);
    this.#encode = requestEncoder(new URL(address).host, options.credentials, options.keepAlive);
  }

  /** Throws `GeneratorError` where no connection can be opened. */
  async run(): Promise<GeneratorFigures> {
    const { address, connections, durationMs, timeoutMs, signal } = this.#options;
    const opened = await openConnections(address, { count: connections, timeoutMs, events: this.#events, signal });
    const startedAt = new Date().toISOString();
    const cost = new OwnCost();
    this.#startedMs = performance.now();
    const sweeper = setInterval(() => this.#sweep(), sweepIntervalMs(timeoutMs));
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      signal?.addEventListener('abort', () => resolve(), { once: true });
      if (signal?.aborted === true) return resolve();
      // All are known before the first may end: the run is over with the last of them.
      const lanes = opened.map(() => new Lane());
      for (const lane of lanes) this.#lanes.add(lane);
      for (const [index, lane] of lanes.entries()) this.#next(lane, opened[index]!);
      if (lanes.length === 0) resolve();
    });
    this.#isOver = true;
    clearInterval(sweeper);
    this.#done = () => {};
    const abandoned = this.#inFlight();
    for (const connection of [...opened, ...[...this.#lanes].flatMap((lane) => lane.connection ?? [])]) connection.abandon();
    if (this.#refusal !== undefined) throw this.#refusal;
    const complete = abandoned === 0 && !this.#gaveUp && signal?.aborted !== true;
    const nowUs = this.#nowUs();
    const recorded = this.#recorder.finish(nowUs);
    return {
      startedAt,
      durationMs: Math.min(durationMs, (complete ? (this.#exhaustedAtUs ?? Infinity) : nowUs) / 1000),
      ...recorded,
      abandoned,
      cpuMs: cost.cpuMs(NOT_WAITED),
      pollingMs: 0,
      saturated:
        this.#shortage === undefined ? cost.saturation(NOT_WAITED, recorded.lateness, recorded.latency) : { reason: this.#shortage },
      complete,
    };
  }

  #nowUs(): number {
    return Math.floor((performance.now() - this.#startedMs) * 1000);
  }

  #isTimeOver(): boolean {
    return this.#isOver || this.#nowUs() >= this.#options.durationMs * 1000;
  }

  #inFlight(): number {
    let count = 0;
    for (const { connection } of this.#lanes) if (connection?.inFlight) count++;
    return count;
  }

  /** Sends the next call over a connection that is free. */
  #next(lane: Lane, connection: Connection<InFlight>): void {
    const nowUs = this.#nowUs();
    const isDue = nowUs < this.#options.durationMs * 1000;
    const call = isDue ? this.#options.source() : undefined;
    if (call === undefined) {
      if (isDue) this.#exhaustedAtUs ??= nowUs;
      connection.abandon();
      return this.#end(lane);
    }
    lane.connection = connection;
    this.#recorder.planned(call.method, nowUs);
    this.#recorder.sent(nowUs);
    connection.send({ lane, call, sentAtUs: nowUs }, this.#encode(call));
  }

  #ended(connection: Connection<InFlight>, inFlight: InFlight, outcome: CallOutcome, body: Buffer): void {
    const sample = this.#record(inFlight, outcome, this.#nowUs());
    if (sample.class === 'result') this.#options.onBody?.(sample, body);
    this.#goOn(inFlight.lane, connection, outcome);
  }

  #goOn(lane: Lane, connection: Connection<InFlight>, { class: kind }: CallOutcome): void {
    if (this.#isOver) return;
    const isFailure = kind === 'connection' || kind === 'timeout' || (kind === 'malformed' && connection.closed);
    lane.failuresInARow = isFailure ? lane.failuresInARow + 1 : 0;
    if (!connection.closed) this.#next(lane, connection);
    else if (lane.failuresInARow < FAILURES_IN_A_ROW) this.#reconnect(lane);
    else {
      this.#gaveUp = true;
      this.#end(lane);
    }
  }

  /** Behind another connection may be another node, which is asked before anything is sent to it. */
  #reconnect(lane: Lane): void {
    const { mayReconnect } = this.#options;
    lane.connection = undefined;
    if (mayReconnect === undefined) return this.#connect(lane);
    whenAllowed(mayReconnect, () => this.#isTimeOver()).then(
      (isAllowed) => (isAllowed && !this.#isOver ? this.#connect(lane) : this.#end(lane)),
      (error: unknown) => {
        this.#refusal ??= error;
        this.#done();
      },
    );
  }

  #connect(lane: Lane): void {
    if (this.#isTimeOver()) return this.#end(lane);
    this.#next(lane, new Connection<InFlight>(this.#host, this.#port, this.#events));
  }

  #end(lane: Lane): void {
    this.#lanes.delete(lane);
    if (this.#lanes.size === 0) this.#done();
  }

  /** What is done less often than after each answer. */
  #sweep(): void {
    const nowUs = this.#nowUs();
    const sentBeforeUs = nowUs - this.#options.timeoutMs * 1000;
    for (const lane of this.#lanes) {
      const { connection } = lane;
      const inFlight = connection?.inFlight;
      if (!connection || !inFlight || inFlight.sentAtUs > sentBeforeUs) continue;
      // Its answer may still come, and would be taken for that of the next call.
      connection.abandon();
      this.#record(inFlight, TIMEOUT, nowUs);
      this.#goOn(lane, connection, TIMEOUT);
    }
    this.#recorder.advance(nowUs, this.#inFlight(), 0);
  }

  #record({ call, sentAtUs }: InFlight, outcome: CallOutcome, endedAtUs: number): Sample {
    const { class: kind, code } = outcome;
    this.#shortage ??= ownShortage(outcome);
    const sample: Sample = { call, intendedAtUs: sentAtUs, sentAtUs, endedAtUs, class: kind, code };
    this.#recorder.ended(sample, outcome);
    return sample;
  }
}
