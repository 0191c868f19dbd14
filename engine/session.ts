import type { Secrets } from '../client/mask.ts';
import type { ProfileName, RunningNode, Target } from '../fixtures/targets/types.ts';
import { keepWhatIsThere } from '../fixtures/world/found-node.ts';
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
  /** Calls that do more than read are not sent. */
  readonly readOnly?: boolean;
  /** See `WorldOptions`. */
  readonly deadly?: ReadonlyMap<string, string>;
  /** Looks after the chain of every node. */
  readonly guard?: ChainGuard;
}

/** One node under trial with the world on it. */
export class Session {
  readonly node: RunningNode;
  readonly world: World;
  /** A case has changed something on the node. */
  touched = false;
  /** The node ended or no longer answers: nothing further can be tried on it. */
  lost = false;
  /** The method that the world had called when it was lost. */
  lostBy: string | undefined;
  /** Id of the case that was tried on it last. */
  lastCase: string | undefined;
  /** Where the target can start nodes this one is ours to stop. */
  readonly #ours: boolean;
  readonly #guard: ChainGuard | undefined;

  private constructor(node: RunningNode, world: World, { target, guard }: SessionOptions) {
    this.node = node;
    this.world = world;
    this.#ours = target.capabilities.startNodes;
    this.#guard = guard;
  }

  /** Starts a node (or takes `node`) and lays an empty world around it. */
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
      // What an earlier run with this seed has made may still be there.
      visit: options.target.capabilities.startNodes ? undefined : Date.now().toString(36),
      secrets: options.secrets,
      deadly: options.deadly,
    });
    if (!options.target.capabilities.startNodes && options.readOnly !== true) await keepWhatIsThere(world);
    return new Session(running, world, options);
  }

  /** Leaves the world (a node that is ours is simply stopped). Gives what could not be cleaned up. */
  async close(): Promise<string[]> {
    if (!this.#ours && this.#guard?.refusal)
      return [`whatever the trial has made on ${this.node.client.address}: the node is on another chain now`];
    if (!this.#ours) return this.world.leave();
    try {
      await this.node.stop();
      return [];
    } catch (error) {
      return [`${this.node.name}: ${(error as Error).message}`];
    }
  }
}
