import { setMaxListeners } from 'node:events';
import type { Target } from '../fixtures/targets/types.ts';
import { inapplicableTo, type Limits } from './applicable.ts';
import { Channel } from './channel.ts';
import type { ChainGuard } from './chain-guard.ts';
import { isRepeated, settled, standsByRecord } from './confirmation.ts';
import type { Plan } from './plan.ts';
import { CaseQueue, sharesNode } from './queue.ts';
import type { RunEvent } from './run-event.ts';
import { notTried, runCase, type CaseRunner } from './run-case.ts';
import { SecondLook } from './second-look.ts';
import { Session } from './session.ts';
import { Sessions, type SessionsOptions } from './sessions.ts';
import type { Case } from './case.ts';
import type { Outcome } from './outcome.ts';

export interface RunOptions extends Omit<SessionsOptions, 'blockedMethods'>, CaseRunner, Limits {
  /** Number of nodes tested in parallel; 1 if the target cannot start nodes. */
  readonly jobs: number;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** No case is begun after so many milliseconds; those that were not begun have no outcome. Default: no limit. */
  readonly timeMs?: number;
}

/** The length of the chain is checked after this number of cases. */
const CASES_PER_CHAIN_CHECK = 20;
/** Of so many jobs, one begins with the cases on separate nodes. */
const JOBS_PER_LANE = 4;
/** After this number of lost nodes in calls of a method for the world, the world does not call it any more. */
const MAX_LOSSES = 2;

/**
 * Runs the cases of a plan and yields an outcome for each, in the order of completion. A case that failed by circumstance is
 * run again before its outcome is yielded (`SecondLook`). A node that dies or stops answering is replaced, if the target can start
 * nodes. If it cannot, if `signal` aborts, or if the caller ends the iteration, the remaining cases are skipped.
 * Throws `RefusedError`, after all outcomes, if a node reports another chain.
 */
export async function* run(plan: Plan, options: RunOptions): AsyncGenerator<Outcome> {
  const channel = new Channel<Outcome>();
  const running = new Run(plan, options, channel);
  const finished = running.go();
  try {
    yield* channel;
  } finally {
    running.halt();
    await finished;
  }
}

const jobNames = (count: number): string[] => Array.from({ length: count }, (_, index) => `job${index + 1}`);

class Run {
  readonly #plan: Plan;
  readonly #target: Target;
  readonly #options: RunOptions & { readonly signal: AbortSignal };
  readonly #channel: Channel<Outcome>;
  readonly #left = new AbortController();
  readonly #queue: CaseQueue;
  readonly #guard: ChainGuard;
  readonly #sessions: Sessions;
  /** Number of nodes lost in calls for a world, by method. */
  readonly #lostBy = new Map<string, number>();
  /** Methods that are no longer called for a world, with the reason. */
  readonly #blockedMethods = new Map<string, string>();
  readonly #secondLook: SecondLook;
  /** For each job, the end of the node of its last case with a separate node. */
  readonly #stopping = new Map<string, Promise<void>>();
  /** The blocks of a chain that no case had used paid too little: another one pays no more. */
  #isFreshChainSpent = false;
  /** Why no further case is run. */
  #stopped: string | undefined;
  readonly #beganAt = performance.now();

