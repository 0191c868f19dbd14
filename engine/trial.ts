import type { Reply, RpcError } from '../client/types.ts';
import type { MethodId, Services } from '../specs/model/generated/wire.d.ts';
import { defined } from '../specs/model/defined.ts';
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
import { findStatement } from '../specs/model/statement.ts';
import type { Method } from '../specs/model/types.ts';
import type { CallRecord } from './call-record.ts';
import type { Difference } from './difference.ts';
import { EQUALS, faultCheck, findingDifference, HOLDS, jsonType, refusedDifference, type About } from './identify.ts';
import { malformed } from './malformed.ts';
import type { At } from './finding-place.ts';
import type { CaseSnapshot, TrialOptions } from './trial-options.ts';
import type { Circumstance, Finding } from './outcome.ts';
import { sameWire, show } from './show.ts';

/** Index for a finding that belongs to no call. */
export const NO_CALL = -2;

/** Default time limit of one call, on a machine that is not busy. */
const CALL_LIMIT_MS = 30_000;

/** Ends a case early. Its findings are already recorded. */
export class CaseOver extends Error {
  override readonly name = 'CaseOver';
}

/** The case cannot be run on this target. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

export type Answer<Result = Wire> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: RpcError };

/**
 * The interface of a case: calls to the node under test, its world, and checks. A failed check is recorded as a finding
 * and the case continues; a call without the required kind of answer ends the case.
 */
export class Trial {
  readonly node: RunningNode;
  readonly target: Target;
  readonly specification: Specification;
  readonly random: Random;
  readonly findings: (Finding & { readonly call: number })[] = [];
  #checks = 0;
  /** What the case was to judge and the node did not return: it has not passed. */
  readonly unseen: string[] = [];
  readonly calls: CallRecord[] = [];
  /** Index of the last call whose result was checked against its whole description. */
  checkedCall: number | undefined;
  /** Ids of rules and rows that this run has judged; see `Case.judgesByReach`. */
  readonly reached = new Set<string>();
  /** What the case is doing, if its calls do not show that: added to the finding that the node was lost. */
  doing: string | undefined;
  /** The case ended because a node, its own or another one, did not start. */
  notStarted = false;
  /** The method whose call failed while the world made a prerequisite of the case. */
  worldCall: string | undefined;
  readonly #options: TrialOptions;
  #world: World;
  /** The last request other than a method call, and the number of calls before it. */
  #request: { readonly what: string; readonly callsBefore: number } | undefined;
  /** The call in flight. */
  #inFlight: { readonly method: string; readonly sinceMs: number } | undefined;
  /** What the checks of the case depend on from here on. */
  #circumstance: Circumstance | undefined;
  #closed = false;

  constructor(options: TrialOptions) {
    this.#options = options;
    this.#world = options.world;
    this.node = options.node;
    this.target = options.target;
    this.specification = options.specification;
    this.random = options.random;
  }

  /** Its place in the world. Replaced by a restore. */
  get world(): World {
    return this.#world;
  }

