import type autocannon from 'autocannon';
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { parseAddress } from '../../client/address.ts';
import { openConnections } from './open-connections.ts';
import { connectionOutcome, outcomeOf, TIMEOUT, type CallOutcome } from './outcome.ts';
import { OwnCost } from './own-cost.ts';
import { Recorder } from './recorder.ts';
import { requestEncoder } from './request.ts';
import type { GeneratorFigures, GeneratorOptions, PreparedCall, Sample } from './types.ts';
import { whenAllowed } from './when-allowed.ts';

const require = createRequire(import.meta.url);

/**
 * The library that sends. It is loaded at the first call, as it takes a third of the time in which pyx starts; a load calls this
 * before it opens its node, so that nothing comes between the last look at the chain of the node and the first call.
 */
export const closedLibrary = (): typeof autocannon => require('autocannon') as typeof autocannon;

const NOT_WAITED = { pollingMs: 0, sleptMs: 0 };
/** Interval at which autocannon checks whether it is to end; its own samples are not used here. */
const SAMPLE_MS = 10;
/** autocannon accepts no shorter timeout. What takes longer than the timeout asked for counts as one all the same. */
const SHORTEST_TIMEOUT_MS = 1_000;
/** Failures in a row after which a connection is given up, as the node is gone. */
const FAILURES_IN_A_ROW = 100;

const NO_EVENTS = { ended: () => {}, lost: () => {} };
const NOTHING = Buffer.alloc(0);

/** The call that a connection waits for. */
interface Pending {
  readonly call: PreparedCall;
  readonly sentAtUs: number;
}

/** A call whose answer has come. */
interface Answered extends Pending {
  readonly status: number;
  readonly endedAtUs: number;
}

/** What is known of one connection of autocannon. */
class ClientState {
  pending: Pending | undefined;
  request: Buffer = NOTHING;
  failure: string | undefined;
  timedOut = false;
  failuresInARow = 0;
  isOver = false;
  /** The connection on which calls may be sent. */
  connection: object | undefined;
}

/**
 * Each connection sends its next call when it has an answer: autocannon sends, reads and reconnects; calls come from the
 * source, and their times are taken here, so that the figures are those of the open model.
 */
export class ClosedRun {
  readonly #options: GeneratorOptions;
  readonly #recorder: Recorder;
  readonly #encode: (call: PreparedCall) => Buffer;
  readonly #clients: ClientState[] = [];
  #answered: Answered | undefined;
  #startedMs = 0;
  #exhaustedAtUs: number | undefined;
  #lost = false;
  /** Why nothing may be sent any more. */
  #refusal: unknown;
  #stop: () => void = () => {};

  constructor(options: GeneratorOptions) {
    this.#options = options;
    this.#recorder = new Recorder(options);
    this.#encode = requestEncoder(new URL(parseAddress(options.address).address).host, options.credentials);
  }

