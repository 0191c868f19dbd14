import type { Secrets } from '../../fixtures/client/mask.ts';
import type { ProfileName, RunningNode, Target } from '../../fixtures/targets/types.ts';
import { Random } from '../../fixtures/world/random.ts';
import { Service } from '../../fixtures/world/service.ts';
import { World, type Definitions } from '../../fixtures/world/world.ts';
import type { Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';

export interface SessionOptions {
  readonly target: Target;
  readonly specification: Specification;
  readonly names: Names;
  readonly definitions: Definitions;
  readonly secrets: Secrets;
  readonly seed: number;
}

/** One node under trial with the world on it. */
export class Session {
  readonly node: RunningNode;
  readonly world: World;
  /** Where the target can start nodes this one is ours to stop. */
  readonly #ours: boolean;

  private constructor(node: RunningNode, world: World, ours: boolean) {
    this.node = node;
    this.world = world;
    this.#ours = ours;
  }

  /** Starts a node (or takes `node`) and lays an empty world around it. `salt` keeps the worlds of one run apart. */
  static async open(options: SessionOptions, profile: ProfileName, salt: string, node?: RunningNode): Promise<Session> {
    const running = node ?? (await options.target.start(profile));
    const world = new World({
      service: new Service(running.client, options.specification, options.names),
      node: running,
      target: options.target,
      definitions: options.definitions,
      random: new Random(`${options.seed}/world/${salt}`),
      secrets: options.secrets,
    });
    return new Session(running, world, options.target.capabilities.startNodes);
  }

  /** Leaves the world (a node that is ours is simply stopped). Gives what could not be cleaned up. */
  async close(): Promise<string[]> {
    if (this.#ours) {
      await this.node.stop();
      return [];
    }
    return this.world.leave();
  }
}
