import type { CallOptions, Client, ListedCall, Params, RawReply, RawRequest, Reply } from '../client/types.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { withClient } from '../fixtures/targets/with-client.ts';
import { RefusedError } from './prepare.ts';

const CHAIN_METHOD = 'getblockchaininfo';
/** The error code of a node that is still starting. */
const WARMING_UP = -28;

/**
 * Makes sure that a run, which changes the data of nodes, stays on the chain that its first node reported. The chain is
 * checked before the first call to a node, after each lost connection, and in every answer of `getblockchaininfo`. Once
 * a node reports another chain, no further call is sent to any node.
 */
export class ChainGuard {
  readonly #chain: string;
  readonly #onOtherChain: (refusal: RefusedError) => void;
  /**
   * Send nothing to a node that refuses to report its chain, or that is still starting. Not needed for nodes that Pyx
   * started, on the right chain.
   */
  readonly strict: boolean;
  #refusal: RefusedError | undefined;

  /** `onOtherChain` is called at most once. */
  constructor(chain: string, strict: boolean, onOtherChain: (refusal: RefusedError) => void) {
    this.#chain = chain;
    this.strict = strict;
    this.#onOtherChain = onOtherChain;
  }

  /** Why no further call is sent; undefined while all nodes report the expected chain. */
  get refusal(): RefusedError | undefined {
    return this.#refusal;
  }

  /** Returns the node with a guarded client. */
  watch(node: RunningNode): RunningNode {
    return withClient(node, new GuardedClient(node.client, this));
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
      this.#onOtherChain(this.#refusal);
    }
    throw this.#refusal;
  }
}

class GuardedClient implements Client {
  readonly #inner: Client;
  readonly #guard: ChainGuard;
  /** The count of lost connections at the last check of the chain; undefined if the chain must be checked. */
  #checkedAt: number | undefined;
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
    return this.#seen(method, await this.#inner.call(method, params, options), lost);
  }

  async callList(calls: readonly ListedCall[], options?: CallOptions): Promise<readonly Reply[] | undefined> {
    const unknown = this.#isKnown() ? undefined : await this.#checkChain(options?.timeoutMs);
    if (unknown) return calls.map(() => unknown);
    this.#guard.assertSame();
    const lost = this.#inner.lost;
    const replies = await this.#inner.callList(calls, options);
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

  #isKnown(): boolean {
    return this.#checkedAt === this.#inner.lost;
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
    } else if (reply.type === 'fault') {
      this.#checkedAt = undefined;
    }
    return reply;
  }
}