  /** The present state of the node and of the world; undefined if the target cannot restore nodes. No call may be running. */
  async moment(): Promise<CaseSnapshot | undefined> {
    const { session } = this.#options;
    if (!session || !this.target.capabilities.snapshots) return undefined;
    return { session: await session.moment(), place: this.#world.in(this.#world) };
  }

  /** Returns to a moment of this case, any number of times. Calls and findings remain. See `Session.restore`. */
  async restore({ session: moment, place }: CaseSnapshot): Promise<void> {
    const { session } = this.#options;
    if (!session) throw new Error('the moment is not of this case');
    await session.restore(moment);
    this.#world = place.in(session.world);
  }

  /**
   * Calls a method that must return a result; any other answer is a finding and ends the case. So is a member of the
   * result with a wrong type, but only when it is read: a case that does not use it continues. If called with a `Method`
   * instead of an id, the result is returned unchecked.
   */
  readonly result = ((method: string | Method, args?: Arguments, options?: WorldCallOptions): Promise<Wire> =>
    typeof method === 'string'
      ? this.#checked(method, args, options)
      : this.#result(method.id, args, options)) as ResultCall<WorldCallOptions>;

  /** Whether the target file lists this method as absent. */
  isAbsent(method: string): boolean {
    return this.#options.absent.has(method);
  }

  /** Calls a method by its neutral id. A fault becomes a finding and ends the case. */
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
      difference: this.#of(method, faultCheck(reply.fault.kind)),
    });
    throw new CaseOver();
  }

  /** Calls a method that may be refused. Returns the error, or the result, checked as by `result`. */
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
    return this.reportRefusal(method, answer.error);
  }

  /** Records that a method was refused although the documents describe it, and ends the case. */
  reportRefusal(method: string, error: RpcError): never {
    const { source } = this.specification.method(method);
    const isMissing = error.code === METHOD_NOT_FOUND;
    const { params = [] } = this.calls.at(-1) ?? {};
    this.report({
      check: isMissing ? 'missing-method' : 'refused',
      difference: isMissing
        ? { method, check: 'missing-method' }
        : refusedDifference(this.specification, { method, params }, error, this.#about),
      evidence: 'document',
      source: `document ${source.document}, ${source.section}`,
      message: `${method} was refused with ${error.code} (${firstLine(error.message)}) where the documents describe a result`,
      // A node may refuse a call in another state; one that it does not know it never does.
      ...(error.code !== METHOD_NOT_FOUND && { circumstance: this.#circumstance ?? 'state' }),
    });
    throw new CaseOver();
  }

  /** Calls a method that must be refused; a result is a finding and ends the case. Returns the error. */
  async refused(method: string, args: Arguments = {}, why = 'the call must be refused', at: At = {}): Promise<RpcError> {
    const answer = await this.call(method, args);
    this.judged();
    if (!answer.ok) return answer.error;
    const message = `${method} returned ${show(answer.result)}, but ${why}`;
    this.#fail({ found: jsonType(answer.result), ...at }, 'refusal', message, method);
    throw new CaseOver();
  }

  /** Records a finding unless `condition` is true. Returns `condition`. */
  ok(condition: boolean, message: string, at: At = {}): boolean {
    this.judged();
    if (!condition) this.#fail(at, HOLDS, message);
    return condition;
  }

  /** Records a finding unless both values are equal (numbers by value, not by notation). Returns whether they are. */
  equal(actual: unknown, expected: unknown, what: string, at: At = {}): boolean {
    this.judged();
    const same = sameWire(actual, expected);
    if (!same) this.#fail({ found: jsonType(actual), ...at }, EQUALS, `${what} is ${show(actual)}, expected ${show(expected)}`);
    return same;
  }

  /** Records an observation where the documents leave the answer open. `observed` must not contain values that differ between runs. */
  observe(check: string, observed: string, message: string, path?: string): void {
    this.judged();
    this.report({
      check,
      evidence: 'observation',
      source: 'the documents leave it open',
      message,
      observed,
      ...defined({ path, circumstance: this.#circumstance }),
    });
  }

  /** Records a finding, by record unless it names a circumstance. Whether an answer comes at all is always a circumstance. */
  report(finding: Finding): void {
    const { evidence } = finding;
    const circumstance = finding.circumstance ?? (evidence === 'health' ? 'liveness' : undefined);
    const difference = finding.difference ?? (evidence === 'observation' ? undefined : findingDifference(finding, this.#about));
    this.findings.push({ ...finding, ...defined({ circumstance, difference }), call: this.calls.length - 1 });
  }

  /** From here on, the checks of the case depend on more than its calls: what fails is found by circumstance, and tried again. */
  dependsOn(circumstance: Circumstance): void {
    this.#circumstance ??= circumstance;
  }

  /** Records a check that leaves no trace where it holds: a call that must be accepted was. */
  judged(): void {
    this.#checks++;
  }

  /** Number of checks made. A case without any has judged nothing. */
  get checks(): number {
    return this.#checks;
  }

  /** Records that the node has returned nothing of what the case judges: an empty list, for instance. */
  sawNothing(what: string): void {
    this.unseen.push(what);
  }

  /** Checks each item; without any, the case has nothing to judge. `what` names the items, in the plural. */
  each<Item>(items: readonly Item[], what: string, check: (item: Item, index: number) => void): void {
    if (items.length === 0) this.sawNothing(what);
    for (const [index, item] of items.entries()) check(item, index);
  }

  /** Records a description of a request other than a method call. It is reported if the node does not survive the request. */
  noteRequest(what: string): void {
    this.#request = { what, callsBefore: this.calls.length };
  }

  /** The method or the description of the request sent since the last answered call; undefined if there is none. */
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
   * Records that the node was lost, as the first finding of the case. Findings since its last answer are consequences and
   * are removed.
   */
  lose(finding: Finding): void {
    const answered = this.#lastAnswered();
    const shown = this.#request && this.#request.callsBefore > answered ? NO_CALL : this.calls.length - 1;
    const kept = this.findings.filter(
      ({ call, evidence }) =>
        evidence !== 'health' && (call < answered || (call === answered && answered >= 0 && evidence !== 'observation')),
    );
    const message = this.doing === undefined ? finding.message : `${finding.message}; ${this.doing}`;
    const during = this.worldCall ?? this.unanswered();
    const method = during !== undefined && this.specification.find(during) ? during : this.#about.method;
    const difference = finding.difference && { ...this.#of(method, finding.check), ...finding.difference };
    const lost = { ...finding, message, circumstance: 'liveness', ...(difference && { difference }), call: shown } as const;
    this.findings.splice(0, this.findings.length, lost, ...kept);
  }

  #lastAnswered(): number {
    return this.calls.findLastIndex(({ reply }) => reply.type !== 'fault' || reply.fault.evidence !== 'health');
  }

  /** Ends the case: it cannot be run on this target. */
  inapplicable(reason: string): never {
    throw new Inapplicable(reason);
  }

  /** Records that this run has judged a rule or a row. */
  reach(id: string): void {
    this.reached.add(id);
  }

  /** Stops the case: it makes no further calls. */
  close(): void {
    this.#closed = true;
  }

  /** Whether the case was stopped: whatever it still does is lost. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Called when the case is aborted. Records a finding if a call is in flight, and returns whether one is. */
  noteHanging(): boolean {
    if (!this.#inFlight) return false;
    const { method, sinceMs } = this.#inFlight;
    const seconds = Math.round((performance.now() - sinceMs) / 1000);
    this.report({
      check: 'timeout',
      evidence: 'health',
      source: 'no answer came',
      message: `${method}: no answer within ${seconds} s`,
      difference: this.#of(method, 'timeout'),
    });
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
    const timed = this.#circumstance === 'time';
    this.calls.push({ method, args, params: request.params, wallet: sent.wallet, reply, ...(timed && { timed }) });
    return reply;
  }

  async #checked(method: string, args?: Arguments, options?: WorldCallOptions): Promise<Wire> {
    return this.#held(method, await this.#result(method, args, options));
  }

  /** The result of the last call of the method, checked against its variant. */
  #held(method: string, result: Wire): Wire {
    const call = this.calls.findLastIndex(({ reply }) => reply.type === 'result' && reply.result === result);
    const { params } = this.calls[call] as CallRecord;
    return guardMembers(result, resultProblems(this.specification, method, params, result), (problem) => {
      this.findings.push({ ...malformed(this.specification, { method, params, result }, problem), call });
      throw new CaseOver();
    });
  }

  get #about(): About {
    return this.#options.claim.about ?? {};
  }

  /** The identity of a finding about a call of this method, in a case with this subject. */
  #of(method: string | undefined, check: string): Difference {
    const { rule, argument, value } = this.#about;
    return { ...(method !== undefined && { method }), check, ...defined({ rule, argument, value }) };
  }

  #fail(at: At, usual: string, message: string, method = this.#about.method): void {
    const finding = { ...this.#claim(at), check: at.check ?? usual, message };
    const { rule, argument, value } = { ...this.#about, ...at };
    this.report({ ...finding, difference: findingDifference(finding, { method, rule, argument, value }, at.found) });
  }

  #claim(at: At): Pick<Finding, 'evidence' | 'source' | 'path' | 'circumstance'> {
    const { claim } = this.#options;
    const stated = at.source === undefined && at.rule !== undefined ? findStatement(this.specification, at.rule) : undefined;
    return {
      evidence: at.evidence ?? (stated ? 'document' : claim.evidence),
      source: at.source ?? stated?.text ?? claim.source,
      ...defined({ path: at.path, circumstance: at.circumstance ?? this.#circumstance ?? this.#betweenCalls() }),
    };
  }

  /** Between two calls, a node that Pyx did not start may be changed by others. */
  #betweenCalls(): Circumstance | undefined {
    return this.target.capabilities.startNodes || this.calls.length < 2 ? undefined : 'other clients';
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
