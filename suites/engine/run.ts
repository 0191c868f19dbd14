import type { ProfileName, RunningNode, Target } from '../../fixtures/targets/types.ts';
import { Channel } from './channel.ts';
import { notTried, runCase, type CaseRunner } from './run-case.ts';
import { PROFILES } from '../../fixtures/targets/profiles.ts';
import { Session, type SessionOptions } from './session.ts';
import type { Plan } from './plan.ts';
import type { Case, Finding, Outcome } from './types.ts';

/** What a run tells besides outcomes. */
export type RunEvent =
  | { readonly type: 'suspect'; readonly id: string; readonly findings: readonly Finding[] }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'time'; readonly what: string; readonly ms: number };

export interface RunOptions extends SessionOptions, CaseRunner {
  /** Nodes tried side by side; 1 where the target cannot start nodes. */
  readonly jobs: number;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** A node that is running already, for the first session. */
  readonly firstNode?: RunningNode;
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run in good order. */
  readonly signal?: AbortSignal;
}

/** Some nodes of this family stop at a height; a world is replaced before it grows that tall. */
const tallestChain = 380;
const heightEveryCases = 20;

/**
 * Tries the cases of a plan on a target and yields an outcome for each, as they come. A failure is tried once more on
 * a fresh world before it is yielded. When the node dies, or stops answering, the rest is skipped.
 */
export async function* run(plan: Plan, target: Target, options: RunOptions): AsyncGenerator<Outcome> {
  const channel = new Channel<Outcome>();
  const trial = new Run(plan, target, options, channel);
  void trial.go();
  yield* channel;
}

class Run {
  readonly #plan: Plan;
  readonly #target: Target;
  readonly #options: RunOptions;
  readonly #channel: Channel<Outcome>;
  readonly #queue: Case[];
  /** Failures that wait for their second try, with the outcome of the first. */
  readonly #suspects: { one: Case; outcome: Outcome }[] = [];
  /** Why no further case is tried. */
  #stopped: string | undefined;
  #firstNode: RunningNode | undefined;

  constructor(plan: Plan, target: Target, options: RunOptions, channel: Channel<Outcome>) {
    this.#plan = plan;
    this.#target = target;
    this.#options = options;
    this.#channel = channel;
    this.#queue = [...plan.cases];
    this.#firstNode = options.firstNode;
  }

