import { TargetError, type RunningNode } from '../../fixtures/targets/types.ts';
import { within } from '../../fixtures/targets/within.ts';
import { runCase } from '../../engine/run-case.ts';
import type { RunOptions } from '../../engine/run.ts';
import { Session, type SessionSnapshot } from '../../engine/session.ts';
import { Sessions, type NoSession } from '../../engine/sessions.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { hasPassed } from './failure-of.ts';
import { FaultyClient } from './faulty-client.ts';
import { FaultyTarget } from './faulty-target.ts';
import type { Lane } from './lanes.ts';
import { prepareWorld } from './prepare-world.ts';
import type { Alteration, ObservedCall } from './types.ts';
import { END_MS, lastLinesOf } from '../../engine/node-life.ts';

export interface SelfcheckNodeOptions {
  readonly run: RunOptions;
  readonly lane: Lane;
  /** Called for each node that ended while a case was run on it, although the case does not end nodes. */
  readonly onLoss?: (testCase: Case, how: string) => void;
  /** Called before and after each run, when its node is ready. */
  readonly around?: Around;
  /** In a lane whose cases have a node each, nodes are restored for the next case where the target can do that. Default: no. */
  readonly keepsNodes?: boolean;
}

/** What is done around a run of a case. */
export interface Around {
  readonly begin: (testCase: Case) => Promise<void>;
  readonly end: (testCase: Case) => Promise<void>;
  /** Whether this run may end nodes, whatever its case says: it is not repeated then. */
  readonly mayEnd: () => boolean;
}

/** How a case is run. */
export interface RunSettings {
  readonly newAlteration?: (() => Alteration) | undefined;
  /** See `Pace.limitWaits`. */
  readonly longestWaitMs?: number | undefined;
}

/** One run of a case. */
export interface SelfcheckNodeRun {
  readonly outcome: Outcome;
  /** A wait of it was given up early. */
  readonly isCut: boolean;
  /** Calls that the fault altered. */
  readonly applied: number;
  /** The calls of the case, without those that made its prerequisites. */
  readonly calls: readonly ObservedCall[];
}

/** The nodes of a case ended in each of its runs, so that these show nothing else. */
export interface LostNodes {
  readonly lost: string;
  /** Of the last run. */
  readonly ended: Outcome;
}

/** A node with a prepared world. */
interface Ready {
  readonly session: Session;
  readonly client: FaultyClient;
  /** The state to which the node and its world are restored before each run; undefined where that is not possible. */
  readonly moment: SessionSnapshot | undefined;
  /** The process of the node, which is another one after a restart. */
  readonly process: Promise<string>;
  /** Number of cases that were run on it since it was made or restored. */
  runs: number;
  /** Connections that each node had broken before the present run. */
  lostBefore?: ReadonlyMap<RunningNode, number>;
}

/** The chain of a node that is not restored is measured after this number of cases. */
const RUNS_PER_CHAIN_CHECK = 20;
/** Number of attempts to start a node: it may be killed from outside meanwhile. */
const MAX_STARTS = 3;
/** Runs of a case of which none may end a node. */
const MAX_RUNS = 2;
/** After so many nodes one after another, something else than a case ends them. */
const MAX_LOSSES = 10;

/**
 * Runs single cases, with and without a fault, on a node of one profile whose shared prerequisites exist. If the target
 * can restore nodes, every run begins at the same state; otherwise the caller renews a node that a fault may have left
 * in a wrong state.
 */
export class SelfcheckNode {
  readonly lane: Lane;
  readonly #options: SelfcheckNodeOptions;
  readonly #target: FaultyTarget;
  readonly #newSessions: () => Sessions;
  #sessions: Sessions;
  /** Every run begins at the same state, without the caller's doing. */
  readonly restores: boolean;
  #ready: Ready | undefined;
  /** Whether each case that was run without a fault has passed. */
  readonly #passing = new Map<string, boolean>();
  /** Nodes that ended since the last run in which none did. */
  #lossesInARow = 0;
  /** Nodes that are being stopped, or wait for it. */
  readonly #leaving = new WeakSet<RunningNode>();
  #stopping: Promise<void> = Promise.resolve();

