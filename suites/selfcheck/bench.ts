import { TargetError } from '../../fixtures/targets/types.ts';
import { runCase } from '../../engine/run-case.ts';
import type { RunOptions } from '../../engine/run.ts';
import { Session, type Moment } from '../../engine/session.ts';
import { Sessions, type NoSession } from '../../engine/sessions.ts';
import type { Case, Outcome } from '../../engine/types.ts';
import { hasPassed } from './failure-of.ts';
import { FaultyClient } from './faulty-client.ts';
import { FaultyTarget } from './faulty-target.ts';
import type { Lane } from './lanes.ts';
import { prepareWorld } from './prepare-world.ts';
import type { Alteration, ObservedCall } from './types.ts';

export interface BenchOptions {
  readonly run: RunOptions;
  readonly lane: Lane;
}

/** One run of a case. */
export interface BenchRun {
  readonly outcome: Outcome;
  /** Calls that the fault altered. */
  readonly applied: number;
  /** The calls of the case, without those that made its prerequisites. */
  readonly calls: readonly ObservedCall[];
}

/** A node with a prepared world. */
interface Ready {
  readonly session: Session;
  readonly client: FaultyClient;
  /** The state to which the node and its world are restored before each run; undefined where that is not possible. */
  readonly moment: Moment | undefined;
  /** The process of the node, which is another one after a restart. */
  readonly process: Promise<string>;
  /** Number of cases that were run on it since it was made or restored. */
  runs: number;
}

/** The chain of a node that is not restored is measured after this number of cases. */
const RUNS_PER_HEIGHT_CHECK = 20;

/**
 * Runs single cases, with and without a fault, on a node of one profile whose shared prerequisites exist. If the target
 * can restore nodes, every run begins at the same state; otherwise the caller renews a node that a fault may have left
 * in a wrong state.
 */
export class Bench {
  readonly lane: Lane;
  readonly #options: BenchOptions;
  readonly #target: FaultyTarget;
  readonly #sessions: Sessions;
  /** Every run begins at the same state, without the caller's doing. */
  readonly restores: boolean;
  #ready: Ready | undefined;
  /** Whether each case that was run without a fault has passed. */
  readonly #passing = new Map<string, boolean>();
  #stopping: Promise<void> = Promise.resolve();

  constructor(options: BenchOptions) {
    const { specification, names, target, firstNode: _, ...run } = options.run;
    this.lane = options.lane;
    this.#options = options;
    this.#target = new FaultyTarget(target, (client) => new FaultyClient(client, { specification, names }));
    this.#sessions = new Sessions({ ...run, specification, names, target: this.#target });
    this.restores = this.lane.ownNode || target.capabilities.snapshots;
  }

  /** Whether no case was run on the node since it was made or restored. */
  get isFresh(): boolean {
    return this.restores || this.#ready === undefined || this.#ready.runs === 0;
  }

  /** Runs a case, with a fault if one is given. Returns why there is no node if none can be started. */
  async run(one: Case, alteration?: Alteration): Promise<BenchRun | NoSession> {
    const ready = await this.#prepared();
    if (!('session' in ready)) return ready;
    const { session, client } = ready;
    const calls: ObservedCall[] = [];
    client.onCall = (call, reply) => void calls.push({ ...call, reply, caseId: one.id });
    client.isPaused = () => session.world.isMaking;
    if (alteration) client.plant(alteration);
    let outcome: Outcome;
    let applied: number;
    try {
      outcome = await runCase(one, session, this.#options.run);
    } finally {
      applied = alteration ? client.applied : 0;
      client.clear();
      client.onCall = undefined;
      ready.runs++;
    }
    // A case that was aborted may still be at work.
    if (outcome.internal === true || session.lost || this.lane.ownNode) this.renew();
    else await this.#target.stopOthers([session.node, ...session.world.nodes]);
    return { outcome, applied, calls };
  }

  /** Whether a case passes without a fault, determined once for each node with a prepared world. */
  async passes(one: Case): Promise<boolean> {
    const known = this.#passing.get(one.id);
    if (known !== undefined) return known;
    const run = await this.run(one);
    const passes = 'outcome' in run && hasPassed(run.outcome);
    this.#passing.set(one.id, passes);
    return passes;
  }

  /** The next run gets a node on which no case was run. */
  renew(): void {
    if (!this.#ready) return;
    const { session } = this.#ready;
    this.#ready = undefined;
    const others = this.#target.running().filter((node) => node !== session.node);
    const earlier = this.#stopping;
    // The next run need not wait until the node has stopped.
    this.#stopping = earlier.then(async () => {
      await this.#sessions.close(session);
      for (const node of others) await node.stop();
    });
    this.#stopping.catch(() => undefined); // reported by `close`
  }

  /** Stops all nodes. */
  async close(): Promise<void> {
    this.renew();
    await this.#stopping;
  }

  async #prepared(): Promise<Ready | NoSession> {
    if (this.#ready && !(await this.#isUsable(this.#ready))) this.renew();
    if (this.#ready) return this.#ready;
    const opened = await this.#open();
    if ('session' in opened) this.#ready = opened;
    if (!this.lane.ownNode) this.#passing.clear();
    return opened;
  }

  async #open(): Promise<Ready | NoSession> {
    const session = await this.#sessions.open(this.lane.profile);
    if (!(session instanceof Session)) return session;
    const { node, world } = session;
    let moment: Moment | undefined;
    if (this.restores && !this.lane.ownNode) {
      await prepareWorld(world, this.#options.run.definitions);
      moment = await session.moment();
    }
    return { session, client: node.client as FaultyClient, moment, process: node.ended, runs: 0 };
  }

  /** Whether the next case can be run on the node, which is restored if possible. */
  async #isUsable(ready: Ready): Promise<boolean> {
    const { session, moment, process } = ready;
    if (ready.runs === 0) return true;
    if (!session.node.alive() || session.node.ended !== process) return false;
    if (!moment) return ready.runs % RUNS_PER_HEIGHT_CHECK !== 0 || !(await this.#sessions.isChainTooHigh(session));
    try {
      await session.restore(moment);
    } catch (error) {
      if (error instanceof TargetError) return false; // the node was started again
      throw error;
    }
    ready.runs = 0;
    return true;
  }
}
