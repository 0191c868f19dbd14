import { stringify } from '../../client/wire-json.ts';
import type { CallOptions, Client, ListedCall, Params, RawReply, RawRequest, Reply } from '../../client/types.ts';
import { timedOut } from '../../client/exchange-faults.ts';
import { Service } from '../../fixtures/world/service.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { neutralNames, render, type Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { isLosslessNumber } from 'lossless-json';
import type { Alteration, Ask, SeenCall } from './types.ts';

/** Time limit of a call without one of its own. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface FaultyClientOptions {
  readonly specification: Specification;
  readonly names: Names;
}

/**
 * A client that alters calls and answers while a fault is planted, in process. Without one, everything passes unchanged.
 * Calls beyond the documents, calls with named arguments and raw requests always pass unchanged.
 */
export class FaultyClient implements Client {
  readonly #inner: Client;
  readonly #service: Service;
  /** By name on the wire; several for the subcommands of one name. */
  readonly #methods = new Map<string, Method[]>();
  /** Neutral field names to those of the node. */
  readonly #ownNames: ReadonlyMap<string, string>;
  /** Called for every call of a documented method with its answer, as the caller received it; not while paused. */
  onCall: ((call: SeenCall, reply: Reply) => void) | undefined;
  /** While it returns true, calls pass unchanged and unseen: prerequisites are made without the fault. */
  isPaused: () => boolean = () => false;
  #planted: Alteration | undefined;
  #applied = 0;

  constructor(inner: Client, { specification, names }: FaultyClientOptions) {
    this.#inner = inner;
    this.#service = new Service(inner, specification, names);
    for (const method of specification.documented) {
      const own = render(method.wire.method, names);
      this.#methods.set(own, [...(this.#methods.get(own) ?? []), method]);
    }
    this.#ownNames = new Map(
      specification.branded
        .map((name) => [render(name, neutralNames), render(name, names)] as const)
        .filter(([neutral, own]) => neutral !== own),
    );
  }

  get address(): string {
    return this.#inner.address;
  }

  get lost(): number {
    return this.#inner.lost;
  }

  /** Number of calls and answers that the planted fault has changed. */
  get applied(): number {
    return this.#applied;
  }

  /** Plants a fault in place of any other. */
  plant(alteration: Alteration): void {
    this.#planted = alteration;
    this.#applied = 0;
  }

  /** Removes the fault; `applied` remains. */
  clear(): void {
    this.#planted = undefined;
  }

  async call(method: string, params: Params, options: CallOptions = {}): Promise<Reply> {
    const seen = this.isPaused() ? undefined : this.#seen(method, params, options);
    if (!seen) return this.#inner.call(method, params, options);
    const planted = this.#planted?.only === undefined || this.#planted.only === seen.id ? this.#planted : undefined;
    const reply = planted ? await this.#alteredCall(planted, seen, options) : await this.#inner.call(method, params, options);
    this.#note(seen, reply);
    return reply;
  }

  /** While a fault is planted, the calls of a list are sent one by one, since a fault applies to single calls. */
  async callList(calls: readonly ListedCall[], options: CallOptions = {}): Promise<readonly Reply[] | undefined> {
    if (this.isPaused()) return this.#inner.callList(calls, options);
    if (!this.#planted) return this.#seenList(calls, options);
    const replies: Reply[] = [];
    for (const { method, params } of calls) replies.push(await this.call(method, params, options));
    return replies;
  }

  async #seenList(calls: readonly ListedCall[], options: CallOptions): Promise<readonly Reply[] | undefined> {
    const replies = await this.#inner.callList(calls, options);
    for (const [index, { method, params }] of calls.entries()) {
      const [seen, reply] = [this.#seen(method, params, options), replies?.[index]];
      if (seen && reply) this.#note(seen, reply);
    }
    return replies;
  }

  #note(seen: SeenCall, reply: Reply): void {
    this.onCall?.(seen, reply.type === 'result' ? { ...reply, result: this.#service.neutralResult(reply.result) } : reply);
  }

  raw(request: RawRequest, options?: { readonly timeoutMs?: number }): Promise<RawReply> {
    return this.#inner.raw(request, options);
  }

  close(): void {
    this.#inner.close();
  }

  /** The call as faults see it; undefined for one that always passes unchanged. */
  #seen(name: string, params: Params, { wallet }: CallOptions): SeenCall | undefined {
    if (!Array.isArray(params)) return undefined;
    const list = params as readonly Wire[];
    const method = this.#methods.get(name)?.find(({ wire }) => wire.prefix.every((word, index) => list[index] === word));
    return method && { id: method.id as MethodId, params: list.slice(method.wire.prefix.length), wallet };
  }

  async #alteredCall(planted: Alteration, seen: SeenCall, options: CallOptions): Promise<Reply> {
    const ask: Ask = (id, params, wallet) => this.#service.call(id, params, { ...options, wallet });
    const send = ({ id, params, wallet }: SeenCall): Promise<Reply> => ask(id, params, wallet);
    const startedAt = performance.now();
    const invented = await planted.instead?.(seen, ask);
    if (invented) return this.#altered(invented, performance.now() - startedAt);
    const other = await planted.forward?.(seen, ask);
    const isForwarded = other !== undefined && callText(other) !== callText(seen);
    const reply = await send(isForwarded ? other : seen);
    if (isForwarded) this.#applied++;
    if (planted.repeat) {
      await send(seen);
      this.#applied++;
    }
    if (planted.late) {
      const limitMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      const progress = { connected: true, receivedBytes: 0, interimAnswers: 0, body: undefined, endedInOrder: false };
      return this.#altered({ type: 'fault', fault: timedOut(limitMs, progress), durationMs: limitMs }, limitMs);
    }
    const answer = await planted.answer?.(reply, seen, ask);
    if (answer === undefined || replyText(answer) === replyText(reply)) return this.#own(reply);
    return this.#altered(answer, reply.durationMs);
  }

  /** A reply of the fault, with the time of this call. */
  #altered(reply: Reply, durationMs: number): Reply {
    this.#applied++;
    return this.#own({ ...reply, durationMs });
  }

  /** A reply with the node's own field names, as the client returns it. */
  #own(reply: Reply): Reply {
    return reply.type === 'result' && this.#ownNames.size > 0 ? { ...reply, result: this.#branded(reply.result) } : reply;
  }

  #branded(value: Wire): Wire {
    if (Array.isArray(value)) return value.map((item) => this.#branded(item));
    if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.#ownNames.get(name) ?? name, this.#branded(item)]));
  }
}

/** What a node receives of a call. */
export const callText = ({ id, params, wallet }: SeenCall): string => stringify([id, wallet ?? null, [...params]]);

/** Everything of a reply that a case can see, except its time. */
export function replyText(reply: Reply): string {
  const status = reply.httpStatus ?? null;
  if (reply.type === 'result') return stringify([status, reply.result]);
  return stringify(reply.type === 'error' ? [status, { ...reply.error }] : [status, reply.fault.kind]);
}
