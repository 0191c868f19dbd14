import { PROFILES } from '../../fixtures/targets/profiles.ts';
import { TargetError, type ProfileName, type RunningNode, type Target } from '../../fixtures/targets/types.ts';
import { Channel } from './channel.ts';
import type { Plan } from './plan.ts';
import { notTried, runCase, type CaseRunner } from './run-case.ts';
import { Session, type SessionOptions } from './session.ts';
import type { Case, Finding, Outcome } from './types.ts';
import { unrepeated } from './unrepeated.ts';

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
}

/** Some nodes of this family stop at a height; a world is replaced before it grows that tall. */
const tallestChain = 380;
const heightEveryCases = 20;

/**
 * Tries the cases of a plan on a target and yields an outcome for each, as they come. A failure is tried once more on
 * a fresh world before it is yielded. When the node dies, stops answering, or `signal` is given, the rest is skipped;
 * so it is when whoever reads the outcomes leaves.
 */
export async function* run(plan: Plan, target: Target, options: RunOptions): AsyncGenerator<Outcome> {
  const channel = new Channel<Outcome>();
  const trial = new Run(plan, target, options, channel);
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
}

class Run {
  readonly #plan: Plan;
  readonly #target: Target;
  readonly #options: RunOptions & { readonly signal: AbortSignal };
  readonly #channel: Channel<Outcome>;
  readonly #left = new AbortController();
  readonly #queue: Case[];
  /** Failures that wait for their second try. */
  readonly #suspects: Suspect[] = [];
  /** Profiles with which no node came up, and why: they are not started again for every case. */
  readonly #unstartable = new Map<ProfileName, string>();
  /** Profiles other than the default that jobs have a node for. */
  readonly #profiles = new Map<string, ProfileName>();
  /** Of each job, the node of its last case that had one of its own, on its way out. */
  readonly #stopping = new Map<string, Promise<void>>();
  /** Why no further case is tried. */
  #stopped: string | undefined;
  #firstNode: RunningNode | undefined;

  constructor(plan: Plan, target: Target, options: RunOptions, channel: Channel<Outcome>) {
    this.#plan = plan;
    this.#target = target;
    this.#options = { ...options, signal: AbortSignal.any([this.#left.signal, ...(options.signal ? [options.signal] : [])]) };
    this.#channel = channel;
    this.#queue = [...plan.cases];
    this.#firstNode = options.firstNode;
  }

  /** Never rejects: what goes wrong is told by the channel, after every outcome that there is. */
  async go(): Promise<void> {
    const jobs = this.#target.capabilities.startNodes ? Math.max(1, Math.min(this.#options.jobs, this.#plan.cases.length)) : 1;
    const tried = await this.#together(jobs, (name) => this.#job(name));
    if (this.#suspects.length > 0 && !this.#isStopped()) this.#tell({ type: 'note', text: `${this.#suspects.length} failures are tried once more on a fresh world` });
    const confirmed = await this.#together(Math.min(jobs, this.#suspects.length), () => this.#confirmAll());
    for (const { outcome } of this.#suspects.splice(0)) this.#channel.push(outcome);
    for (const one of this.#queue.splice(0)) this.#channel.push(notTried(one, 'skipped', this.#stopped ?? 'the run was stopped'));
    const broken = tried ?? confirmed;
    if (broken) this.#channel.fail(broken.reason);
    else this.#channel.end();
  }

  halt(): void {
    this.#left.abort();
  }

  /** Runs a job several times side by side, to the end of each. Gives the first that broke, which stops the others. */
  async #together(count: number, job: (name: string) => Promise<void>): Promise<PromiseRejectedResult | undefined> {
    const ended = await Promise.allSettled(Array.from({ length: count }, async (_, index) => {
      try {
        await job(`job${index + 1}`);
      } catch (error) {
        this.#stopped ??= 'the run broke off';
        throw error;
      }
    }));
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
        const reason = this.#notOnThisTarget(one);
        if (reason !== undefined) {
          this.#channel.push(notTried(one, 'inapplicable', reason));
          continue;
        }
        if (one.ownNode === true) {
          await this.#onOwnNode(one, name);
          continue;
        }
        // A node that ended without being told to stays: the next case finds it dead, and says so.
        const mayReplace = session !== undefined && (session.node.alive() || last?.effect.includes('process') === true);
        if (session && mayReplace && (session.node.profile !== one.profile || !session.node.alive())) {
          await this.#close(session);
          session = undefined;
        }
        session ??= await this.#open(one.profile, name);
        if (!session) {
          this.#channel.push(notTried(one, 'skipped', this.#unstartable.get(one.profile) ?? 'its node did not start'));
          continue;
        }
        await this.#try(one, session);
        last = one;
        if (++sinceHeight >= heightEveryCases) {
          sinceHeight = 0;
          if (await this.#tooTall(session)) {
            await this.#close(session);
            session = undefined;
          }
        }
      }
    } finally {
      if (session) await this.#close(session);
      await this.#stopping.get(name);
    }
  }

