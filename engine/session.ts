import type { Secrets } from '../client/mask.ts';
import type { NodeSnapshot, ProfileName, RunningNode, Target } from '../fixtures/targets/types.ts';
import { FoundChain } from '../fixtures/world/found-chain.ts';
import { restoreOnLeave } from '../fixtures/world/found-node.ts';
import type { ReleaseFacts } from '../fixtures/world/release-facts.ts';
import { Service } from '../fixtures/world/service.ts';
import { World, type Definitions } from '../fixtures/world/world.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { ChainGuard } from './chain-guard.ts';
import { RefusedError } from './prepare.ts';
import { ReadOnlyService } from './read-only-service.ts';
import { Remains } from './remains.ts';
import { restoreTogether, SessionNodes } from './session-nodes.ts';

export interface SessionOptions extends ReleaseFacts {
  readonly target: Target;
  readonly specification: Specification;
  readonly names: Names;
  readonly definitions: Definitions;
  readonly secrets: Secrets;
  readonly seed: number;
  /** Send only calls that do not change the node. */
  readonly readOnly?: boolean | undefined;
  /** Take the blocks that were mined off the chain of a node that Pyx did not start, when the session is closed. */
  readonly restoreChain?: boolean | undefined;
  /** See `WorldOptions`. */
  readonly blockedMethods?: ReadonlyMap<string, string>;
  /** See `TargetFile`. */
  readonly alone?: readonly ProfileName[];
  /** Checks the chain of every node; the target starts only nodes under it. */
  readonly guard: ChainGuard;
}

/** Time limit of the question whether a node still answers. */
const PING_MS = 10_000;

/** The state of a session at one moment. */
export interface SessionSnapshot {
  /** Of each node: its own first, then those of its world. */
  readonly nodes: ReadonlyMap<RunningNode, NodeSnapshot>;
  /** Never used itself: each restore copies it. */
  readonly world: World;
  /** `Service.changes` */
  readonly changes: number;
  readonly touched: boolean;
  readonly lastCase: string | undefined;
}

/** One node under test with its world. */
export class Session {
  readonly node: RunningNode;
  /** With those that its world has started. */
  readonly nodes: SessionNodes;
  /** A case has changed something on the node. */
  touched = false;
  /** The node ended or no longer answers: no further case can be run on it. */
  lost = false;
  /** The node was to be started again for a case and did not come up, which that case has reported: no further case can be run on it. */
  notRestarted = false;
  /** A case may have left more than a restore of its nodes undoes: it started the node again, damaged its files, or may harm it. */
  spoiled = false;
  /** The method that the world had called when the node was lost. */
  lostBy: string | undefined;
  /** Id of the last case that was run on it. */
  lastCase: string | undefined;
  /** The target started this node, so the session stops it. */
  readonly #ownsNode: boolean;
  readonly #guard: ChainGuard;
  readonly #foundChain: FoundChain | undefined;
  #world: World;

  private constructor(nodes: SessionNodes, world: World, { target, guard }: SessionOptions, foundChain: FoundChain | undefined) {
    this.node = nodes.first;
    this.nodes = nodes;
    this.#world = world;
    this.#foundChain = foundChain;
    this.#ownsNode = target.capabilities.startNodes;
    this.#guard = guard;
  }

  /** Starts a node (or takes `nodes`) and makes an empty world for it. */
  static async open(options: SessionOptions, profile: ProfileName, nodes?: SessionNodes): Promise<Session> {
    const ready = nodes ?? new SessionNodes(options.target, await options.target.start(profile));
    const running = ready.first;
    const SessionService = options.readOnly === true ? ReadOnlyService : Service;
    const world = new World({
      service: new SessionService(running.client, options.specification, options.names),
      node: running,
      target: options.target,
      startNode: () => ready.another(),
      definitions: options.definitions,
      seed: `${options.seed}/world`,
      // Wallets and labels of an earlier run with this seed may still exist.
      visit: options.target.capabilities.startNodes ? undefined : Date.now().toString(36),
      secrets: options.secrets,
      blockedMethods: options.blockedMethods,
      bridgeContract: options.bridgeContract,
      masternodeCollateral: options.masternodeCollateral,
      masternodeEnabledAfter: options.masternodeEnabledAfter,
      proposalForm: options.proposalForm,
      paysProposals: options.paysProposals,
      isAlone: options.alone?.includes(profile),
    });
    const isFound = !options.target.capabilities.startNodes && options.readOnly !== true && options.specification.hasChain;
    const found = isFound ? await foundState(world, options) : undefined;
    return new Session(ready, world, options, found);
  }

