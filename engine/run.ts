import { setMaxListeners } from 'node:events';
import type { Target } from '../fixtures/targets/types.ts';
import { inapplicableTo, type Limits } from './applicable.ts';
import { Channel } from './channel.ts';
import { ChainGuard } from './chain-guard.ts';
import { confirmed } from './confirmation.ts';
import type { Plan } from './plan.ts';
import { CaseQueue } from './queue.ts';
import { notTried, runCase, type CaseRunner } from './run-case.ts';
import { Session } from './session.ts';
import { Sessions, type SessionsOptions } from './sessions.ts';
import type { Case, Finding, Outcome } from './types.ts';

/** What a run tells besides outcomes. */
export type RunEvent =
  | { readonly type: 'suspect'; readonly id: string; readonly findings: readonly Finding[] }
  | { readonly type: 'note'; readonly text: string }
  /** So many failures are tried once more from now on. */
  | { readonly type: 'confirming'; readonly cases: number }
  | { readonly type: 'time'; readonly what: string; readonly ms: number }
  /** The run ends before it has tried all that it could. */
  | { readonly type: 'stopped'; readonly reason: string };

export interface RunOptions extends Omit<SessionsOptions, 'guard' | 'deadly'>, CaseRunner, Limits {
  /** The chain that the node named before the run; any other one ends it. */
  readonly chain: string;
  /** Nodes tried side by side; 1 where the target cannot start nodes. */
  readonly jobs: number;
  /** Stop at the first failure. */
  readonly bail: boolean;
}

const heightEveryCases = 20;
/** So many nodes may be lost in making worlds by calls of one method. */
const LOSSES_OF_A_METHOD = 2;

/**
 * Tries the cases of a plan and yields an outcome for each, as they come. A failure is tried once more on
 * a fresh world before it is yielded. A node that dies or stops answering is replaced where the target can start nodes.
 * Where it cannot, or when `signal` is given, the rest is skipped; so it is when whoever reads the outcomes leaves.
 * Throws `RefusedError`, after the outcomes that there are, when a node names another chain.
 */
export async function* run(plan: Plan, options: RunOptions): AsyncGenerator<Outcome> {
  const channel = new Channel<Outcome>();
  const trial = new Run(plan, options, channel);
  const going = trial.go();
  try {
    yield* channel;
  } finally {
    trial.halt();
    await going;
  }
}

interface Suspect {
  readonly one: Case;
  /** Of the first try. */
  readonly outcome: Outcome;
  /** The node was lost in it, so nothing else may have been tried on the node that shows whether that repeats. */
  readonly lost: boolean;
}

class Run {
  readonly #plan: Plan;
  readonly #target: Target;
  readonly #options: RunOptions & { readonly signal: AbortSignal };
  readonly #channel: Channel<Outcome>;
  readonly #left = new AbortController();
  readonly #queue: CaseQueue;
  readonly #guard: ChainGuard;
  readonly #sessions: Sessions;
  /** How many nodes were lost in calls of each method that were made for a world. */
  readonly #lostBy = new Map<string, number>();
  /** Methods that are not called for a world any more, with the reason. */
  readonly #deadly = new Map<string, string>();
  /** Failures that wait for their second try. */
  readonly #suspects: Suspect[] = [];
  /** Of each job, the node of its last case that had one of its own, on its way out. */
  readonly #stopping = new Map<string, Promise<void>>();
  /** Why no further case is tried. */
  #stopped: string | undefined;

  constructor(plan: Plan, options: RunOptions, channel: Channel<Outcome>) {
    const { target } = options;
    this.#plan = plan;
    this.#target = target;
    const signal = AbortSignal.any([this.#left.signal, ...(options.signal ? [options.signal] : [])]);
    setMaxListeners(0, signal); // one of each job, and there is no limit to these
    this.#options = { ...options, signal };
    this.#channel = channel;
    this.#queue = new CaseQueue(plan.cases);
    this.#guard = new ChainGuard(options.chain, !target.capabilities.startNodes, (refusal) => {
      this.#stopped ??= 'the node named another chain than before'; // its own words stand in the refusal alone
      this.#left.abort(refusal);
    });
    this.#sessions = new Sessions({ ...options, guard: this.#guard, deadly: this.#deadly });
  }

