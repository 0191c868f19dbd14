import { fieldsOf } from '../specs/model/fields.ts';
import type { Specification } from '../specs/model/spec.ts';
import { argumentIds } from './argument-ids.ts';
import type { Case } from './case.ts';

/** The kinds of items that coverage counts. */
export const dimensions = [
  'methods',
  'params',
  'enumValues',
  'resultFields',
  'stateRows',
  'rules',
  'limits',
  'errors',
  'envelope',
] as const;
export type Dimension = (typeof dimensions)[number];

/**
 * Everything in the documents that can be covered, as the ids that cases report as hits:
 * `m:getblock`, `p:getblock.verbosity:given`, `p:getblock.verbosity:omitted`, `e:getblock.verbosity=1`,
 * `f:getblock#verbosity=1:tx[]`, `r:getblock/confirmations`, `s:` a state row, `l:` a limit, `x:` an error row,
 * `v:` an envelope row.
 */
export type Universe = { readonly [dimension in Dimension]: readonly string[] } & {
  /** Ids of the above that cannot be tested, with the reason. */
  readonly untestable: { readonly [id: string]: string };
  /** Documented method to its family. */
  readonly families: { readonly [method: string]: string };
};

export interface DimensionCoverage {
  readonly covered: number;
  /** Without untestable items. */
  readonly total: number;
  readonly missing: readonly string[];
  readonly untestable: readonly { readonly id: string; readonly reason: string }[];
}

export type Coverage = { readonly [dimension in Dimension]: DimensionCoverage };

/**
 * Returns everything that can be covered. `absent`: neutral ids of methods that the target does not have, with the
 * reason. `selected`: the cases of a partial run, which limit the result to what they can cover.
 */
export function universeOf(
  specification: Specification,
  absent: ReadonlyMap<string, string>,
  selected?: readonly Pick<Case, 'generated' | 'method' | 'judges'>[],
): Universe {
  const { spec, documented } = specification;
  const found: { [dimension in Dimension]: Set<string> } = {
    methods: new Set(),
    params: new Set(),
    enumValues: new Set(),
    resultFields: new Set(),
    stateRows: new Set(),
    rules: new Set(),
    limits: new Set(),
    errors: new Set(),
    envelope: new Set(),
  };
  const untestable: Record<string, string> = {};
  const described = selected && new Set(selected.filter((testCase) => testCase.generated === true).map((testCase) => testCase.method));
  const judged = selected && new Set(selected.flatMap((testCase) => testCase.judges));
  const add = (dimension: Dimension, id: string, reason: string | undefined): void => {
    found[dimension].add(id);
    if (reason !== undefined) untestable[id] = reason;
  };
  const addRow = (dimension: Dimension, id: string, reason: string | undefined): void => {
    if (!judged || judged.has(id)) add(dimension, id, reason);
  };
  for (const method of documented) {
    const reason = absent.get(method.id);
    for (const rule of method.rules) addRow('rules', `r:${rule.id}`, rule.untestable ?? reason);
    if (described && !described.has(method.id)) continue;
    add('methods', `m:${method.id}`, reason);
    for (const id of argumentIds(spec, method)) add(id.startsWith('e:') ? 'enumValues' : 'params', id, reason);
    for (const variant of method.variants) {
      for (const field of variant.result ? fieldsOf(spec, variant.result) : []) {
        add('resultFields', `f:${method.id}#${variant.id}:${field}`, variant.untestable?.[field] ?? reason);
      }
    }
  }
  /** A row whose methods are all absent is untestable too. */
  const allAbsent = (methods: readonly string[]): string | undefined =>
    methods.length > 0 && methods.every((method) => absent.has(method)) ? absent.get(methods[0]!) : undefined;
  for (const row of spec.states) addRow('stateRows', `s:${row.id}`, row.untestable ?? allAbsent(row.methods));
  for (const limit of spec.limits) addRow('limits', `l:${limit.id}`, limit.untestable ?? allAbsent(limit.appliesTo));
  for (const row of spec.errors) addRow('errors', `x:${row.id}`, row.untestable ?? allAbsent(row.methods));
  for (const row of spec.envelope) addRow('envelope', `v:${row.id}`, row.untestable);
  const lists = Object.fromEntries(dimensions.map((dimension) => [dimension, [...found[dimension]]])) as {
    [dimension in Dimension]: string[];
  };
  return { ...lists, untestable, families: Object.fromEntries(documented.map((method) => [method.id, method.family])) };
}

/**
 * Returns the coverage. Items are named without their prefix. A parameter counts once, if all its ids (given, and
 * omitted if optional) were hit. Untestable items are not part of the total.
 */
export function coverageOf(universe: Universe, hits: ReadonlySet<string>): Coverage {
  const entries = dimensions.map((dimension): [Dimension, DimensionCoverage] => {
    const items = new Map<string, boolean>();
    const untestable = new Map<string, string>();
    for (const id of universe[dimension]) {
      const name = itemName(id, dimension);
      const reason = universe.untestable[id];
      if (reason !== undefined) untestable.set(name, reason);
      else items.set(name, hits.has(id) && (items.get(name) ?? true));
    }
    const missing = [...items].filter(([, covered]) => !covered).map(([name]) => name);
    return [
      dimension,
      {
        covered: items.size - missing.length,
        total: items.size,
        missing,
        untestable: [...untestable].map(([id, reason]) => ({ id, reason })),
      },
    ];
  });
  return Object.fromEntries(entries) as Coverage;
}

/** The items of a dimension that are covered, by name, with their ids. */
export function coveredItems(universe: Universe, dimension: Dimension, hits: ReadonlySet<string>): Map<string, string[]> {
  const items = new Map<string, string[]>();
  for (const id of universe[dimension]) {
    if (universe.untestable[id] !== undefined) continue;
    const name = itemName(id, dimension);
    items.set(name, [...(items.get(name) ?? []), id]);
  }
  return new Map([...items].filter(([, ids]) => ids.every((id) => hits.has(id))));
}

function itemName(id: string, dimension: Dimension): string {
  const name = id.slice(2);
  return dimension === 'params' ? name.replace(/:(?:given|omitted)$/, '') : name;
}