  /** Replaced by a restore: not to be kept between cases. */
  get world(): World {
    return this.#world;
  }

  /**
   * The present state of the node, of the other nodes of its world, and of the world. No call may be running.
   * Throws `TargetError` if the target cannot restore nodes (`capabilities.snapshots`).
   */
  async moment(): Promise<SessionSnapshot> {
    const { world, touched, lastCase } = this;
    const nodes = new Map<RunningNode, NodeSnapshot>();
    for (const node of [this.node, ...world.nodes.filter((other) => other.alive())]) nodes.set(node, await node.snapshot());
    return { nodes, world: world.fork(), changes: world.service.changes, touched, lastCase };
  }

  /**
   * Restores a moment of this session, any number of times. Nodes that the world has started since are stopped. Connections
   * between nodes are closed. Throws `TargetError` if a node was started again since or ended.
   */
  async restore(moment: SessionSnapshot): Promise<void> {
    const { nodes, world, changes } = moment;
    const added = this.world.nodes.filter((node) => !nodes.has(node));
    await Promise.all(added.map((node) => node.stop()));
    await restoreTogether(nodes);
    world.service.restoreChanges(changes);
    this.#world = world.fork();
    this.touched = moment.touched;
    this.lastCase = moment.lastCase;
  }

  /** Number of blocks on the chain when the session was opened, if they are taken off again that it adds. */
  get foundHeight(): number | undefined {
    return this.#foundChain?.tip.height;
  }

  /** What the session leaves on a node that Pyx did not start; empty on its own. */
  remains(): Remains {
    const remains = new Remains();
    if (this.#ownsNode) return remains;
    const { wallets, blocks } = this.world.service.made;
    if (this.#foundChain?.isBack === true) remains.staleBlocks = blocks.size;
    else remains.blocks = blocks.size;
    for (const name of wallets) remains.wallets.push(name);
    return remains;
  }

  /** Stops its nodes, or cleans up the world on a node that Pyx did not start. Returns descriptions of what could not be cleaned up. */
  async close(): Promise<string[]> {
    if (!this.#ownsNode) {
      const why = this.world.hasCleanUps ? await this.#whyNoCleanUp() : undefined;
      return why === undefined ? this.world.leave() : [`everything made by the run on ${this.node.client.address}: ${why}`];
    }
    return this.nodes.stop();
  }

  /** One question in place of all calls that clean up: each of them would wait for a node that hangs. */
  async #whyNoCleanUp(): Promise<string | undefined> {
    let problem: string | undefined;
    try {
      const reply = this.#guard.refusal ? undefined : await this.node.client.call('getblockcount', [], { timeoutMs: PING_MS });
      if (reply?.type === 'fault' && reply.fault.evidence === 'health') problem = `the node does not answer: ${reply.fault.message}`;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
    }
    return this.#guard.refusal ? 'the node is now on another chain' : problem;
  }
}

/** Registers what restores the state of a node that Pyx did not start. Returns its chain, if that is restored too. */
async function foundState(world: World, { restoreChain }: SessionOptions): Promise<FoundChain | undefined> {
  await restoreOnLeave(world);
  const chain = restoreChain === true ? await FoundChain.of(world) : undefined;
  // Before all that was registered earlier, and after the wallets of the world are unloaded: each loaded one makes it slower.
  if (chain) world.onLeave(() => chain.restore());
  return chain;
}
