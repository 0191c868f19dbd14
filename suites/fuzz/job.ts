import type { RunningNode } from '../../fixtures/targets/types.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Method } from '../../specs/model/types.ts';
import { ProbeArbitrary } from './arbitraries/probe-arbitrary.ts';
import { BareSample } from './bare-rate.ts';
import { FuzzSession, type FuzzSessionOptions, type Sent } from './fuzz-session.ts';
import type { KeptCalls } from './kept-calls.ts';
import { livingNames } from './living-values.ts';
import { possible } from './possible.ts';
import { classOf, methodsOf, type Probe } from './probe.ts';
import { Probes } from './probes.ts';
import type { CallJudge } from './properties/judge-call.ts';
import { judgeSent, stateProblem } from './properties/judge-sent.ts';
import { died, lifeProblem } from './properties/life.ts';
import { MemoryWatch, SPAN, WARM_UP } from './properties/memory.ts';
import type { FuzzProblem } from './properties/problem.ts';
import type { FuzzCounts, MemoryFigures, RateFigures } from './results.ts';
import { seeded } from './seeded.ts';

/** Requests between two looks at state and memory. */
const WINDOW = 60;
/** Requests after which the living values are restored: later ones would name what no longer exists. */
const RESTORE_EXACTLY_AFTER = 240;
const RENEW_AFTER = 1_200;
/**
 * Requests after which a node that cannot be restored exactly is replaced: it collects wallets, coins and addresses. Its
 * memory has been watched for more than two spans by then.
 */
const REPLACE_AFTER = WARM_UP + 2 * SPAN + 4_000;
/** Share of the living values that must be made again. */
const MIN_VALUES = 0.8;
/** Nodes that may be lost in one method. */
const MAX_LOSSES = 3;
/** Calls after which a method that was never found counts as missing. */
const MISSING_AFTER = 3;
/** A node that reports no state so often after it was restored has none to compare. */
const MAX_STATE_FAILURES = 3;
/** Which call changed the state is not known yet. */
const UNKNOWN_CALL = 'a call that should change nothing';

/** A problem as a run met it. */
export interface SeenProblem {
  readonly problem: FuzzProblem;
  /** The requests since the last restore. */
  readonly probes: readonly Probe[];
  /** One of the requests from this index on shows it. */
  readonly from: number;
  readonly session: FuzzSession;
  /** The last request with its answer, if the problem is of that answer. */
  readonly sent: Sent | undefined;
}

export interface JobOptions {
  readonly session: FuzzSessionOptions;
  readonly methods: readonly Method[];
  readonly judge: CallJudge;
  readonly kept: KeptCalls;
  readonly counts: FuzzCounts;
  readonly seed: number;
  /** Number of the job, from 0: each draws other requests. */
  readonly job: number;
  /** A running node for the first session. */
  readonly firstNode: RunningNode | undefined;
  /** Takes one request from the budget; false if the run is over. */
  readonly take: () => boolean;
  /** Called with each problem. Returns when it is reported. */
  readonly onProblem: (seen: SeenProblem) => Promise<void>;
  readonly onProgress: () => void;
}

/** Sends requests to one node after another, judges the answers, and goes on after a problem. */
export class Job {
  readonly #options: JobOptions;
  readonly #names: readonly string[];
  readonly #free: ProbeArbitrary;
  readonly #steady: ProbeArbitrary;
  #probes!: Probes;
  #session: FuzzSession | undefined;
  #node: RunningNode | undefined;
  #memory = new MemoryWatch();
  #memoryFigures: MemoryFigures[] = [];
  #sample: BareSample | undefined;
  /** Requests since the last restore. */
  #history: Probe[] = [];
  #drawn = 0;
  /** Nodes lost, by the method that they were lost in. */
  readonly #losses = new Map<string, number>();
  /** How often in succession this node did not report its state. */
  #stateFailures = 0;
  /** Time of the requests, without starting and restoring nodes and shortening findings. */
  fuzzingMs = 0;