  async go(): Promise<void> {
    try {
      const jobs = this.#target.capabilities.startNodes ? Math.max(1, Math.min(this.#options.jobs, this.#plan.cases.length)) : 1;
      await Promise.all(Array.from({ length: jobs }, (_, index) => this.#job(`job${index + 1}`)));
      await this.#confirm();
      for (const one of this.#queue.splice(0)) this.#channel.push(notTried(one, 'skipped', this.#stopped ?? 'the run was stopped'));
      this.#channel.end();
    } catch (error) {
      this.#channel.fail(error);
    }
  }

  /** Takes cases from the queue until it is empty, keeping one node for each profile it meets in a row. */
  async #job(name: string): Promise<void> {
    let session: Session | undefined;
    let sinceHeight = 0;
    try {
      for (let one = this.#next(session); one; one = this.#next(session)) {
        const reason = this.#notOnThisTarget(one);
        if (reason !== undefined) {
          this.#channel.push(notTried(one, 'inapplicable', reason));
          continue;
        }
        if (one.ownNode === true) {
          await this.#onOwnNode(one, name);
          continue;
        }
        if (session && (session.node.profile !== one.profile || !session.node.alive())) {
          await this.#close(session);
          session = undefined;
        }
        session ??= await this.#open(one.profile, name);
        await this.#try(one, session);
        if (!one.effect.every((effect) => effect === 'read') && ++sinceHeight >= heightEveryCases) {
          sinceHeight = 0;
          if (await this.#tooTall(session)) {
            await this.#close(session);
            session = undefined;
          }
        }
      }
    } finally {
      if (session) await this.#close(session);
    }
  }

  /** The next case for a job; cases of the profile it has a node for come first among those that need another. */
  #next(session: Session | undefined): Case | undefined {
    if (this.#options.signal?.aborted) this.#stopped ??= 'the run was interrupted';
    if (this.#stopped !== undefined) return undefined;
    const first = this.#queue[0];
    if (!first) return undefined;
    if (session && first.profile !== session.node.profile) {
      const same = this.#queue.findIndex((one) => one.profile === session.node.profile && one.ownNode !== true);
      if (same >= 0) return this.#queue.splice(same, 1)[0];
    }
    return this.#queue.shift();
  }

  #notOnThisTarget(one: Case): string | undefined {
    const absent = one.uses.find((method) => this.#options.absent.has(method));
    if (absent !== undefined) return `the target has no ${absent}: ${this.#options.absent.get(absent)}`;
    const { capabilities } = this.#target;
    if (one.profile !== 'default' && !capabilities.startNodes) return `it needs a node started with the profile "${one.profile}", and this target cannot start nodes`;
    if (one.ownNode === true && !capabilities.startNodes) return 'it stops or changes the whole node, and this target cannot start one for it alone';
    for (const option of PROFILES[one.profile]) {
      const reason = this.#options.absentOptions.get(option) ?? this.#options.absentOptions.get(option.split('=', 1)[0] ?? '');
      if (reason !== undefined) return `the target has no ${option}: ${reason}`;
    }
    return undefined;
  }

  async #onOwnNode(one: Case, name: string): Promise<void> {
    const session = await this.#open(one.profile, `${name}/${one.id}`);
    try {
      await this.#try(one, session);
    } finally {
      await this.#close(session);
    }
  }

  async #try(one: Case, session: Session): Promise<void> {
    const outcome = await runCase(one, session, this.#options);
    this.#options.onEvent?.({ type: 'time', what: `suite ${one.suite}`, ms: outcome.durationMs });
    if (outcome.status !== 'failed') {
      this.#channel.push(outcome);
      return;
    }
    if (await this.#gone(one, session, outcome)) {
      this.#channel.push(outcome);
      return;
    }
    this.#options.onEvent?.({ type: 'suspect', id: one.id, findings: outcome.findings });
    this.#suspects.push({ one, outcome });
    if (this.#options.bail) this.#stopped ??= `the run was to end with the first failure (${one.id})`;
  }

  /** Whether the node died or no longer answers: then nothing further can be tried. */
  async #gone(one: Case, session: Session, outcome: Outcome): Promise<boolean> {
    if (one.effect.includes('process')) return false;
    if (!session.node.alive()) {
      this.#stopped ??= `the node had died in ${one.id}`;
      return true;
    }
    if (!outcome.findings.some((finding) => finding.evidence === 'health')) return false;
    const reply = await session.node.client.call('getblockcount', [], { timeoutMs: 5_000 });
    if (reply.type !== 'fault' || reply.fault.evidence !== 'health') return false;
    this.#stopped ??= `the node no longer answered after ${one.id}`;
    return true;
  }

  /** Tries every suspect once more, on nodes and worlds that no case has touched. */
  async #confirm(): Promise<void> {
    if (this.#suspects.length === 0) return;
    if (this.#stopped !== undefined && !this.#options.bail) {
      for (const { outcome } of this.#suspects) this.#channel.push(outcome);
      return;
    }
    this.#options.onEvent?.({ type: 'note', text: `${this.#suspects.length} failures are tried once more on a fresh world` });
    let session: Session | undefined;
    try {
      for (const { one, outcome } of this.#suspects) {
        if (session && (session.node.profile !== one.profile || !session.node.alive() || one.ownNode === true)) {
          await this.#close(session);
          session = undefined;
        }
        session ??= await this.#open(one.profile, `confirm/${one.id}`);
        const again = await runCase(one, session, this.#options);
        this.#channel.push(again.status === 'failed' ? { ...again, hits: [...outcome.hits, ...again.hits] } : unrepeated(outcome));
        if (one.ownNode === true) {
          await this.#close(session);
          session = undefined;
        }
      }
    } finally {
      if (session) await this.#close(session);
    }
  }

  async #open(profile: ProfileName, salt: string): Promise<Session> {
    const startedAt = performance.now();
    const ready = profile === 'default' ? this.#firstNode : undefined;
    if (ready) this.#firstNode = undefined;
    // A node that cannot be stopped and started is the only one there is: every session is on it.
    const node = ready ?? (this.#target.capabilities.startNodes ? undefined : await this.#target.start('default'));
    const session = await Session.open(this.#options, profile, salt, node);
    this.#options.onEvent?.({ type: 'time', what: `start node (${profile})`, ms: performance.now() - startedAt });
    return session;
  }

  async #close(session: Session): Promise<void> {
    const startedAt = performance.now();
    for (const left of await session.close()) this.#options.onEvent?.({ type: 'note', text: `could not be cleaned up: ${left}` });
    this.#options.onEvent?.({ type: 'time', what: 'stop node', ms: performance.now() - startedAt });
  }

  async #tooTall(session: Session): Promise<boolean> {
    if (!this.#target.capabilities.startNodes) return false;
    const reply = await session.node.client.call('getblockcount', []);
    return reply.type === 'result' && typeof reply.result === 'number' && reply.result > tallestChain;
  }
}

/** A failure that did not repeat: not proven, so observed, unless the node's health was at stake. */
function unrepeated(outcome: Outcome): Outcome {
  if (outcome.findings.some((finding) => finding.evidence === 'health')) return { ...outcome, flaky: true };
  return {
    ...outcome,
    status: 'observed',
    flaky: true,
    findings: outcome.findings.map((finding) => ({ ...finding, evidence: 'observation' as const, message: `flaky (once, not again on a fresh world): ${finding.message}` })),
  };
}

