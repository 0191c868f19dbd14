import type { CallOptions, Client, ListedCall, Params, RawReply, RawRequest, Reply } from '../client/types.ts';
import type { RunningNode } from '../fixtures/targets/types.ts';
import { withClient } from '../fixtures/targets/with-client.ts';
import { RefusedError } from './prepare.ts';

const ASK = 'getblockchaininfo';
/** The family's code for "still starting". */
const WARMING_UP = -28;

/**
 * Keeps a run on the chain that its node named at first (a trial writes). The chain is asked before the first call to a
 * node, again after a connection to it was lost, and every answer of `getblockchaininfo` that passes is looked at. Once a
 * node names another chain nothing more is sent to any.
 */
export class ChainGuard {
  readonly #chain: string;
  readonly #onOther: (refusal: RefusedError) => void;
  /** Nothing is sent to a node that refuses to name its chain; one that Pyx has started was started on the right one. */
  readonly strict: boolean;
  #refusal: RefusedError | undefined;

  /** `onOther` is called once. */
  constructor(chain: string, strict: boolean, onOther: (refusal: RefusedError) => void) {
    this.#chain = chain;
    this.strict = strict;
    this.#onOther = onOther;
  }

  /** Why nothing more is sent; undefined while the nodes keep to their chain. */
  get refusal(): RefusedError | undefined {
    return this.#refusal;
  }

  /** The node, with a client under guard. */
  watch(node: RunningNode): RunningNode {
    return withClient(node, new GuardedClient(node.client, this));
  }

  /** Throws `RefusedError` once a node has named another chain. */
  assertSame(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /** Looks at an answer of `getblockchaininfo`. Throws `RefusedError` where it names another chain. */
  look(reply: Reply, address: string): void {
    if (reply.type !== 'result') return;
    const { result } = reply;
    // One that names none is a finding of the cases that look at it.
    const chain =
      result !== null && typeof result === 'object' && !Array.isArray(result) ? (result as { chain?: unknown }).chain : undefined;
    if (typeof chain !== 'string' || chain === this.#chain) return;
    if (!this.#refusal) {
      this.#refusal = new RefusedError(
        `the node at ${address} named the chain "${chain}" in the course of the run, and "${this.#chain}" before; nothing more was sent to it`,
        { remedy: 'check which node answers at this address' },
      );
      this.#onOther(this.#refusal);
    }
    throw this.#refusal;
  }
}

class GuardedClient implements Client {
  readonly #inner: Client;
  readonly #guard: ChainGuard;
  /** What the count of lost connections was when the chain was asked last; undefined: it is to be asked. */
  #askedAt: number | undefined;
  #asking: Promise<Reply> | undefined;

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
    const unknown = this.#isKnown() || method === ASK ? undefined : await this.#ask(options?.timeoutMs);
    if (unknown) return unknown;
    this.#guard.assertSame();
    const lost = this.#inner.lost;
    return this.#seen(method, await this.#inner.call(method, params, options), lost);
  }

  async callList(calls: readonly ListedCall[], options?: CallOptions): Promise<readonly Reply[] | undefined> {
    const unknown = this.#isKnown() ? undefined : await this.#ask(options?.timeoutMs);
    if (unknown) return calls.map(() => unknown);
    this.#guard.assertSame();
    const lost = this.#inner.lost;
    const replies = await this.#inner.callList(calls, options);
    if (replies === undefined) this.#askedAt = undefined;
    return replies?.map((reply, index) => this.#seen(calls[index]?.method ?? '', reply, lost));
  }

  async raw(request: RawRequest, options?: { readonly timeoutMs?: number }): Promise<RawReply> {
    const unknown = this.#isKnown() ? undefined : await this.#ask(options?.timeoutMs);
    if (unknown?.type === 'fault') return unknown;
    this.#guard.assertSame();
    const reply = await this.#inner.raw(request, options);
    if (reply.type === 'fault') this.#askedAt = undefined;
    return reply;
  }

  close(): void {
    this.#inner.close();
  }

  #isKnown(): boolean {
    return this.#askedAt === this.#inner.lost;
  }

  /** Asks which chain it is. Gives what came in place of an answer: then the call at hand is not sent. */
  async #ask(timeoutMs: number | undefined): Promise<Reply | undefined> {
    this.#guard.assertSame();
    this.#asking ??= this.#inner.call(ASK, [], { timeoutMs }).finally(() => {
      this.#asking = undefined;
    });
    const lost = this.#inner.lost;
    const reply = this.#seen(ASK, await this.#asking, lost);
    if (reply.type === 'result') return undefined;
    if (reply.type === 'fault' || this.#guard.strict || reply.error.code === WARMING_UP) return reply;
    this.#askedAt = lost;
    return undefined;
  }

  #seen(method: string, reply: Reply, lostBefore: number): Reply {
    if (method === ASK && reply.type === 'result') {
      this.#guard.look(reply, this.address);
      this.#askedAt = lostBefore;
    } else if (reply.type === 'fault') {
      this.#askedAt = undefined;
    }
    return reply;
  }
}