  constructor(options: SelfcheckNodeOptions) {
    const { specification, names, target, firstNode: _, ...run } = options.run;
    this.lane = options.lane;
    this.#options = options;
    this.#target = new FaultyTarget(target, (client) => new FaultyClient(client, { specification, names }));
    const keepsNodes = options.keepsNodes === true && this.lane.ownNode;
    this.#newSessions = () => new Sessions({ ...run, specification, names, target: this.#target, keepsNodes });
    this.#sessions = this.#newSessions();
    this.restores = this.lane.ownNode || target.capabilities.snapshots;
  }

  /** Whether no case was run on the node since it was made or restored. */
  get isFresh(): boolean {
    return this.restores || this.#ready === undefined || this.#ready.runs === 0;
  }

  /**
   * Runs a case, with a fault if one is given. A run in which a node ended, although the case does not end nodes, is
   * repeated once on a new node: the node may have been killed from outside. Throws `TargetError` if one node after
   * another ends, or none can be prepared.
   */
  async run(testCase: Case, settings: RunSettings = {}): Promise<SelfcheckNodeRun | LostNodes | NoSession> {
    const { around } = this.#options;
    for (let times = 1; ; times++) {
      const ready = await this.#prepared(testCase);
      if (!('session' in ready)) return ready;
      await around?.begin(testCase);
      ready.session.spoiled ||= testCase.danger !== undefined || testCase.effect.includes('process');
      const result = await this.#runOn(ready, testCase, settings);
      await around?.end(testCase);
      const how = await this.#findLoss(testCase, ready);
      if (how === undefined) {
        this.#lossesInARow = 0;
        // A case that was aborted may still be at work.
        if (result.outcome.internal === true || ready.session.lost || this.lane.ownNode) this.renew();
        else await this.#target.stopOthers([ready.session.node, ...ready.session.world.nodes]);
        return result;
      }
      const isExpected = around?.mayEnd() === true;
      if (isExpected) this.renew();
      else this.#noteLoss(testCase, how);
      if (isExpected || times === MAX_RUNS) return { lost: how, ended: result.outcome };
    }
  }

  async #runOn(ready: Ready, testCase: Case, { newAlteration, longestWaitMs }: RunSettings): Promise<SelfcheckNodeRun> {
    const { session, client } = ready;
    const { pace } = session.world.service;
    const alteration = newAlteration?.();
    const calls: ObservedCall[] = [];
    client.onCall = (call, reply) => void calls.push({ ...call, reply, caseId: testCase.id });
    client.isPaused = () => session.world.isMaking;
    if (alteration) client.plant(alteration);
    pace.limitWaits(longestWaitMs);
    try {
      const outcome = await runCase(testCase, session, this.#options.run);
      return { outcome, isCut: pace.isCut, applied: alteration ? client.applied : 0, calls };
    } finally {
      pace.limitWaits();
      client.clear();
      client.onCall = undefined;
      ready.runs++;
    }
  }

