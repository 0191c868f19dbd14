import type { Reply, RpcError } from '../client/types.ts';
import type { MethodId, Services } from '../specs/model/generated/wire.d.ts';
import type { Wire } from '../specs/model/wire.ts';
import type { RunningNode, Target } from '../fixtures/targets/types.ts';
import { guardMembers } from '../fixtures/world/guard-members.ts';
import { lackingFor } from '../fixtures/world/lacking.ts';
import { METHOD_NOT_FOUND } from '../fixtures/world/error-codes.ts';
import type { Random } from '../fixtures/world/random.ts';
import { resultProblems } from '../fixtures/world/result-problems.ts';
import type { ResultCall } from '../fixtures/world/service-call.ts';
import type { Arguments } from '../fixtures/world/service.ts';
import type { World, WorldCallOptions } from '../fixtures/world/world.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method } from '../specs/model/types.ts';
import { malformed } from './malformed.ts';
import type { Evidence, Finding } from './types.ts';
import { sameWire, show } from './show.ts';

/** One call of a case, kept until the case is over. */
export interface CallRecord {
  readonly method: string; // neutral id
  readonly args: Arguments;
  readonly params: readonly Wire[];
  readonly wallet?: string | undefined;
  readonly reply: Reply;
}

/** In place of the number of a call: the finding is about none. */
export const NO_CALL = -2;

/** How long one call may take, unless its case says otherwise, on a machine that is not busy. */
const CALL_LIMIT_MS = 30_000;

/** Ends a case early; what there is to say stands in its findings already. */
export class CaseOver extends Error {
  override readonly name = 'CaseOver';
}

/** The case cannot be tried on this target. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

export type Answer<Result = Wire> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: RpcError };

/** Where a finding belongs, and what it stands on when that is not the case's own claim. */
export interface At {
  readonly path?: string;
  readonly check?: string;
  readonly evidence?: Evidence;
  readonly source?: string;
}

export interface TrialOptions {
  readonly claim: { readonly evidence: 'document' | 'standard'; readonly source: string };
  readonly world: World;
  readonly node: RunningNode;
  readonly target: Target;
  readonly specification: Specification;
  readonly random: Random;
  /** Neutral ids of methods that the target file names absent, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  readonly timeoutMs?: number;
}

/**
 * What a case works with: calls to the node under trial, the world around it, and checks. A failed check is recorded
 * and the case goes on; a call that does not come out as it must ends the case.
 */
export class Trial {
  readonly world: World;
  readonly node: RunningNode;
  readonly target: Target;
  readonly specification: Specification;
  readonly random: Random;
  readonly findings: (Finding & { readonly call: number })[] = [];
  readonly calls: CallRecord[] = [];
  /** The method by which something that the case needs was to be made, when that failed. */
  worldCall: string | undefined;
  readonly #options: TrialOptions;
  /** The last request that was no call of a method, and how many calls came before it. */
  #request: { readonly what: string; readonly callsBefore: number } | undefined;
  /** The call that is being waited for. */
  #inFlight: { readonly method: string; readonly sinceMs: number } | undefined;
  #closed = false;

  constructor(options: TrialOptions) {
    this.#options = options;
    this.world = options.world;
    this.node = options.node;
    this.target = options.target;
    this.specification = options.specification;
    this.random = options.random;
  }

