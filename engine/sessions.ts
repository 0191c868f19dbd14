import { TargetError, type ProfileName, type RunningNode, type Target } from '../fixtures/targets/types.ts';
import type { RunEvent } from './run-event.ts';
import { NodeSlots } from './node-slots.ts';
import { whyNotStarted } from './node-life.ts';
import { Remains } from './remains.ts';
import { SessionNodes } from './session-nodes.ts';
import { Session, type SessionOptions } from './session.ts';

/**
 * Some nodes of this family stop at a certain height, and late blocks pay little: a world is replaced before it has added so many
 * blocks to the chain that it began with.
 */
const MAX_BLOCKS = 380;

export interface SessionsOptions extends SessionOptions {
  /** A running node for the first session. */
  readonly firstNode?: RunningNode;
  readonly onEvent?: (event: RunEvent) => void;
  /** Number of nodes that may run at once. */
  readonly jobs: number;
  /** Nodes of closed sessions serve later ones, where the target can restore them: `stopKept` is called at the end. Default: no. */
  readonly keepsNodes?: boolean;
  /** Failures are confirmed at once, beside the node that showed them. */
  readonly bail: boolean;
}

/** Why there is no session for the cases of a profile. */
export interface NoSession {
  readonly status: 'skipped' | 'inapplicable';
  readonly reason: string;
}

/** Opens and closes the sessions of a run. */
export class Sessions {
  readonly #target: Target;
  readonly #options: SessionsOptions;
  /** Profiles with which no node starts: not attempted again for every case. */
  readonly #unstartable = new Map<ProfileName, NoSession>();
  /** Profiles with which a node has started. */
  readonly #cameUp = new Set<ProfileName>();
  #firstNode: RunningNode | undefined;
  readonly #slots: NodeSlots;
  /** Nodes of closed sessions for later ones of their profile, the oldest first. They hold no places: they do nothing. */
  readonly #kept: SessionNodes[] = [];
  /** The places that each open session holds. */
  readonly #held = new Map<Session, number>();
  /** What closed sessions left on the node of the target. */
  readonly #remains = new Remains();

  constructor(options: SessionsOptions) {
    this.#target = options.target;
    this.#options = options;
    this.#firstNode = options.firstNode;
    this.#slots = new NodeSlots(options.jobs, options.alone);
  }

  /** A session to confirm a failure on, on a node that no other session had. No method is blocked there. */
  async openToConfirm(profile: ProfileName): Promise<Session | NoSession> {
    const { blockedMethods: _, ...options } = this.#options;
    const start = (): Promise<Session | NoSession> => this.#started(profile, options);
    return this.#options.bail ? start() : this.#inPlaces(profile, start);
  }

  /** A session on a node of this profile, or why there is none. */
  async open(profile: ProfileName): Promise<Session | NoSession> {
    return this.#inPlaces(profile, async () => (await this.#renewed(profile)) ?? this.#started(profile, this.#options));
  }