  constructor(plan: Plan, options: RunOptions, channel: Channel<Outcome>) {
    const { target, guard } = options;
    this.#plan = plan;
    this.#target = target;
    const signal = AbortSignal.any([this.#left.signal, ...(options.signal ? [options.signal] : [])]);
    setMaxListeners(0, signal); // one listener per job, and the number of jobs is not limited
    this.#options = { ...options, signal };
    this.#channel = channel;
    this.#queue = new CaseQueue(plan.cases, this.#lanes);
    this.#guard = guard;
    const leave = (): void => {
      this.#stopped ??= 'the node changed to another chain'; // only the refusal contains text from the node
      this.#left.abort(guard.refusal);
    };
    guard.signal.addEventListener('abort', leave, { once: true, signal: this.#left.signal });
    if (guard.refusal) leave();
    this.#sessions = new Sessions({ ...options, keepsNodes: true, blockedMethods: this.#blockedMethods });
    this.#secondLook = new SecondLook({
      sessions: this.#sessions,
      runner: this.#options,
      jobs: this.#jobs,
      startsNodes: target.capabilities.startNodes,
      isStopped: () => this.#isStopped(),
      push: (outcome) => this.#settle(outcome),
    });
  }

  /** Does not reject: the channel passes errors on, after all outcomes. */
  async go(): Promise<void> {
    // A lane holds places for a node and its peer: the other jobs leave them free, else it would wait until they are done.
    const tried = await this.#inParallel(this.#jobs - this.#lanes.length, (name) => this.#job(name));
    const { count } = this.#secondLook;
    if (count > 0 && !this.#isStopped()) this.#emit({ type: 'confirming', cases: count });
    let failed: PromiseRejectedResult | undefined;
    await this.#secondLook.settleAll(async (jobs, job) => {
      failed ??= await this.#inParallel(jobs, job);
    });
    await this.#sessions.stopKept();
    this.#sessions.noteRemains();
    const unconfirmed = this.#secondLook.drain();
    for (const outcome of unconfirmed) this.#channel.push(outcome);
    const rest = this.#queue.drain();
    if (this.#isStopped()) {
      for (const testCase of rest) this.#channel.push(notTried(testCase, 'skipped', this.#stopped ?? 'the run was stopped'));
      if (rest.length > 0 || unconfirmed.length > 0 || this.#options.signal.aborted)
        this.#emit({ type: 'stopped', reason: this.#stopped ?? '' });
    } else if (rest.length > 0) this.#emit({ type: 'stopped', reason: 'the time given was used up', cause: 'time' });
    const broken = tried ?? failed;
    if (broken) this.#channel.fail(broken.reason);
    else if (this.#guard.refusal) this.#channel.fail(this.#guard.refusal);
    else this.#channel.end();
  }

  /** Number of nodes tested in parallel. */
  get #jobs(): number {
    return this.#target.capabilities.startNodes ? Math.max(1, Math.min(this.#options.jobs, this.#plan.cases.length)) : 1;
  }

  /**
   * The jobs that begin with cases on separate nodes. None without such cases, or where a node must run alone, and all others wait for
   * it, or where the time is limited: the plan has the cases in the order of their worth.
   */
  get #lanes(): readonly string[] {
    const { alone = [], timeMs = Infinity } = this.#options;
    return alone.length > 0 || timeMs !== Infinity || this.#plan.cases.every(sharesNode)
      ? []
      : jobNames(Math.floor(this.#jobs / JOBS_PER_LANE));
  }

  halt(): void {
    this.#left.abort();
  }

  /** Runs a job several times in parallel and waits for all. Returns the first that failed, which stops the others. */
  async #inParallel(count: number, job: (name: string) => Promise<void>): Promise<PromiseRejectedResult | undefined> {
    const ended = await Promise.allSettled(
      jobNames(count).map(async (name) => {
        try {
          await job(name);
        } catch (error) {
          this.#stopped ??= 'the run failed';
          throw error;
        }
      }),
    );
    return ended.find((result) => result.status === 'rejected');
  }

  #isStopped(): boolean {
    if (this.#options.signal.aborted) this.#stopped ??= 'the run was interrupted';
    return this.#stopped !== undefined;
  }

  /** Runs cases from the queue until it is empty, on one node for each series of cases with the same profile. */
  async #job(name: string): Promise<void> {
    let session: Session | undefined;
    let last: Case | undefined;
    let sinceCheck = 0;
    try {
      for (let testCase = this.#next(name, session); testCase; testCase = this.#next(name, session)) {
        const reason = inapplicableTo(this.#target, this.#options, testCase);
        if (reason !== undefined) {
          this.#channel.push(notTried(testCase, 'inapplicable', reason));
          continue;
        }
        // A job must not hold a node while it waits for another one.
        if (session && (testCase.ownNode === true || !this.#serves(session, testCase, last))) {
          await this.#sessions.close(session);
          session = undefined;
        }
        if (testCase.ownNode === true) {
          await this.#onOwnNode(testCase, name);
          continue;
        }
        const opened = session ?? (await this.#sessions.open(testCase.profile));
        if (!(opened instanceof Session)) {
          this.#channel.push(notTried(testCase, opened.status, opened.reason));
          continue;
        }
        session = opened;
        if (!(await this.#try(testCase, session))) {
          await this.#sessions.close(session);
          const shorter = await this.#sessions.open(testCase.profile);
          session = shorter instanceof Session ? shorter : undefined;
          if (shorter instanceof Session) await this.#try(testCase, shorter);
          else this.#channel.push(notTried(testCase, shorter.status, shorter.reason));
        }
        last = testCase;
        if (session && ++sinceCheck >= CASES_PER_CHAIN_CHECK) {
          sinceCheck = 0;
          if (await this.#sessions.isChainTooLong(session)) {
            await this.#sessions.close(session);
            session = undefined;
          }
        }
      }
    } finally {
      if (session) await this.#sessions.close(session);
      await this.#stopping.get(name);
    }
  }

  #next(job: string, session: Session | undefined): Case | undefined {
    return this.#isStopped() || this.#isTimeUp() ? undefined : this.#queue.next(job, session?.node.profile);
  }

  #isTimeUp(): boolean {
    return performance.now() - this.#beganAt > (this.#options.timeMs ?? Infinity);
  }

  /** Whether a case can be run on this session, after the case `last`. */
  #serves(session: Session, testCase: Case, last: Case | undefined): boolean {
    if (session.lost || session.notRestarted) return false;
    // A node that ended by itself is kept, so that the next case reports it.
    if (!session.node.alive()) return last?.effect.includes('process') !== true;
    const endangered = last?.danger !== undefined && testCase.danger === undefined && this.#target.capabilities.startNodes;
    return session.node.profile === testCase.profile && !endangered;
  }

  async #onOwnNode(testCase: Case, name: string): Promise<void> {
    const session = await this.#sessions.open(testCase.profile);
    if (!(session instanceof Session)) {
      this.#channel.push(notTried(testCase, session.status, session.reason));
      return;
    }
    try {
      await this.#try(testCase, session);
    } finally {
      // The next case need not wait until this node has stopped, but each job stops one node at a time.
      await this.#stopping.get(name);
      const stopping = this.#sessions.close(session);
      stopping.catch(() => undefined); // the error is reported where it is awaited
      this.#stopping.set(name, stopping);
    }
  }

  /** Runs a case. Returns false, without an outcome, if its chain had become too long to pay for it: it is to be run on another one. */
  async #try(testCase: Case, session: Session): Promise<boolean> {
    const wasAlive = session.node.alive();
    session.world.isSpent = false;
    session.spoiled ||= testCase.danger !== undefined || testCase.effect.includes('process');
    const outcome = await runCase(testCase, session, this.#options);
    const place = this.#secondLook.note(testCase, session, outcome.durationMs);
    if (outcome.status === 'inapplicable' && session.world.isSpent) {
      if (place.index > 0 && !this.#isFreshChainSpent && !this.#isStopped()) return false;
      this.#isFreshChainSpent = true;
    }
    if (session.lost) {
      if (!this.#target.capabilities.startNodes) this.#stopped ??= `the node no longer answered after ${testCase.id}`;
      else if (wasAlive) this.#noteLoss(testCase, session.lostBy);
    }
    if (outcome.status !== 'failed' || standsByRecord(outcome) || this.#isStopped()) {
      this.#settle(outcome);
      return true;
    }
    this.#emit({ type: 'suspect', id: testCase.id, findings: outcome.findings });
    const inPlace = await this.#secondLook.inPlace(testCase, session);
    if (inPlace) this.#secondLook.note(testCase, session, 0);
    if (inPlace && (isRepeated(outcome, inPlace) || this.#isStopped())) {
      this.#settle(settled(outcome, [inPlace]));
      return true;
    }
    this.#secondLook.add({ testCase, outcome, lost: session.lost, ...place, further: inPlace ? [inPlace] : [] });
    // Only a failure that stands stops the run.
    if (this.#options.bail) await this.#secondLook.settleAll((_, job) => job());
    return true;
  }

  #settle(outcome: Outcome): void {
    this.#channel.push(outcome);
    if (this.#options.bail && outcome.status === 'failed') this.#stopped ??= `stopped after the first failure (${outcome.id})`;
  }

  #noteLoss(testCase: Case, method: string | undefined): void {
    if (method !== undefined) {
      // Nearly every case needs a world, and would lose a node.
      const losses = (this.#lostBy.get(method) ?? 0) + 1;
      this.#lostBy.set(method, losses);
      if (losses >= MAX_LOSSES)
        this.#blockedMethods.set(
          method,
          `a prerequisite of the case was not made: ${losses} nodes were lost in ${method}, which is no longer called for prerequisites`,
        );
      return;
    }
    const left = this.#queue.noteLoss(testCase);
    if (left > 0)
      this.#emit({
        type: 'note',
        text: `two nodes were lost in cases of the suite ${testCase.suite} and the kind ${testCase.kind}: the other ${left} of these cases are run last`,
      });
  }

  #emit(event: RunEvent): void {
    this.#options.onEvent?.(event);
  }
}