  /**
   * The next case for a job. Among those that need a node started otherwise, cases of the profile it has a node for come
   * first, then those of a profile that no other job has one for: each such node and world is made once.
   */
  #next(job: string, session: Session | undefined): Case | undefined {
    if (this.#isStopped()) return undefined;
    const first = this.#queue[0];
    if (!first) return undefined;
    const taken = new Set([...this.#profiles].flatMap(([other, profile]) => (other === job ? [] : [profile])));
    const fits = (wanted: (profile: ProfileName) => boolean): number =>
      this.#queue.findIndex((one) => one.ownNode !== true && one.profile !== 'default' && wanted(one.profile));
    let index = 0;
    if (session && first.profile !== session.node.profile) index = fits((profile) => profile === session.node.profile);
    else if (first.ownNode !== true && taken.has(first.profile)) index = -1;
    if (index < 0) index = fits((profile) => !taken.has(profile));
    if (index < 0) index = this.#queue.findIndex((one) => one.ownNode === true);
    // The first is taken nearly always, and leaves the others where they are.
    const next = index > 0 ? (this.#queue.splice(index, 1)[0] ?? first) : (this.#queue.shift() ?? first);
    if (next.ownNode !== true && next.profile !== 'default') this.#profiles.set(job, next.profile);
    else this.#profiles.delete(job);
    return next;
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
    if (!session) {
      this.#channel.push(notTried(one, 'skipped', this.#unstartable.get(one.profile) ?? 'its node did not start'));
      return;
    }
    try {
      await this.#try(one, session);
    } finally {
      // The next case need not wait until this node has gone, but no more than one goes at a time.
      await this.#stopping.get(name);
      const stopping = this.#close(session);
      stopping.catch(() => undefined); // whoever waits for it is told
      this.#stopping.set(name, stopping);
    }
  }

  async #try(one: Case, session: Session): Promise<void> {
    const outcome = await runCase(one, session, this.#options);
    if (outcome.status !== 'failed' || (await this.#gone(one, session, outcome))) {
      this.#channel.push(outcome);
      return;
    }
    this.#tell({ type: 'suspect', id: one.id, findings: outcome.findings });
    if (!this.#options.bail) {
      this.#suspects.push({ one, outcome });
      return;
    }
    // Only a failure that repeats is one to stop for.
    const fresh = await this.#open(one.profile, `confirm/${one.id}`);
    try {
      const settled = fresh ? await this.#again({ one, outcome }, fresh) : outcome;
      this.#channel.push(settled);
      if (settled.status === 'failed') this.#stopped ??= `the run was to end with the first failure (${one.id})`;
    } finally {
      if (fresh) await this.#close(fresh);
    }
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

  /** Tries suspects once more, on nodes and worlds in which no case has changed anything. */
  async #confirmAll(): Promise<void> {
    let session: Session | undefined;
    try {
      for (let suspect = this.#nextSuspect(); suspect; suspect = this.#nextSuspect()) {
        const { one, outcome } = suspect;
        if (session && (session.touched || session.node.profile !== one.profile || !session.node.alive() || one.ownNode === true)) {
          await this.#close(session);
          session = undefined;
        }
        session ??= await this.#open(one.profile, `confirm/${one.id}`);
        this.#channel.push(session ? await this.#again(suspect, session) : outcome);
        if (session && one.ownNode === true) {
          await this.#close(session);
          session = undefined;
        }
      }
    } finally {
      if (session) await this.#close(session);
    }
  }

  #nextSuspect(): Suspect | undefined {
    return this.#isStopped() ? undefined : this.#suspects.shift();
  }

  /** The second try of a case, and what is to be said of both. */
  async #again({ one, outcome }: Suspect, session: Session): Promise<Outcome> {
    const again = await runCase(one, session, this.#options);
    if (this.#options.signal.aborted && again.status === 'skipped') return outcome; // interrupted: nothing was found out
    const hits = [...outcome.hits, ...again.hits];
    return again.status === 'failed' || again.internal === true ? { ...again, hits } : unrepeated({ ...outcome, hits });
  }

  /** A new session, or undefined where no node of this profile comes up: then `#unstartable` says why. */
  async #open(profile: ProfileName, salt: string): Promise<Session | undefined> {
    if (this.#unstartable.has(profile)) return undefined;
    const startedAt = performance.now();
    const ready = profile === 'default' ? this.#firstNode : undefined;
    if (ready) this.#firstNode = undefined;
    try {
      // A node that cannot be stopped and started is the only one there is: every session is on it.
      const node = ready ?? (this.#target.capabilities.startNodes ? undefined : await this.#target.start('default'));
      const session = await Session.open(this.#options, profile, salt, node);
      this.#tell({ type: 'time', what: `start node (${profile})`, ms: performance.now() - startedAt });
      return session;
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      const lines = error.lines.slice(-5).join(' | ');
      this.#unstartable.set(profile, `no node of the profile "${profile}" could be started: ${error.message}${lines === '' ? '' : `; its last lines: ${lines}`}`);
      return undefined;
    }
  }

  async #close(session: Session): Promise<void> {
    const startedAt = performance.now();
    for (const left of await session.close()) this.#tell({ type: 'note', text: `could not be cleaned up: ${left}` });
    this.#tell({ type: 'time', what: 'stop node', ms: performance.now() - startedAt });
  }

  async #tooTall(session: Session): Promise<boolean> {
    // A chain that can be pruned has to be taller, and is not made twice.
    if (!this.#target.capabilities.startNodes || !session.node.alive() || session.node.profile === 'prune') return false;
    const reply = await session.node.client.call('getblockcount', []);
    return reply.type === 'result' && typeof reply.result === 'number' && reply.result > tallestChain;
  }

  #tell(event: RunEvent): void {
    this.#options.onEvent?.(event);
  }
}