  async #inPlaces(profile: ProfileName, open: () => Promise<Session | NoSession>): Promise<Session | NoSession> {
    const slots = await this.#slots.take(profile);
    const opened = await open().catch((error: unknown) => {
      this.#slots.release(slots);
      throw error;
    });
    if (opened instanceof Session) this.#held.set(opened, slots);
    else this.#slots.release(slots);
    return opened;
  }

  /** A session on the nodes of an earlier one, as new; undefined if there are none. */
  async #renewed(profile: ProfileName): Promise<Session | undefined> {
    const index = this.#kept.findIndex(({ first }) => first.profile === profile);
    const [nodes] = index < 0 ? [] : this.#kept.splice(index, 1);
    if (!nodes) return undefined;
    const startedAt = performance.now();
    try {
      await nodes.renew();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      await this.#stop(nodes);
      return this.#renewed(profile);
    }
    const session = await Session.open(this.#options, profile, nodes);
    this.#time(`restore node (${profile})`, startedAt, nodes.first);
    return session;
  }

  async #started(profile: ProfileName, options: SessionOptions): Promise<Session | NoSession> {
    const known = this.#unstartable.get(profile);
    if (known) return known;
    let opened = await this.#tryToStart(profile, options);
    // It has come up before: what prevents it now may pass, as a port that another program has, or a process that the system killed.
    if (!(opened instanceof Session) && this.#cameUp.has(profile)) opened = await this.#tryToStart(profile, options);
    if (opened instanceof Session) this.#cameUp.add(profile);
    else this.#unstartable.set(profile, opened);
    return opened;
  }

  async #tryToStart(profile: ProfileName, options: SessionOptions): Promise<Session | NoSession> {
    const startedAt = performance.now();
    const ready = profile === 'default' ? this.#firstNode : undefined;
    if (ready) this.#firstNode = undefined;
    try {
      if (this.#options.alone?.includes(profile)) await this.#stopFirstNode();
      // If the target cannot start nodes, every session is on its only node.
      const node = ready ?? (this.#target.capabilities.startNodes ? undefined : await this.#target.start('default'));
      const nodes = new SessionNodes(this.#target, node ?? (await this.#target.start(profile)));
      if (this.#keepsNodes && options === this.#options) await this.#keep(nodes);
      const session = await Session.open({ ...options, restoreChain: true }, profile, nodes);
      this.#time(this.#target.capabilities.startNodes ? `start node (${profile})` : 'prepare node', startedAt, session.node);
      return session;
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      return this.#reason(profile, error);
    }
  }

  /** Takes the state of the nodes of a new session. They are stopped if that fails. */
  async #keep(nodes: SessionNodes): Promise<void> {
    try {
      await nodes.keep();
    } catch (error) {
      await this.#stop(nodes);
      throw error;
    }
  }

  /** A node that no session has used yet must not run beside one that runs alone. */
  async #stopFirstNode(): Promise<void> {
    const unused = this.#target.capabilities.startNodes ? this.#firstNode : undefined;
    if (!unused) return;
    this.#firstNode = undefined;
    await unused.stop();
  }

  /** Closes a session. Its nodes are kept for another one, if a restore undoes what its cases have left. */
  async close(session: Session): Promise<void> {
    if (session.nodes.canRenew && !session.lost && !session.spoiled) {
      this.#release(session);
      this.#kept.push(session.nodes);
      const tooMany = this.#kept.length > this.#options.jobs ? this.#kept.shift() : undefined;
      if (tooMany) await this.#stop(tooMany);
      return;
    }
    const startedAt = performance.now();
    this.#note(await session.close().finally(() => this.#release(session)));
    this.#remains.add(session.remains());
    this.#time(this.#target.capabilities.startNodes ? 'stop node' : 'clean up', startedAt, session.node);
  }

  /** Stops the nodes that were kept. Called once all sessions are closed. */
  async stopKept(): Promise<void> {
    await Promise.all(this.#kept.splice(0).map((nodes) => this.#stop(nodes)));
  }

  async #stop(nodes: SessionNodes): Promise<void> {
    const startedAt = performance.now();
    this.#note(await nodes.stop());
    this.#time('stop node', startedAt, nodes.first);
  }

  #note(unclean: readonly string[]): void {
    for (const left of unclean) this.#options.onEvent?.({ type: 'note', text: `could not be cleaned up: ${left}` });
  }

  /** Where a release must run alone on the machine, none is kept beside. */
  get #keepsNodes(): boolean {
    const { keepsNodes = false, alone = [] } = this.#options;
    return keepsNodes && this.#target.capabilities.snapshots && alone.length === 0;
  }

  #release(session: Session): void {
    this.#slots.release(this.#held.get(session) ?? 0);
    this.#held.delete(session);
  }

  /** Notes what the sessions have left on a node that Pyx did not start. Called once all are closed. */
  noteRemains(): void {
    const remains = this.#remains.toText();
    if (remains !== undefined) this.#options.onEvent?.({ type: 'note', text: `remains on ${this.#target.name}: ${remains}` });
  }

  /** Whether a session has made its chain so long that another session must take its place: on another node, or on the chain that was found. */
  async isChainTooLong({ node, foundHeight }: Session): Promise<boolean> {
    const begin = this.#target.capabilities.startNodes ? 0 : foundHeight;
    // A chain that can be pruned is longer, and takes too long to be made twice. Blocks that stay are no reason to begin again.
    if (
      begin === undefined ||
      !this.#options.specification.hasChain ||
      this.#remains.blocks > 0 ||
      !node.alive() ||
      node.profile === 'prune'
    )
      return false;
    const reply = await node.client.call('getblockcount', []);
    return reply.type === 'result' && typeof reply.result === 'number' && reply.result > begin + MAX_BLOCKS;
  }

  /** A node that starts only without the options of a profile does not support them, which is not a finding. */
  async #reason(profile: ProfileName, error: TargetError): Promise<NoSession> {
    const { refusal } = error;
    const why = whyNotStarted(error);
    if (refusal && profile !== 'default' && (await this.#startsWithDefaults())) {
      return { status: 'inapplicable', reason: `the node does not start with the options of the profile "${profile}": ${why}` };
    }
    return { status: 'skipped', reason: `no node of the profile "${profile}" could be started: ${why}` };
  }

  async #startsWithDefaults(): Promise<boolean> {
    try {
      await (await this.#target.start('default')).stop();
      return true;
    } catch (error) {
      if (error instanceof TargetError) return false;
      throw error;
    }
  }

  #time(what: string, startedAt: number, { name }: RunningNode): void {
    this.#options.onEvent?.({ type: 'time', what, ms: performance.now() - startedAt, node: name });
  }
}
