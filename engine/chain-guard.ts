import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, Client, ListedCall, Params, RawReply, RawRequest, Reply } from '../client/types.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { withClient } from '../fixtures/targets/with-client.ts';
import { RefusedError } from './prepare.ts';

const CHAIN_METHOD = 'getblockchaininfo';
/** The error code of a node that is still starting. */
const WARMING_UP = -28;
/** A node that Pyx did not start is asked again after this time, or this number of calls. */
const MAX_AGE_MS = 250;
const MAX_CALLS = 25;
/** Time limit of one question while a load runs: a busy node may be late, and is asked again. */
const WATCH_TIMEOUT_MS = 2_000;

/**
 * Makes sure that a command, which changes the data of nodes, stays on the chain that its first node reported. The chain is
 * checked before the first call to a node, after each lost connection, at intervals on nodes that Pyx did not start, and in
 * every answer of `getblockchaininfo`. Once a node reports another chain, no further call is sent to any node.
 */
export class ChainGuard {
  /** Undefined for a service that has none: nothing is checked. */
  readonly #chain: string | undefined;
  /**
   * The nodes were not started by Pyx: send nothing to one that refuses to report its chain, or that is still starting, and
   * check the chain at intervals.
   */
  readonly strict: boolean;
  readonly #left = new AbortController();
  #refusal: RefusedError | undefined;

  constructor(chain: string | undefined, strict: boolean) {
    this.#chain = chain;
    this.strict = strict;
  }

  /** Why no further call is sent; undefined while all nodes report the expected chain. */
  get refusal(): RefusedError | undefined {
    return this.#refusal;
  }

  /** Aborts once a node reports another chain; the reason is the refusal. */
  get signal(): AbortSignal {
    return this.#left.signal;
  }

  /** Returns the node with a guarded client. */
  watch(node: RunningNode): RunningNode {
    return this.#chain === undefined ? node : withClient(node, new GuardedClient(node.client, this));
  }