  /** How a node ended that the case did not stop; undefined if none did. Cases that end nodes may do so to any. */
  async #findLoss(testCase: Case, { lostBefore }: Ready): Promise<string | undefined> {
    if (testCase.effect.includes('process')) return undefined;
    const nodes = this.#present();
    // The connections of a node that dies break before the end of its process is noticed.
    const broke = nodes.filter((node) => node.alive() && node.client.lost > (lostBefore?.get(node) ?? 0));
    await within(Promise.race(broke.map(({ ended }) => ended)), broke.length > 0 ? END_MS : 0);
    const ended = nodes.find((node) => !node.alive());
    return ended && howEnded(ended);
  }

  #noteLoss(testCase: Case, how: string): void {
    this.renew();
    this.#options.onLoss?.(testCase, how);
    if (++this.#lossesInARow < MAX_LOSSES) return;
    throw new TargetError(`${MAX_LOSSES} nodes of ${this.#target.name} ended one after another, the last one in ${testCase.id}: ${how}`, {
      remedy: 'find out what ends them (memory, another program), then run the selfcheck again',
    });
  }

  /** Whether a case passes without a fault, determined once for each node with a prepared world. Undefined if its nodes end. */
  async passes(testCase: Case): Promise<boolean | undefined> {
    const known = this.#passing.get(testCase.id);
    if (known !== undefined) return known;
    const run = await this.run(testCase);
    if ('lost' in run) return undefined;
    const passes = 'outcome' in run && hasPassed(run.outcome);
    this.#passing.set(testCase.id, passes);
    return passes;
  }

  /** The next run gets a node on which no case was run. */
  renew(): void {
    if (!this.#ready) return;
    this.#leave(this.#ready.session);
    this.#ready = undefined;
  }

  /** Stops the nodes of a session. The next run need not wait until they have stopped. */
  #leave(session: Session): void {
    const earlier = this.#stopping;
    const sessions = this.#sessions;
    if (this.#options.keepsNodes === true && this.lane.ownNode) {
      // Begun at once: the next run takes its nodes.
      this.#stopping = Promise.all([earlier, sessions.close(session)]).then(() => undefined);
    } else {
      const nodes = this.#present();
      for (const node of nodes) this.#leaving.add(node);
      this.#stopping = earlier.then(async () => {
        await sessions.close(session);
        for (const node of nodes) if (node !== session.node) await node.stop();
      });
    }
    this.#stopping.catch(() => undefined); // reported by `close`
  }

  /** Stops all nodes. */
  async close(): Promise<void> {
    this.renew();
    await this.#stopping;
    await this.#sessions.stopKept();
  }

  async #prepared(testCase: Case): Promise<Ready | NoSession> {
    if (this.#ready && !(await this.#isUsable(this.#ready))) this.renew();
    if (!this.#ready) {
      const opened = await this.#open(testCase);
      if (!this.lane.ownNode) this.#passing.clear();
      if (!('session' in opened)) return opened;
      this.#ready = opened;
    }
    const ready = this.#ready;
    ready.lostBefore = new Map(this.#present().map((node) => [node, node.client.lost]));
    return ready;
  }

  async #open(testCase: Case): Promise<Ready | NoSession> {
    for (let starts = 1; ;) {
      const session = await this.#sessions.open(this.lane.profile);
      if (!(session instanceof Session)) {
        if (session.status === 'inapplicable' || starts++ >= MAX_STARTS) return session;
        this.#sessions = this.#newSessions(); // the present ones do not try this profile again
        continue;
      }
      const { node } = session;
      try {
        const moment = this.restores && !this.lane.ownNode ? await this.#momentOf(session) : undefined;
        return { session, client: node.client as FaultyClient, moment, process: node.ended, runs: 0 };
      } catch (error) {
        if (!(error instanceof TargetError)) throw error;
        // The channel to a node that dies breaks before the end of its process is noticed.
        await within(node.ended, END_MS);
        if (node.alive()) throw error;
        this.#leave(session);
        this.#noteLoss(testCase, await howEnded(node, ' while its world was prepared'));
      }
    }
  }

  /** The state of a session with a prepared world. Throws `TargetError` if a node ended meanwhile. */
  async #momentOf(session: Session): Promise<SessionSnapshot> {
    await prepareWorld(session.world, this.#options.run.definitions);
    return session.moment();
  }

  /** Whether the next case can be run on the node, which is restored if possible. */
  async #isUsable(ready: Ready): Promise<boolean> {
    const { session, moment, process } = ready;
    if (ready.runs === 0) return session.node.alive();
    if (!session.node.alive() || session.node.ended !== process) return false;
    if (!moment) {
      if (this.#present().some((node) => !node.alive())) return false;
      return ready.runs % RUNS_PER_CHAIN_CHECK !== 0 || !(await this.#sessions.isChainTooLong(session));
    }
    try {
      await session.restore(moment);
    } catch (error) {
      if (error instanceof TargetError) return false; // a node was started again, or ended
      throw error;
    }
    ready.runs = 0;
    return true;
  }

  /** The nodes of the present session. */
  #present(): RunningNode[] {
    return this.#target.running().filter((node) => !this.#leaving.has(node));
  }
}

async function howEnded(node: RunningNode, when = ''): Promise<string> {
  const lines = lastLinesOf(node);
  return `${node.name} ended (${await node.ended})${when}; its last lines: ${lines || 'none'}`;
}
