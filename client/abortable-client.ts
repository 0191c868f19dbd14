import { setMaxListeners } from 'node:events';
import type { CallOptions, Client, ListedCall, Params, RawOptions, RawReply, RawRequest, Reply } from './types.ts';

/** Time for the calls by which an aborted command cleans up, in milliseconds. */
export interface CleanUpTime {
  /** Of one call. */
  readonly callMs: number;
  /** Of all of them, from the abort on. */
  readonly allMs: number;
}

/** A timer may fire that much too early. */
const EARLY_MS = 2;

const CLEAN_UP: CleanUpTime = { callMs: 1_500, allMs: 5_000 };

/**
 * A client for a command that may be interrupted. When the signal is aborted, the calls in flight end as `reset`. Later calls
 * are those by which the command cleans up: they have little time, and once one of them had no answer within it no
 * further one is sent. So a node that hangs holds the command up no longer than one such call.
 */
export function abortableClient(inner: Client, signal: AbortSignal, cleanUp: CleanUpTime = CLEAN_UP): Client {
  return new AbortableClient(inner, signal, cleanUp);
}

class AbortableClient implements Client {
  readonly #inner: Client;
  readonly #signal: AbortSignal;
  readonly #cleanUp: CleanUpTime;
  /** When the time for cleaning up is over; undefined before the abort. */
  #untilMs: number | undefined;

  constructor(inner: Client, signal: AbortSignal, cleanUp: CleanUpTime) {
    this.#inner = inner;
    this.#signal = signal;
    this.#cleanUp = cleanUp;
    // Every call in flight listens to it.
    setMaxListeners(0, signal);
    if (signal.aborted) this.#begin();
    else signal.addEventListener('abort', () => this.#begin(), { once: true });
  }

  get address(): string {
    return this.#inner.address;
  }

  get lost(): number {
    return this.#inner.lost;
  }

  call(method: string, params: Params, options?: CallOptions): Promise<Reply> {
    return this.#sent(options, (limited) => this.#inner.call(method, params, limited));
  }

  callList(calls: readonly ListedCall[], options?: CallOptions): Promise<readonly Reply[] | undefined> {
    return this.#sent(options, (limited) => this.#inner.callList(calls, limited));
  }

  raw(request: RawRequest, options?: RawOptions): Promise<RawReply> {
    return this.#sent(options, (limited) => this.#inner.raw(request, limited));
  }

  close(): void {
    this.#inner.close();
  }

  #begin(): void {
    this.#untilMs = performance.now() + this.#cleanUp.allMs;
  }

  async #sent<T>(options: CallOptions = {}, send: (options: CallOptions) => Promise<T>): Promise<T> {
    const leftMs = this.#untilMs === undefined ? undefined : this.#untilMs - performance.now();
    const { signal, timeoutMs = Infinity } = options;
    if (leftMs === undefined || leftMs <= 0)
      return send({ ...options, signal: signal ? AbortSignal.any([signal, this.#signal]) : this.#signal });
    const limitMs = Math.min(timeoutMs, this.#cleanUp.callMs, leftMs);
    const sentAtMs = performance.now();
    const reply = await send({ ...options, timeoutMs: limitMs });
    // It had all its time, so the node hangs.
    if (limitMs < timeoutMs && performance.now() - sentAtMs > limitMs - EARLY_MS) this.#untilMs = 0;
    return reply;
  }
}