  /** Throws `RefusedError` once a node has reported another chain. */
  assertSame(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /** Checks an answer of `getblockchaininfo`. Throws `RefusedError` if it reports another chain. */
  check(reply: Reply, address: string): void {
    if (reply.type !== 'result') return;
    const { result } = reply;
    // A missing chain is a finding of the cases that read it.
    const chain =
      result !== null && typeof result === 'object' && !Array.isArray(result) ? (result as { chain?: unknown }).chain : undefined;
    if (typeof chain !== 'string' || chain === this.#chain) return;
    if (!this.#refusal) {
      this.#refusal = new RefusedError(
        `the node at ${address} changed from the chain "${this.#chain}" to "${chain}" during the run; no further call was sent to it`,
        { remedy: 'check which node answers at this address' },
      );
      this.#left.abort(this.#refusal);
    }
    throw this.#refusal;
  }

  /**
   * For calls that are sent around the client of a node: checks the chain now, and then at intervals until `work` has ended.
   * `work` gets a signal that aborts when the node reports another chain. Throws `RefusedError` in that case, after `work`
   * has ended; else returns or throws what `work` does.
   */
  async during<T>(nodes: readonly RunningNode[], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const watched = this.strict && this.#chain !== undefined ? nodes : [];
    await Promise.all(watched.map((node) => this.ask(node)));
    const watching = watched.map((node) => this.#watchUntil(node, over.signal));
    try {
      return await work(this.signal);
    } finally {
      over.abort();
      await Promise.all(watching);
      this.assertSame();
    }
  }

  /**
   * Asks a node for its chain now. Returns whether calls may be sent to it: one that Pyx did not start must answer.
   * Throws `RefusedError` if it reports another chain.
   */
  async ask({ client }: RunningNode): Promise<boolean> {
    this.assertSame();
    if (this.#chain === undefined) return true;
    const { type } = await client.call(CHAIN_METHOD, [], { timeoutMs: WATCH_TIMEOUT_MS });
    return type === 'result' || !this.strict;
  }

  /** Does not throw: a refusal aborts `signal`. */
  async #watchUntil(node: RunningNode, over: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([over, this.signal]);
    try {
      while (!signal.aborted) {
        // Not at a fixed rate: what an interval owes after a slow answer would be asked after the end.
        await sleep(MAX_AGE_MS, undefined, { signal });
        await this.ask(node);
      }
    } catch (error) {
      if (!signal.aborted && !(error instanceof RefusedError)) throw error;
    }
  }
}

class GuardedClient implements Client {
  readonly #inner: Client;
  readonly #guard: ChainGuard;
  /** The count of lost connections at the last check of the chain; undefined if the chain must be checked. */
  #checkedAt: number | undefined;
  /** When the chain was checked last, on the steady clock, and the number of calls since. */
  #checkedAtMs = 0;
  #calls = 0;
  #checking: Promise<Reply> | undefined;

  constructor(inner: Client, guard: ChainGuard) {
    this.#inner = inner;
    this.#guard = guard;
  }

  get address(): string {
    return this.#inner.address;
  }

  get lost(): number {
    return this.#inner.lost;
  }

  async call(method: string, params: Params, options?: CallOptions): Promise<Reply> {
    const unknown = this.#isKnown() || method === CHAIN_METHOD ? undefined : await this.#checkChain(options?.timeoutMs);
    if (unknown) return unknown;
    this.#guard.assertSame();
    const lost = this.#inner.lost;
    return this.#seen(method, await this.#inner.call(method, params, { ...options, ...this.#repeating }), lost);
  }

  async callList(calls: readonly ListedCall[], options?: CallOptions): Promise<readonly Reply[] | undefined> {
    const unknown = this.#isKnown() ? undefined : await this.#checkChain(options?.timeoutMs);
    if (unknown) return calls.map(() => unknown);
    this.#guard.assertSame();
    const lost = this.#inner.lost;
    const replies = await this.#inner.callList(calls, { ...options, ...this.#repeating });
    if (replies === undefined) this.#checkedAt = undefined;
    return replies?.map((reply, index) => this.#seen(calls[index]?.method ?? '', reply, lost));
  }

  async raw(request: RawRequest, options?: { readonly timeoutMs?: number }): Promise<RawReply> {
    const unknown = this.#isKnown() ? undefined : await this.#checkChain(options?.timeoutMs);
    if (unknown?.type === 'fault') return unknown;
    this.#guard.assertSame();
    const reply = await this.#inner.raw(request, options);
    if (reply.type === 'fault') this.#checkedAt = undefined;
    return reply;
  }

  close(): void {
    this.#inner.close();
  }

  /** A call is sent a second time only to a node on the same chain. */
  readonly #repeating: Pick<CallOptions, 'mayRepeat'> = { mayRepeat: async () => (await this.#checkChain(undefined)) === undefined };

  #isKnown(): boolean {
    if (this.#checkedAt !== this.#inner.lost) return false;
    return !this.#guard.strict || (this.#calls++ < MAX_CALLS && performance.now() - this.#checkedAtMs < MAX_AGE_MS);
  }

  /** Checks the chain. Returns the reply if it is not a result: the call is then not sent. */
  async #checkChain(timeoutMs: number | undefined): Promise<Reply | undefined> {
    this.#guard.assertSame();
    this.#checking ??= this.#inner.call(CHAIN_METHOD, [], { timeoutMs }).finally(() => {
      this.#checking = undefined;
    });
    const lost = this.#inner.lost;
    const reply = this.#seen(CHAIN_METHOD, await this.#checking, lost);
    if (reply.type === 'result') return undefined;
    if (reply.type === 'fault' || this.#guard.strict) return reply;
    // A node that is still starting reports its chain later: it is checked again before the next call.
    if (reply.error.code !== WARMING_UP) this.#checkedAt = lost;
    return undefined;
  }

  #seen(method: string, reply: Reply, lostBefore: number): Reply {
    if (method === CHAIN_METHOD && reply.type === 'result') {
      this.#guard.check(reply, this.address);
      this.#checkedAt = lostBefore;
      this.#checkedAtMs = performance.now();
      this.#calls = 0;
    } else if (reply.type === 'fault') {
      this.#checkedAt = undefined;
    }
    return reply;
  }
}
