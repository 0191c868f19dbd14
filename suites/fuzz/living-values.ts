import { argumentsFor } from '../../fixtures/world/arguments.ts';
import { nearMissesOf } from '../../fixtures/world/generate.ts';
import { makeMiss } from '../../fixtures/world/kinds/near-misses.ts';
import type { World } from '../../fixtures/world/world.ts';
import { offeredParams } from '../../specs/model/argument-form.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { specification as pyxStandard } from '../../specs/model/specification.ts';
import type { Method, Param } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { outsideOf, type Outside } from '../support/arguments/outside.ts';
import type { Living } from './json/write-node.ts';
import { possible } from './possible.ts';

/** Argument lists of each method: with the required arguments, and twice with all. */
const LISTS = ['none', 'all', 'all'] as const;
/** Begins the name of a value that violates a keyword of a schema. */
const OUTSIDE = 'outside:';

/**
 * The names of all living values of a method: `getblock/0`, a list of arguments; `getblock/blockhash/unknown`, a near-miss;
 * `tasks.add/title/outside:title:maxLength`, a value that violates a keyword.
 */
export function livingNames(specification: Specification, method: Method): { readonly lists: string[]; readonly misses: string[] } {
  return {
    lists: LISTS.map((_, index) => `${method.id}/${index}`),
    misses: offeredParams(method).flatMap((param) =>
      [
        ...Object.keys(nearMissesOf(specification.spec, param.schema)),
        ...outsideValues(specification, method, param).map(({ place, slug }) => outsideSlug(place, slug)),
      ].map((slug) => `${method.id}/${param.name}/${slug}`),
    ),
  };
}

const outsideSlug = (place: string, slug: string): string => `${OUTSIDE}${place}:${slug}`;

/** The invalid values of the negative cases. Pyx's own standard has more than can be made on every node. */
function outsideValues(specification: Specification, { beyond }: Method, param: Param): Outside[] {
  return specification === pyxStandard || beyond ? [] : outsideOf(specification.spec, param, 'each-keyword');
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
    const method = this.#methodIn(name);
    if (!method) return undefined;
    const [part = '', ...rest] = name.slice(method.id.length + 1).split('/');
    const slug = rest.length === 0 ? undefined : rest.join('/');
    // A place of its own: what was made before does not change the drawn values.
    const world = this.#world.at(`fuzz/${name}`);
    const random = world.randomFor('arguments');
    const params = offeredParams(method);
    if (slug !== undefined) {
      const param = params.find((candidate) => candidate.name === part);
      if (!param) return undefined;
      const miss = nearMissesOf(this.#specification.spec, param.schema)[slug];
      if (miss !== undefined) return makeMiss(miss, world, random);
      const outside = outsideValues(this.#specification, method, param).find((own) => outsideSlug(own.place, own.slug) === slug);
      return outside?.make({ world, specification: this.#specification, random }, undefined);
    }
    const optional = LISTS[Number(part)];
    if (optional === undefined) return undefined;
    const args = await argumentsFor({ world, specification: this.#specification, random }, { ...method, params }, { optional });
    const count = params.findLastIndex((param) => args[param.name] !== undefined) + 1;
    return params.slice(0, count).map((param) => args[param.name] ?? null);
  }

  /** The method of a name: ids may have slashes. */
  #methodIn(name: string): Method | undefined {
    const parts = name.split('/');
    for (let count = parts.length - 1; count > 0; count--) {
      const method = this.#specification.find(parts.slice(0, count).join('/'));
      if (method) return method;
    }
    return undefined;
  }
}