  /** Throws `GeneratorError` where no connection can be opened. */
  async run(): Promise<GeneratorFigures> {
    const { address, connections, durationMs, timeoutMs, signal } = this.#options;
    // autocannon would try again and again.
    for (const probe of await openConnections(address, { count: 1, timeoutMs, events: NO_EVENTS, signal })) probe.abandon();
    const generate = closedLibrary();
    const startedAt = new Date().toISOString();
    const cost = new OwnCost();
    this.#startedMs = performance.now();
    const instance = generate(
      {
        url: parseAddress(address).address,
        method: 'POST',
        connections,
        // Connections end by themselves, with their last answer; this is for those that do not.
        duration: (durationMs + 2 * Math.max(timeoutMs, SHORTEST_TIMEOUT_MS)) / 1000,
        timeout: Math.max(timeoutMs, SHORTEST_TIMEOUT_MS) / 1000,
        sampleInt: SAMPLE_MS,
        setupClient: (client) => this.#follow(client),
        verifyBody: (body) => this.#body(String(body)),
      },
      () => {},
    );
    this.#stop = () => instance.stop();
    const ticker = setInterval(() => this.#recorder.advance(this.#nowUs(), this.#inFlight(), 0), 100);
    signal?.addEventListener('abort', this.#stop, { once: true });
    if (signal?.aborted === true || this.#clients.every(({ isOver }) => isOver)) this.#stop();
    try {
      await new Promise<void>((resolve, reject) => {
        instance.on('done', () => resolve()).on('error', reject);
      });
    } finally {
      clearInterval(ticker);
      signal?.removeEventListener('abort', this.#stop);
    }
    if (this.#refusal !== undefined) throw this.#refusal;
    const nowUs = this.#nowUs();
    const abandoned = this.#inFlight();
    const complete = abandoned === 0 && !this.#lost && signal?.aborted !== true;
    const recorded = this.#recorder.finish(nowUs);
    return {
      startedAt,
      durationMs: Math.min(durationMs, (complete ? (this.#exhaustedAtUs ?? Infinity) : nowUs) / 1000),
      ...recorded,
      abandoned,
      cpuMs: cost.cpuMs(NOT_WAITED),
      pollingMs: 0,
      saturated: cost.saturation(NOT_WAITED, recorded.lateness, recorded.latency),
      complete,
    };
  }

  #nowUs(): number {
    return Math.floor((performance.now() - this.#startedMs) * 1000);
  }

  #inFlight(): number {
    return this.#clients.filter(({ pending }) => pending !== undefined).length;
  }

  #follow(client: autocannon.Client): void {
    const state = new ClientState();
    this.#clients.push(state);
    const events: EventEmitter = client;
    // Right before it sends: its first call, after an answer, and after it has connected again.
    events.on('request', () => this.#next(client, state));
    events.on('connError', (error: NodeJS.ErrnoException) => (state.failure = error.code ?? error.message));
    // This comes right after the request that follows the timeout.
    events.on('timeout', () => (state.timedOut = true));
    client.on('response', (status) => {
      const { pending } = state;
      state.pending = undefined;
      state.failuresInARow = 0;
      this.#answered = pending && { ...pending, status, endedAtUs: this.#nowUs() };
    });
    // Its own encoding of a request that is another each time would cost more than the rest of a call.
    internals(client).getRequestBuffer = () => state.request;
    const { mayReconnect } = this.#options;
    if (mayReconnect) this.#askBeforeReconnecting(client, state, mayReconnect);
  }

  /** Holds what is sent over a connection in place of one that was lost. */
  #askBeforeReconnecting(client: autocannon.Client, state: ClientState, mayReconnect: () => Promise<boolean>): void {
    const inner = internals(client);
    const send = inner._doRequest.bind(client);
    const isOver = (): boolean => state.isOver || this.#nowUs() >= this.#options.durationMs * 1000;
    inner._doRequest = () => {
      const { conn } = inner;
      if (state.connection === undefined || state.connection === conn) {
        state.connection = conn;
        send();
        return;
      }
      whenAllowed(mayReconnect, isOver).then(
        () => {
          // Another one may have been opened meanwhile, for which this is done again.
          if (inner.conn !== conn || inner.destroyed) return;
          state.connection = conn;
          send();
        },
        (error: unknown) => {
          this.#refusal ??= error;
          this.#stop();
        },
      );
    };
  }

  /** The body of the answer that has just come; autocannon passes it on once the next call is sent. */
  #body(text: string): boolean {
    const answered = this.#answered;
    this.#answered = undefined;
    if (answered) {
      const body = Buffer.from(text);
      const isLate = answered.endedAtUs - answered.sentAtUs > this.#options.timeoutMs * 1000;
      const outcome = isLate ? TIMEOUT : outcomeOf({ status: answered.status, body, closes: false });
      const sample = this.#record(answered, outcome, answered.endedAtUs);
      // autocannon decodes each piece of an answer by itself, so a character that was cut in two is lost.
      if (sample.class === 'result' && !text.includes('\ufffd')) this.#options.onBody?.(sample, body);
    }
    return true;
  }

  #next(client: autocannon.Client, state: ClientState): void {
    if (state.isOver) return;
    if (state.pending) {
      this.#failed(state, state.pending);
      forgetAnswer(client);
    }
    const nowUs = this.#nowUs();
    const isLost = state.failuresInARow >= FAILURES_IN_A_ROW;
    const call = isLost || nowUs >= this.#options.durationMs * 1000 ? undefined : this.#options.source();
    if (call === undefined) {
      if (isLost) this.#lost = true;
      else if (nowUs < this.#options.durationMs * 1000) this.#exhaustedAtUs ??= nowUs;
      return this.#end(client, state);
    }
    state.request = this.#encode(call);
    state.pending = { call, sentAtUs: nowUs };
    this.#recorder.planned(call.method, nowUs);
    this.#recorder.sent(nowUs);
  }

  /** The connection was closed or replaced before its call was answered. Why, is known after what runs now. */
  #failed(state: ClientState, pending: Pending): void {
    state.pending = undefined;
    state.failuresInARow++;
    const nowUs = this.#nowUs();
    queueMicrotask(() => {
      const outcome = state.timedOut
        ? TIMEOUT
        : connectionOutcome(state.failure ?? 'the connection was closed before the answer was whole');
      state.timedOut = false;
      state.failure = undefined;
      this.#record(pending, outcome, nowUs);
    });
  }

  #end(client: autocannon.Client, state: ClientState): void {
    state.isOver = true;
    internals(client).destroy();
    // Not by the `done` of the client, which is lost when it comes with the first request.
    if (this.#clients.length === this.#options.connections && this.#clients.every(({ isOver }) => isOver)) this.#stop();
  }

  #record({ call, sentAtUs }: Pending, outcome: CallOutcome, endedAtUs: number): Sample {
    const { class: kind, code } = outcome;
    const sample: Sample = { call, intendedAtUs: sentAtUs, sentAtUs, endedAtUs, class: kind, code };
    this.#recorder.ended(sample, outcome);
    return sample;
  }
}

/** What the types of autocannon lack. */
interface ClientInternals {
  getRequestBuffer: () => Buffer;
  destroy(): void;
  _doRequest(): void;
  readonly conn: object;
  readonly destroyed: boolean;
  readonly parser: { initialize(type: 'RESPONSE'): void };
  readonly pipelinedRequests: { clear(): void };
}

const internals = (client: autocannon.Client): ClientInternals => client as unknown as ClientInternals;

/** When a connection is closed, autocannon takes what has come of its answer for the beginning of the next one. */
function forgetAnswer(client: autocannon.Client): void {
  internals(client).parser.initialize('RESPONSE');
  internals(client).pipelinedRequests.clear();
}