  /**
   * Calls a method that must be answered with a result; anything else is a finding and ends the case. So does a member of
   * another type than is documented once it is read: a case that has no use for it is tried all the same. By a method's
   * specification the result is given as it came.
   */
  readonly result = ((method: string | Method, args?: Arguments, options?: WorldCallOptions): Promise<Wire> =>
    typeof method === 'string'
      ? this.#checked(method, args, options)
      : this.#result(method.id, args, options)) as ResultCall<WorldCallOptions>;

  /** Whether the target file names this method absent. */
  isAbsent(method: string): boolean {
    return this.#options.absent.has(method);
  }

  /** Calls a method by its neutral id. What is no answer at all becomes a finding and ends the case. */
  async call(method: string, args: Arguments = {}, options: WorldCallOptions = {}): Promise<Answer> {
    const absence = this.#options.absent.get(method);
    if (absence !== undefined) throw new Inapplicable(`the target has no ${method}: ${absence}`);
    const reply = await this.#send(method, args, options);
    if (reply.type === 'result') return { ok: true, result: reply.result };
    if (reply.type === 'error') return { ok: false, error: reply.error };
    this.report({
      check: reply.fault.kind,
      evidence: reply.fault.evidence,
      source: reply.fault.source,
      message: `${method}: ${reply.fault.message}`,
    });
    throw new CaseOver();
  }

  /** Calls a method that may be refused. Gives its result, held against its variant as by `result`, or the error. */
  async answer<Id extends MethodId>(
    method: Id,
    args: Services[Id]['named'],
    options: WorldCallOptions = {},
  ): Promise<Answer<Services[Id]['result']>> {
    const answer = await this.call(method, args as Arguments, options);
    return answer.ok ? { ok: true, result: this.#held(method, answer.result) as unknown as Services[Id]['result'] } : answer;
  }

  async #result(method: string, args: Arguments = {}, options: WorldCallOptions = {}): Promise<Wire> {
    const answer = await this.call(method, args, options);
    if (answer.ok) return answer.result;
    const lacking = await lackingFor(this.world, method, args);
    if (lacking !== undefined) throw new Inapplicable(lacking);
    return this.refusedInVain(method, answer.error);
  }

  /** Records that a method was refused although the documents describe it, and ends the case. */
  refusedInVain(method: string, error: RpcError): never {
    const { source } = this.specification.method(method);
    this.report({
      check: error.code === METHOD_NOT_FOUND ? 'missing-method' : 'refused',
      evidence: 'document',
      source: `document ${source.document}, ${source.section}`,
      message: `${method} was refused with ${error.code} (${firstLine(error.message)}) where the documents describe a result`,
    });
    throw new CaseOver();
  }

  /** Calls a method that must be refused; a result is a finding and ends the case. Gives the error. */
  async refused(method: string, args: Arguments = {}, why = 'the call must be refused', at: At = {}): Promise<RpcError> {
    const answer = await this.call(method, args);
    if (!answer.ok) return answer.error;
    this.report({ ...this.#claim(at), check: at.check ?? 'refusal', message: `${method} answered ${show(answer.result)}, but ${why}` });
    throw new CaseOver();
  }

  /** Records a finding unless `condition` holds. Gives whether it held. */
  ok(condition: boolean, message: string, at: At = {}): boolean {
    if (!condition) this.report({ ...this.#claim(at), check: at.check ?? 'holds', message });
    return condition;
  }

  /** Records a finding unless both are the same value (amounts by value, not by notation). Gives whether they were. */
  equal(actual: unknown, expected: unknown, what: string, at: At = {}): boolean {
    const same = sameWire(actual, expected);
    if (!same)
      this.report({ ...this.#claim(at), check: at.check ?? 'equals', message: `${what} is ${show(actual)}, expected ${show(expected)}` });
    return same;
  }

  /** Records what the documents leave open. `observed` must not contain values that differ from run to run. */
  observe(check: string, observed: string, message: string, path?: string): void {
    this.report({
      check,
      evidence: 'observation',
      source: 'the documents leave it open',
      message,
      observed,
      ...(path !== undefined && { path }),
    });
  }

  report(finding: Finding): void {
    this.findings.push({ ...finding, call: this.calls.length - 1 });
  }

  /** Notes a request that is no call of a method, in words: should the node not survive it, that is what is reported. */
  noteRequest(what: string): void {
    this.#request = { what, callsBefore: this.calls.length };
  }

  /** What was sent since the last call that the node answered, in words; undefined where that was nothing. */
  unanswered(): string | undefined {
    const answered = this.#lastAnswered();
    if (this.#request && this.#request.callsBefore > answered) return this.#request.what;
    if (this.#inFlight) return this.#inFlight.method;
    return answered < this.calls.length - 1 ? this.calls.at(-1)?.method : undefined;
  }

  /** Whether the node has answered any call of the case. */
  hasAnswer(): boolean {
    return this.#lastAnswered() >= 0;
  }

  /**
   * Records that the node was lost, as the finding of the case. What was found since its last answer is a consequence of
   * that, and left out.
   */
  lose(finding: Finding): void {
    const answered = this.#lastAnswered();
    const shown = this.#request && this.#request.callsBefore > answered ? NO_CALL : this.calls.length - 1;
    const kept = this.findings.filter(
      ({ call, evidence }) =>
        evidence !== 'health' && (call < answered || (call === answered && answered >= 0 && evidence !== 'observation')),
    );
    this.findings.splice(0, this.findings.length, { ...finding, call: shown }, ...kept);
  }

  #lastAnswered(): number {
    return this.calls.findLastIndex(({ reply }) => reply.type !== 'fault' || reply.fault.evidence !== 'health');
  }

  /** Ends the case: it cannot be tried on this target. */
  inapplicable(reason: string): never {
    throw new Inapplicable(reason);
  }

  /** Whoever tries the case has given it up: what it still wants to call is not called. */
  close(): void {
    this.#closed = true;
  }

  /** The case is given up while a call is not answered: that is the node's doing. Gives whether there is such a call. */
  noteHanging(): boolean {
    if (!this.#inFlight) return false;
    const { method, sinceMs } = this.#inFlight;
    const seconds = Math.round((performance.now() - sinceMs) / 1000);
    this.report({ check: 'timeout', evidence: 'health', source: 'no answer came', message: `${method}: no answer within ${seconds} s` });
    return true;
  }

  async #send(method: string, args: Arguments, options: WorldCallOptions): Promise<Reply> {
    if (this.#closed) throw new CaseOver();
    const { factor } = this.world.service.pace;
    const limitMs = options.timeoutMs ?? this.#options.timeoutMs ?? CALL_LIMIT_MS;
    const timeoutMs = limitMs * factor;
    const sent = await this.world.optionsWithWallet(method, { timeoutMs, wallet: options.wallet });
    const request = this.world.service.request(method, args);
    this.#inFlight = { method, sinceMs: performance.now() };
    const reply = await this.world.service.send(request, sent).finally(() => {
      this.#inFlight = undefined;
    });
    if (this.#closed) throw new CaseOver();
    this.calls.push({ method, args, params: request.params, wallet: sent.wallet, reply });
    return reply;
  }

  async #checked(method: string, args?: Arguments, options?: WorldCallOptions): Promise<Wire> {
    return this.#held(method, await this.#result(method, args, options));
  }

  /** The result of the last call of the method, held against its variant. */
  #held(method: string, result: Wire): Wire {
    const call = this.calls.findLastIndex(({ reply }) => reply.type === 'result' && reply.result === result);
    const { params } = this.calls[call] as CallRecord;
    return guardMembers(result, resultProblems(this.specification, method, params, result), (problem) => {
      this.findings.push({ ...malformed(this.specification, method, problem), call });
      throw new CaseOver();
    });
  }

  #claim(at: At): Pick<Finding, 'evidence' | 'source' | 'path'> {
    const { claim } = this.#options;
    return { evidence: at.evidence ?? claim.evidence, source: at.source ?? claim.source, ...(at.path !== undefined && { path: at.path }) };
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
