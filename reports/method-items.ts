import type { Dimension, Universe } from '../engine/coverage.ts';
import type { Digest } from './digest.ts';

/** Something that the documents state of one method, and what the run and a selfcheck show of it. */
export interface MethodItem {
  /** Without the name of the method. */
  readonly name: string;
  readonly isCovered: boolean;
  /** Why it cannot be tested. */
  readonly untestable?: string;
  /** Whether a selfcheck found a fault of it; undefined if it shows nothing. */
  readonly isJudged?: boolean;
}

/** The dimensions of coverage whose items belong to one method. */
export const methodDimensions = ['params', 'enumValues', 'resultFields', 'rules'] as const satisfies readonly Dimension[];
export type MethodDimension = (typeof methodDimensions)[number];
export type MethodItems = { readonly [dimension in MethodDimension]: readonly MethodItem[] };

/** What separates the method from the rest of an id. */
const separators: { readonly [dimension in MethodDimension]: string } = { params: '.', enumValues: '.', resultFields: '#', rules: '/' };

/** The items of every documented method, by method. */
export function itemsByMethod({ start, hits, judgedIds }: Pick<Digest, 'start' | 'hits' | 'judgedIds'>): Map<string, MethodItems> {
  const found = new Map<string, { [dimension in MethodDimension]: MethodItem[] }>();
  for (const method of Object.keys(start.universe.families)) found.set(method, { params: [], enumValues: [], resultFields: [], rules: [] });
  const divided = idDivider(start.universe);
  for (const dimension of methodDimensions) {
    for (const id of start.universe[dimension]) {
      const { method, name } = divided(id, dimension);
      const reason = reasonOf(start.universe, id);
      const judged = judgedIds?.judged.has(id) === true ? true : judgedIds?.notJudged.has(id) === true ? false : undefined;
      found.get(method)?.[dimension].push({
        name,
        isCovered: hits.has(id),
        ...(reason !== undefined && { untestable: reason }),
        ...(judged !== undefined && { isJudged: judged }),
      });
    }
  }
  return found;
}

/** Divides an id of coverage into its method and the rest. */
export type IdDivider = (id: string, dimension: MethodDimension) => { readonly method: string; readonly name: string };

/** Divides the ids of a universe. Names of methods contain neither dots, slashes nor number signs. */
export function idDivider({ families }: Pick<Universe, 'families'>): IdDivider {
  // Rules name a subcommand with a hyphen: `gobject-vote-conf/once`.
  const inRules = new Map(Object.keys(families).map((method) => [method.replaceAll(' ', '-'), method]));
  return (id, dimension) => {
    const end = id.indexOf(separators[dimension]);
    const named = id.slice(2, end < 0 ? undefined : end);
    return { method: dimension === 'rules' ? (inRules.get(named) ?? named) : named, name: id.slice(2 + named.length + 1) };
  };
}

function reasonOf({ untestable }: Universe, id: string): string | undefined {
  return Object.hasOwn(untestable, id) ? untestable[id] : undefined;
}