  constructor(options: JobOptions) {
    this.#options = options;
    const { specification } = options.session.opened;
    this.#node = options.firstNode;
    const inOrder = options.methods.toSorted((a, b) => Number(needsMempool(a)) - Number(needsMempool(b)));
    this.#names = inOrder.flatMap((method) => {
      const { lists, misses } = livingNames(specification, method);
      return [...lists, ...misses];
    });
    this.#free = new ProbeArbitrary((random) => this.#probes.any(random));
    this.#steady = new ProbeArbitrary((random) => this.#probes.steady(random));
  }

  /** Runs until the budget is used up. */
  async run(): Promise<void> {
    for (let window = 0; ; window++) {
      const session = (this.#session ??= await this.#open());
      const startedAt = performance.now();
      const over = await this.#window(session, window % 2 === 0);
      await this.#lookAtMemory(session);
      this.fuzzingMs += performance.now() - startedAt;
      if (over) return;
      await this.#refresh();
    }
  }

  /** The calls of this job beside a bare client, on the last node; undefined if there is none to compare with. */
  async compareRate(): Promise<RateFigures | undefined> {
    return this.#session?.node.alive() === true ? this.#sample?.compare(this.#session) : undefined;
  }

  get memory(): readonly MemoryFigures[] {
    return this.#memoryFigures;
  }

  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = undefined;
  }

  async #open(): Promise<FuzzSession> {
    const { session: options, methods, kept } = this.#options;
    const node = this.#node;
    this.#node = undefined;
    const session = await FuzzSession.open(options, this.#names, node);
    const dropped = this.#probes as Probes | undefined;
    const known = dropped ? methods.filter(({ id }) => dropped.methods.includes(id)) : methods;
    this.#probes = new Probes(options.opened.specification, known, (name) => session.values.get(name), kept);
    this.#history = [];
    this.#memory = new MemoryWatch();
    this.#stateFailures = 0;
    this.#sample ??= new BareSample();
    return session;
  }

  /** Sends a number of requests; the next one is made while the node works on the one before. Returns whether the run is over. */
  async #window(session: FuzzSession, steady: boolean): Promise<boolean> {
    const { take, onProgress } = this.#options;
    const arbitrary = steady ? this.#steady : this.#free;
    const watches = steady && this.#stateFailures < MAX_STATE_FAILURES;
    let before = watches ? await this.#state(session) : undefined;
    let from = this.#history.length;
    // Lost or replaced while the state was read.
    if (this.#session !== session) return false;
    let upcoming = this.#draw(arbitrary);
    for (let count = 0; count < WINDOW; count++) {
      if (!take()) return true;
      const probe = upcoming;
      const startedAt = performance.now();
      const sending = session.send(probe);
      this.#history.push(probe);
      upcoming = this.#draw(arbitrary);
      const sent = await sending;
      const problem = await this.#judge(session, sent);
      this.#sample?.note(session, probe, performance.now() - startedAt);
      this.#count(sent);
      onProgress();
      if (problem) {
        await this.#report(problem, session, sent);
        if (this.#session !== session) return false;
      }
      if (before && this.#mayHaveChanged(sent)) {
        before = await this.#state(session);
        from = this.#history.length;
        if (this.#session !== session) return false;
      }
    }
    if (before) await this.#compareState(session, before, from);
    return false;
  }

  #draw(arbitrary: ProbeArbitrary): Probe {
    const { seed, job } = this.#options;
    return arbitrary.generate(seeded(seed, `${job}/${this.#drawn++}`)).value;
  }

  async #judge(session: FuzzSession, sent: Sent): Promise<FuzzProblem | undefined> {
    const problem = await judgeSent(sent, session.node, this.#options.judge);
    return problem ?? (session.node.alive() ? undefined : died(session.node, methodsOf(sent.probe).join('+') || 'HTTP'));
  }

  /** The state; undefined if the node did not report it. */
  async #state(session: FuzzSession): Promise<Map<string, string> | undefined> {
    const startedAt = performance.now();
    this.#options.counts.stateChecks++;
    const state = await possible(() => session.state());
    this.#sample?.noteOther(performance.now() - startedAt);
    this.#stateFailures = state ? 0 : this.#stateFailures + 1;
    if (!state) await this.#withoutState(session);
    return state;
  }

  /** The node was lost after the last request, or an earlier one made it refuse, as by unloading the wallet. */
  async #withoutState(session: FuzzSession): Promise<void> {
    const last = this.#history.at(-1);
    const problem = last && (await lifeProblem(session.node, { probe: last, calls: [], silent: true }));
    if (problem) await this.#report(problem, session, undefined);
    else await this.#restore(session);
  }

  /** @param from index of the first request after `before` */
  async #compareState(session: FuzzSession, before: ReadonlyMap<string, string>, from: number): Promise<void> {
    const after = await this.#state(session);
    const problem = after && stateProblem(UNKNOWN_CALL, false, before, after);
    if (problem) await this.#pass({ problem, probes: this.#history.slice(), from, session, sent: undefined });
  }

  /** Reports a problem; the time for it is not that of the run. */
  async #pass(seen: SeenProblem): Promise<void> {
    const startedAt = performance.now();
    await this.#options.onProblem(seen);
    this.fuzzingMs -= performance.now() - startedAt;
  }

  async #report(problem: FuzzProblem, session: FuzzSession, sent: Sent | undefined): Promise<void> {
    const probes = this.#history.slice();
    await this.#pass({ problem, probes, from: probes.length - 1, session, sent });
    if (!isLost(problem)) return;
    this.#options.counts.lostNodes++;
    this.#dropAfterLosses(problem.method);
    await this.close();
  }

  /** A method that loses one node after another is known to do so: further calls of it would only cost time. */
  #dropAfterLosses(method: string): void {
    const losses = (this.#losses.get(method) ?? 0) + 1;
    this.#losses.set(method, losses);
    if (losses < MAX_LOSSES) return;
    this.#probes.drop(method);
    this.#options.counts.dropped[method] = `called no more after ${losses} nodes were lost in it`;
  }

  #mayHaveChanged({ probe, calls, silent }: Sent): boolean {
    if (probe.type === 'bytes') return false;
    return silent || calls.some(({ method, reply }) => reply.type !== 'error' && this.#probes.changes({ method }));
  }

  #count({ probe, calls }: Sent): void {
    const { counts, kept } = this.#options;
    counts.runs++;
    const of = classOf(probe);
    counts.classes[of] = (counts.classes[of] ?? 0) + 1;
    for (const { method, reply } of calls) {
      const counted = (counts.methods[method] ??= { calls: 0, results: 0, errors: {} });
      counted.calls++;
      if (reply.type === 'result') counted.results++;
      else if (reply.type === 'error') {
        counted.errors[reply.error.code] = (counted.errors[reply.error.code] ?? 0) + 1;
        // Where no wallet is loaded, methods of wallets are answered alike.
        if (reply.error.code === METHOD_NOT_FOUND && counted.calls >= MISSING_AFTER && counted.errors[METHOD_NOT_FOUND] === counted.calls)
          this.#probes.drop(method);
      }
    }
    const [only] = calls;
    if (probe.type === 'call' && only) kept.note(probe, only.reply);
    counts.answerKinds = kept.kinds;
  }

  async #lookAtMemory(session: FuzzSession): Promise<void> {
    const usage = await session.node.usage();
    if (!usage) return;
    this.#memory.note(session.sent, usage.memoryBytes);
    const last = this.#memoryFigures.at(-1);
    const before = last && last.requests <= session.sent ? last : undefined;
    // After a reported growth the watch begins again, and has no figure for some time.
    const growthBytes = this.#memory.growthBytes ?? before?.growthBytes;
    if (before) this.#memoryFigures.pop();
    this.#memoryFigures.push({ requests: session.sent, growthBytes, bytes: usage.memoryBytes });
    const problem = this.#memory.problem();
    if (!problem) return;
    await this.#pass({ problem, probes: this.#history.slice(), from: 0, session, sent: undefined });
    this.#memory = new MemoryWatch();
  }

  async #refresh(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const last = this.#history.at(-1);
    // It may have died of the last request after it had answered.
    if (!session.node.alive() && last)
      return this.#report(await died(session.node, methodsOf(last).join('+') || 'HTTP'), session, undefined);
    if (this.#history.length < (session.restoresExactly ? RESTORE_EXACTLY_AFTER : RENEW_AFTER)) return;
    if (!session.restoresExactly && session.sent >= REPLACE_AFTER) {
      await this.close();
      return;
    }
    await this.#restore(session);
  }

  async #restore(session: FuzzSession): Promise<void> {
    const had = session.values.size;
    await session.restore(this.#names);
    this.#history = [];
    this.#sample?.restored();
    // What earlier requests did to this node cannot be undone: the next one starts afresh.
    if (session.values.size < had * MIN_VALUES) await this.close();
  }
}

/** Whether its values are unconfirmed transactions: blocks mined for other methods would confirm them. */
const needsMempool = ({ id }: Method): boolean => /mempool|bumpfee|abandon/.test(id);

/** Whether no further request can be sent to the node. */
const isLost = ({ property }: FuzzProblem): boolean => property === 'crash' || property === 'unresponsive' || property === 'hang';
