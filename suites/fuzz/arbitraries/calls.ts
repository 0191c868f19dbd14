import type { Random } from 'fast-check';
import { offeredParams } from '../../../specs/model/argument-form.ts';
import type { Specification } from '../../../specs/model/spec.ts';
import type { Method, Param, Spec } from '../../../specs/model/types.ts';
import { NULL, text, type JsonNode, type Member } from '../json/json-node.ts';
import { livingTree } from '../json/living-tree.ts';
import type { Living } from '../json/write-node.ts';
import { livingNames } from '../living-values.ts';
import type { CallProbe, ProbeClass, WalletPath } from '../probe.ts';
import { broken } from './broken.ts';
import { bySchema } from './by-schema.ts';
import { isFree } from './is-free.ts';
import { mutateNode } from './mutate-node.ts';
import { oneIn, pick, weighted } from './pick.ts';
import { wild, wildName } from './wild.ts';

/** What calls of one method are made from. */
interface Material {
  readonly method: Method;
  readonly params: readonly Param[];
  /** Whole lists of living arguments. */
  readonly lists: readonly (readonly JsonNode[])[];
  /** Near-misses of each argument. */
  readonly misses: readonly (readonly { readonly slug: string; readonly node: JsonNode }[])[];
}

const WEIGHTS: readonly (readonly [number, ProbeClass])[] = [
  [6, 'valid'],
  [6, 'nearly-valid'],
  [4, 'wild'],
  [1, 'arity'],
  [2, 'named'],
];

/** Makes calls of the given methods. */
export class Calls {
  readonly #spec: Spec;
  readonly #materials = new Map<string, Material>();
  #methods: readonly string[];

  /** `living`: the values that the node has. */
  constructor(specification: Specification, methods: readonly Method[], living: Living) {
    this.#spec = specification.spec;
    for (const method of methods) this.#materials.set(method.id, materialOf(specification, method, living));
    this.#methods = methods.map(({ id }) => id);
  }

  /** The methods that are called. */
  get methods(): readonly string[] {
    return this.#methods;
  }

  /** Calls this method no more: the node does not have it. */
  drop(method: string): void {
    // The last one stays: there must be something to call.
    if (this.#methods.length > 1) this.#methods = this.#methods.filter((other) => other !== method);
  }

  /** A call of any of the methods, or of one of `among`. */
  next(random: Random, among: readonly string[] = this.#methods): CallProbe {
    return this.#call(this.#material(pick(random, among)), weighted(random, WEIGHTS), random);
  }

  /** A call of any of the methods that the node should refuse: of a wrong number of arguments, or of any JSON in place of a required one. */
  refused(random: Random): CallProbe {
    const material = this.#material(pick(random, this.#methods));
    const mayBeWild = material.params.some(({ required }) => required) && oneIn(random, 2);
    return this.#call(material, mayBeWild ? 'wild' : 'arity', random);
  }

  /** The call with a change. @param others calls of which parts may be taken over */
  mutated(call: CallProbe, random: Random, others: readonly CallProbe[]): CallProbe {
    const { broken: _, ...rest } = call;
    const params = mutateNode(
      call.params,
      random,
      others.map((other) => other.params),
    );
    return { ...rest, class: 'mutated', params, wallet: oneIn(random, 10) ? walletPath(random) : call.wallet };
  }

  #material(method: string): Material {
    const found = this.#materials.get(method);
    if (!found) throw new Error(`no calls of ${method} were prepared`);
    return found;
  }

