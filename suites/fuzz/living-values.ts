import { argumentsFor } from '../../fixtures/world/arguments.ts';
import { nearMissesOf } from '../../fixtures/world/generate.ts';
import { makeMiss } from '../../fixtures/world/kinds/near-misses.ts';
import type { World } from '../../fixtures/world/world.ts';
import { offeredParams } from '../../specs/model/argument-form.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { Living } from './json/write-node.ts';
import { possible } from './possible.ts';

/** Argument lists of each method: with the required arguments, and twice with all. */
const LISTS = ['none', 'all', 'all'] as const;

/** The names of all living values of a method: `getblock/0`, a list of arguments; `getblock/blockhash/unknown`, a near-miss. */
export function livingNames({ spec }: Specification, method: Method): { readonly lists: string[]; readonly misses: string[] } {
  return {
    lists: LISTS.map((_, index) => `${method.id}/${index}`),
    misses: offeredParams(method).flatMap(({ name, schema }) =>
      Object.keys(nearMissesOf(spec, schema)).map((slug) => `${method.id}/${name}/${slug}`),
    ),
  };
}

/**
 * Values that exist on a node, by name. A name gives a value of the same structure on every node, so that a call that
 * names its values can be made again on another one.
 */
export class LivingValues {
  readonly #world: World;
  readonly #specification: Specification;
  readonly #made = new Map<string, Wire>();
  readonly #missing = new Set<string>();

  constructor(world: World, specification: Specification) {
    this.#world = world;
    this.#specification = specification;
  }

  readonly get: Living = (name) => this.#made.get(name);

  /** Number of values that could be made. */
  get size(): number {
    return this.#made.size;
  }

  /** Makes the values of these names, unless they were tried before. What this node cannot have stays undefined. */
  async make(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      if (this.#made.has(name) || this.#missing.has(name)) continue;
      const value = await possible(() => this.#value(name));
      if (value === undefined) this.#missing.add(name);
      else this.#made.set(name, value);
    }
  }

  async #value(name: string): Promise<Wire | undefined> {
    const [id = '', part = '', slug] = name.split('/');
    const method = this.#specification.find(id);
    if (!method) return undefined;
    // A place of its own: what was made before does not change the drawn values.
    const world = this.#world.at(`fuzz/${name}`);
    const random = world.randomFor('arguments');
    const params = offeredParams(method);
    if (slug !== undefined) {
      const param = params.find((candidate) => candidate.name === part);
      const miss = param && nearMissesOf(this.#specification.spec, param.schema)[slug];
      return miss === undefined ? undefined : makeMiss(miss, world, random);
    }
    const optional = LISTS[Number(part)];
    if (optional === undefined) return undefined;
    const args = await argumentsFor({ world, specification: this.#specification, random }, { ...method, params }, { optional });
    const count = params.findLastIndex((param) => args[param.name] !== undefined) + 1;
    return params.slice(0, count).map((param) => args[param.name] ?? null);
  }
}
