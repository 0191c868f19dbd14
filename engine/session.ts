import type { Secrets } from '../client/mask.ts';
import type { ProfileName, RunningNode, Target } from '../fixtures/targets/types.ts';
import { restoreOnLeave } from '../fixtures/world/found-node.ts';
import { Service } from '../fixtures/world/service.ts';
import { World, type Definitions } from '../fixtures/world/world.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { ChainGuard } from './chain-guard.ts';
import { ReadOnlyService } from './read-only-service.ts';

export interface SessionOptions {
  readonly target: Target;
  readonly specification: Specification;
  readonly names: Names;
  readonly definitions: Definitions;
  readonly secrets: Secrets;
  readonly seed: number;
  /** Send only calls that do not change the node. */
  readonly readOnly?: boolean;
  /** See `WorldOptions`. */
  readonly blockedMethods?: ReadonlyMap<string, string>;
  /** Checks the chain of every node. */
  readonly guard?: ChainGuard;
}

/** One node under test with its world. */
export class Session {
  readonly node: RunningNode;
  readonly world: World;
  /** A case has changed something on the node. */
  touched = false;
  /** The node ended or no longer answers: no further case can be run on it. */
  lost = false;
  /** The method that the world had called when the node was lost. */
  lostBy: string | undefined;
  /** Id of the last case that was run on it. */
  lastCase: string | undefined;
  /** The target started this node, so the session stops it. */
  readonly #ownsNode: boolean;
  readonly #guard: ChainGuard | undefined;

  private constructor(node: RunningNode, world: World, { target, guard }: SessionOptions) {
    this.node = node;
    this.world = world;
    this.#ownsNode = target.capabilities.startNodes;
    this.#guard = guard;
  }

  /** Starts a node (or takes `node`) and makes an empty world for it. */
  static async open(options: SessionOptions, profile: ProfileName, node?: RunningNode): Promise<Session> {
    const started = node ?? (await options.target.start(profile));
    const running = options.guard?.watch(started) ?? started;
    const SessionService = options.readOnly === true ? ReadOnlyService : Service;
    const world = new World({
      service: new SessionService(running.client, options.specification, options.names),
      node: running,
      target: options.target,
      definitions: options.definitions,
      seed: `${options.seed}/world`,
      // Wallets and labels of an earlier run with this seed may still exist.
      visit: options.target.capabilities.startNodes ? undefined : Date.now().toString(36),
      secrets: options.secrets,
      blockedMethods: options.blockedMethods,
    });
    if (!options.target.capabilities.startNodes && options.readOnly !== true) await restoreOnLeave(world);
    return new Session(running, world, options);
  }

  /** Stops the node, or cleans up the world on a node that Pyx did not start. Returns descriptions of what could not be cleaned up. */
  async close(): Promise<string[]> {
    if (!this.#ownsNode && this.#guard?.refusal)
      return [`everything made by the run on ${this.node.client.address}: the node is now on another chain`];
    if (!this.#ownsNode) return this.world.leave();
    try {
      await this.node.stop();
      return [];
    } catch (error) {
      return [`${this.node.name}: ${(error as Error).message}`];
    }
  }
}
