import { parseAddress } from '../../client/address.ts';
import type { Credentials } from '../../client/types.ts';
import { Connection } from '../generator/connection.ts';
import { connectionOutcome, TIMEOUT, type CallOutcome } from '../generator/outcome.ts';
import { requestEncoder } from '../generator/request.ts';
import type { PreparedCall } from '../generator/types.ts';
import { epochUs, steadyMs } from './epoch-clock.ts';

/** The last milliseconds before a start time are waited through without a timer, which is no finer than one of them. */
const WATCHED_MS = 4;
const NO_BODY = Buffer.alloc(0);
const NOT_RECONNECTED = connectionOutcome('the connection was lost, and the node did not report its chain after it');

export interface SubmitOptions {
  /** `http://host:port`; read for each connection, as a node that is started again may have another one. */
  readonly address: string;
  readonly credentials: Credentials | undefined;
  readonly calls: readonly PreparedCall[];
  /** Connections, each with one call in flight. */
  readonly connections: number;
  /** Epoch microseconds at which the first calls are sent; undefined: as soon as all connections are open. */
  readonly startTimeUs?: number | undefined;
  /** Of one call. A node that is silent for so long, and does not report its chain then, gets none of the calls that are left. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Asked before a connection is opened in place of one that was lost: false if nothing may be sent to the node now. */
  readonly mayReconnect: () => Promise<boolean>;
}

/** How one call ended. Times are epoch microseconds of this process. */
export interface Submitted {
  /** In the list of calls. */
  readonly index: number;
  readonly sentUs: number;
  readonly endedUs: number;
  readonly outcome: CallOutcome;
  readonly body: Buffer;
}

interface Line {
  connection: Connection<Line>;
  index: number;
  sentUs: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Sends all calls over kept connections, each call as soon as a connection has the answer to the one before it. Returns
 * how each ended, in the order of the list. Rejects where no connection can be opened, and with the reason of the signal.
 */
export async function submit(options: SubmitOptions): Promise<Submitted[]> {
  options.signal.throwIfAborted();
  return options.calls.length === 0 ? [] : new Submission(options).run();
}

class Submission {
  readonly #options: SubmitOptions;
  readonly #encode: (call: PreparedCall) => Buffer;
  readonly #ended: Submitted[] = [];
  readonly #lines: Line[] = [];
  #next = 0;
  #open = 0;
  /** When the node answered last. */
  #answeredMs = performance.now();
  /** Nothing more is sent. */
  #isGivenUp = false;
  #settled: { resolve: () => void; reject: (reason: unknown) => void } | undefined;

  constructor(options: SubmitOptions) {
    const { address } = parseAddress(options.address);
    this.#options = options;
    this.#encode = requestEncoder(new URL(address).host, options.credentials);
  }

  async run(): Promise<Submitted[]> {
    const { calls, connections, signal, startTimeUs } = this.#options;
    const onAbort = (): void => this.#settled?.reject(signal.reason);
    try {
      for (let count = Math.min(connections, calls.length); count > 0; count--) this.#lines.push(this.#line());
      await Promise.all(this.#lines.map(({ connection }) => connection.opened()));
      const done = new Promise<void>((resolve, reject) => {
        this.#settled = { resolve, reject };
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted) onAbort();
      });
      if (startTimeUs !== undefined) await Promise.race([until(startTimeUs, signal), done]);
      this.#answeredMs = performance.now();
      for (const line of this.#lines) this.#send(line);
      await done;
    } finally {
      signal.removeEventListener('abort', onAbort);
      for (const { connection, timer } of this.#lines) {
        clearTimeout(timer);
        connection.abandon();
      }
    }
    return this.#ended;
  }

  #line(): Line {
    return { connection: this.#connection(), index: -1, sentUs: 0, timer: undefined };
  }

  #connection(): Connection<Line> {
    const { host, port } = parseAddress(this.#options.address);
    return new Connection(host, port, {
      ended: (_, line, outcome, body) => this.#end(line, outcome, body),
      lost: () => undefined, // it is opened anew for the next call
    });
  }

  #send(line: Line): void {
    const { calls } = this.#options;
    while (this.#isGivenUp && this.#next < calls.length) this.#note(this.#next++, epochUs(), NOT_RECONNECTED, NO_BODY);
    const call = calls[this.#next];
    if (call === undefined) {
      line.index = -1;
      if (this.#open === 0) this.#settled?.resolve();
      return;
    }
    line.index = this.#next++;
    this.#open++;
    if (line.connection.closed) void this.#sendAnew(line, call);
    else this.#post(line, call);
  }

  async #sendAnew(line: Line, call: PreparedCall): Promise<void> {
    line.sentUs = epochUs();
    try {
      if (await this.#options.mayReconnect()) {
        line.connection = this.#connection();
        this.#post(line, call);
      } else {
        // To ask again for each call of many would take hours.
        if (performance.now() - this.#answeredMs > this.#options.timeoutMs) this.#isGivenUp = true;
        this.#end(line, NOT_RECONNECTED, NO_BODY);
      }
    } catch (error) {
      this.#settled?.reject(error);
    }
  }

  #post(line: Line, call: PreparedCall): void {
    line.timer = setTimeout(() => {
      line.connection.abandon();
      this.#end(line, TIMEOUT, NO_BODY);
    }, this.#options.timeoutMs);
    line.sentUs = epochUs();
    line.connection.send(line, this.#encode(call));
  }

  #end(line: Line, outcome: CallOutcome, body: Buffer): void {
    clearTimeout(line.timer);
    this.#open--;
    if (outcome.class !== 'timeout' && outcome.class !== 'connection') this.#answeredMs = performance.now();
    this.#note(line.index, line.sentUs, outcome, body);
    this.#send(line);
  }

  #note(index: number, sentUs: number, outcome: CallOutcome, body: Buffer): void {
    this.#ended[index] = { index, sentUs, endedUs: epochUs(), outcome, body };
  }
}

/** Waits for a time of this process's clock, to some microseconds. */
async function until(timeUs: number, signal: AbortSignal): Promise<void> {
  const atMs = steadyMs(timeUs);
  const timerMs = atMs - performance.now() - WATCHED_MS;
  if (timerMs > 0)
    await new Promise<void>((resolve) => {
      setTimeout(resolve, timerMs);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  while (performance.now() < atMs && !signal.aborted);
}