  #call(material: Material, wanted: ProbeClass, random: Random): CallProbe {
    const base = { type: 'call', method: material.method.id, wallet: walletPath(random) } as const;
    switch (wanted) {
      case 'nearly-valid': {
        const { items, constraint } = this.#nearlyValid(material, random);
        return { ...base, params: { items }, class: wanted, ...(constraint !== undefined && { broken: constraint }) };
      }
      case 'wild':
        return { ...base, params: this.#wild(material, random), class: wanted };
      case 'arity':
        return { ...base, params: { items: this.#wrongCount(material, random) }, class: wanted };
      case 'named':
        return { ...base, params: this.#named(material, random), class: wanted };
      default:
        return { ...base, params: { items: this.#valid(material, random) }, class: 'valid' };
    }
  }

  /** Living arguments, some of them replaced by others that fit. */
  #valid({ params, lists }: Material, random: Random): JsonNode[] {
    const items = lists.length > 0 ? [...pick(random, lists)] : this.#byForm(params, random);
    for (const [index, param] of params.slice(0, items.length).entries())
      if (isFree(this.#spec, param.schema) && oneIn(random, 2)) items[index] = bySchema(this.#spec, param.schema, random);
    return items;
  }

  #byForm(params: readonly Param[], random: Random): JsonNode[] {
    const required = params.findLastIndex((param) => param.required) + 1;
    return params.slice(0, random.nextInt(required, params.length)).map(({ schema }) => bySchema(this.#spec, schema, random));
  }

  #nearlyValid(material: Material, random: Random): { readonly items: JsonNode[]; readonly constraint?: string } {
    const { params, misses } = material;
    const items = this.#valid(material, random);
    if (items.length === 0) return { items: [wild(random)], constraint: 'an argument too many' };
    const at = random.nextInt(0, items.length - 1);
    const param = params[at];
    const known = misses[at] ?? [];
    if (!param) return { items };
    if (known.length > 0 && oneIn(random, 2)) {
      const { slug, node } = pick(random, known);
      return { items: items.with(at, node), constraint: `${param.name}: ${slug}` };
    }
    const brokenValue = broken(this.#spec, param.schema, items[at] ?? NULL, random);
    return brokenValue ? { items: items.with(at, brokenValue.node), constraint: `${param.name}: ${brokenValue.constraint}` } : { items };
  }

  #wild({ params }: Material, random: Random): JsonNode {
    if (oneIn(random, 8)) return wild(random);
    const count = random.nextInt(1, Math.max(1, params.length));
    return { items: Array.from({ length: count }, () => wild(random)) };
  }

  #wrongCount(material: Material, random: Random): JsonNode[] {
    const items = this.#valid(material, random);
    const required = material.params.filter((param) => param.required).length;
    if (required > 0 && oneIn(random, 2)) return items.slice(0, random.nextInt(0, required - 1));
    const count = material.params.length + random.nextInt(1, 3);
    return Array.from({ length: count }, (_, index) => items[index] ?? wild(random));
  }

  #named(material: Material, random: Random): JsonNode {
    const items = this.#valid(material, random);
    const members = items.map((item, index): Member => [text(JSON.stringify(material.params[index]?.name ?? 'pyx')), item]);
    if (oneIn(random, 4)) members.push([wildName(random), wild(random)]);
    if (members.length > 0 && oneIn(random, 6)) members.push([pick(random, members)[0], wild(random)]);
    return { members };
  }
}

/** Mostly the path that a caller would use. */
const walletPath = (random: Random): WalletPath =>
  weighted(random, [
    [20, 'usual'],
    [2, 'none'],
    [2, 'second'],
    [1, 'missing'],
  ]);

function materialOf(specification: Specification, method: Method, living: Living): Material {
  const params = offeredParams(method);
  const { lists, misses } = livingNames(specification, method);
  const known = lists.flatMap((name) => {
    const value = living(name);
    return Array.isArray(value) ? [value.map((item, index) => livingTree(item, name, [index]))] : [];
  });
  return {
    method,
    params,
    lists: known,
    misses: params.map(({ name }) =>
      misses
        .filter((miss) => miss.startsWith(`${method.id}/${name}/`))
        .flatMap((miss) => {
          const value = living(miss);
          return value === undefined ? [] : [{ slug: miss.slice(method.id.length + name.length + 2), node: livingTree(value, miss) }];
        }),
    ),
  };
}