  /** Never rejects: what goes wrong is told by the channel, after every outcome that there is. */
  async go(): Promise<void> {
    const jobs = this.#target.capabilities.startNodes ? Math.max(1, Math.min(this.#options.jobs, this.#plan.cases.length)) : 1;
    const tried = await this.#together(jobs, (name) => this.#job(name));
    const count = this.#suspects.length;
    if (count > 0 && !this.#isStopped()) this.#tell({ type: 'confirming', cases: count });
    const settled = await this.#together(Math.min(jobs, count), () => this.#confirmAll());
    const unconfirmed = this.#suspects.splice(0);
    for (const { outcome } of unconfirmed) this.#channel.push(outcome);
    const rest = this.#queue.drain();
    for (const one of rest) this.#channel.push(notTried(one, 'skipped', this.#stopped ?? 'the run was stopped'));
    if (this.#isStopped() && (rest.length > 0 || unconfirmed.length > 0 || this.#options.signal.aborted))
      this.#tell({ type: 'stopped', reason: this.#stopped ?? '' });
    const broken = tried ?? settled;
    if (broken) this.#channel.fail(broken.reason);
    else if (this.#guard.refusal) this.#channel.fail(this.#guard.refusal);
    else this.#channel.end();
  }

  halt(): void {
    this.#left.abort();
  }

  /** Runs a job several times side by side, to the end of each. Gives the first that broke, which stops the others. */
  async #together(count: number, job: (name: string) => Promise<void>): Promise<PromiseRejectedResult | undefined> {
    const ended = await Promise.allSettled(
      Array.from({ length: count }, async (_, index) => {
        try {
          await job(`job${index + 1}`);
        } catch (error) {
          this.#stopped ??= 'the run broke off';
          throw error;
        }
      }),
    );
    return ended.find((one) => one.status === 'rejected');
  }

  #isStopped(): boolean {
    if (this.#options.signal.aborted) this.#stopped ??= 'the run was interrupted';
    return this.#stopped !== undefined;
  }

  /** Takes cases from the queue until it is empty, keeping one node for each profile it meets in a row. */
  async #job(name: string): Promise<void> {
    let session: Session | undefined;
    let last: Case | undefined;
    let sinceHeight = 0;
    try {
      for (let one = this.#next(name, session); one; one = this.#next(name, session)) {
        const reason = inapplicableTo(this.#target, this.#options, one);
        if (reason !== undefined) {
          this.#channel.push(notTried(one, 'inapplicable', reason));
          continue;
        }
        if (one.ownNode === true) {
          await this.#onOwnNode(one, name);
          continue;
        }
        if (session && !this.#serves(session, one, last)) {
          await this.#sessions.close(session);
          session = undefined;
        }
        const opened = session ?? (await this.#sessions.open(one.profile));
        if (!(opened instanceof Session)) {
          this.#channel.push(notTried(one, opened.status, opened.reason));
          continue;
        }
        session = opened;
        await this.#try(one, session);
        last = one;
        if (++sinceHeight >= heightEveryCases) {
          sinceHeight = 0;
          if (await this.#sessions.isHigh(session)) {
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
    return this.#isStopped() ? undefined : this.#queue.next(job, session?.node.profile);
  }

  /** Whether a case can be tried on this session, after the last one there. */
  #serves(session: Session, one: Case, last: Case | undefined): boolean {
    if (session.lost) return false;
    // One that ended without being told to stays: the next case finds it so, and that is reported.
    if (!session.node.alive()) return last?.effect.includes('process') !== true;
    const endangered = last?.danger !== undefined && one.danger === undefined && this.#target.capabilities.startNodes;
    return session.node.profile === one.profile && !endangered;
  }

  async #onOwnNode(one: Case, name: string): Promise<void> {
    const session = await this.#sessions.open(one.profile);
    if (!(session instanceof Session)) {
      this.#channel.push(notTried(one, session.status, session.reason));
      return;
    }
    try {
      await this.#try(one, session);
    } finally {
      // The next case need not wait until this node has gone, but no more than one goes at a time.
      await this.#stopping.get(name);
      const stopping = this.#sessions.close(session);
      stopping.catch(() => undefined); // whoever waits for it is told
      this.#stopping.set(name, stopping);
    }
  }

  async #try(one: Case, session: Session): Promise<void> {
    const wasAlive = session.node.alive();
    const outcome = await runCase(one, session, this.#options);
    if (session.lost) {
      if (!this.#target.capabilities.startNodes) this.#stopped ??= `the node no longer answered after ${one.id}`;
      else if (wasAlive) this.#noteLoss(one, session.lostBy);
    }
    if (outcome.status !== 'failed' || this.#isStopped()) {
      this.#channel.push(outcome);
      return;
    }
    this.#tell({ type: 'suspect', id: one.id, findings: outcome.findings });
    const suspect: Suspect = { one, outcome, lost: session.lost };
    if (!this.#options.bail) {
      this.#suspects.push(suspect);
      return;
    }
    // Only a failure that repeats is one to stop for.
    const fresh = await this.#sessions.openToConfirm(one);
    try {
      const settled = fresh instanceof Session ? await this.#again(suspect, fresh) : outcome;
      this.#channel.push(settled);
      if (settled.status === 'failed') this.#stopped ??= `the run was to end with the first failure (${one.id})`;
    } finally {
      if (fresh instanceof Session) await this.#sessions.close(fresh);
    }
  }

  #noteLoss(one: Case, method: string | undefined): void {
    if (method !== undefined) {
      // Nearly every case needs a world: each would cost a node.
      const losses = (this.#lostBy.get(method) ?? 0) + 1;
      this.#lostBy.set(method, losses);
      if (losses >= LOSSES_OF_A_METHOD)
        this.#deadly.set(
          method,
          `what the case needs is not made: ${losses} nodes were lost in ${method}, which is not called for this any more`,
        );
      return;
    }
    const left = this.#queue.noteLoss(one);
    if (left > 0)
      this.#tell({
        type: 'note',
        text: `two nodes were lost in cases of the suite ${one.suite} and the kind ${one.kind}: the other ${left} of these are tried last`,
      });
  }

  /** Tries suspects once more, on nodes and worlds in which no case has changed anything. */
  async #confirmAll(): Promise<void> {
    let session: Session | undefined;
    try {
      for (let suspect = this.#nextSuspect(); suspect; suspect = this.#nextSuspect()) {
        const { one, outcome, lost } = suspect;
        const alone = lost || one.ownNode === true || one.danger !== undefined;
        if (session && (alone || session.touched || session.lost || session.node.profile !== one.profile || !session.node.alive())) {
          await this.#sessions.close(session);
          session = undefined;
        }
        const opened = session ?? (await this.#sessions.openToConfirm(one));
        session = opened instanceof Session ? opened : undefined;
        this.#channel.push(session ? await this.#again(suspect, session) : outcome);
        if (session && alone) {
          await this.#sessions.close(session);
          session = undefined;
        }
      }
    } finally {
      if (session) await this.#sessions.close(session);
    }
  }

  #nextSuspect(): Suspect | undefined {
    return this.#isStopped() ? undefined : this.#suspects.shift();
  }

  /** The second try of a case, and what is to be said of both. */
  async #again({ one, outcome }: Suspect, session: Session): Promise<Outcome> {
    const again = await runCase(one, session, this.#options);
    // Interrupted: nothing was found out.
    return this.#options.signal.aborted && again.status === 'skipped' ? outcome : confirmed(outcome, again);
  }

  #tell(event: RunEvent): void {
    this.#options.onEvent?.(event);
  }
}
