import type { Json, Schema, Spec } from '../../model/types.ts';
import { cell } from '../rows.ts';
import type { FactRow } from '../tables.ts';
import { typesOf } from './spec-facts.ts';

/** What the specification says of an argument or of a member of one. */
export interface Stated {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly default?: Json;
  readonly defaultText?: string;
}

/** Base types of the notation, sorted: `ns` is a number or a string. */
export function factTypes(text: string): string[] {
  return [...new Set(text.split('|').flatMap((type) => (type === 'ns' ? ['num', 'str'] : [type])))].sort();
}

/** How an argument of the specification differs from its row: in type (where one is stated), requiredness or default. */
export function differencesOf(spec: Spec, stated: Stated, row: FactRow): string[] {
  const found: string[] = [];
  const types = typesOf(spec, stated.schema);
  if (cell(row, 'type') !== '-' && types.join() !== factTypes(cell(row, 'type')).join()) {
    found.push(`type ${types.join('|')}, stated ${cell(row, 'type')}`);
  }
  if (stated.required !== (row['required'] === 'yes')) found.push(`required ${String(stated.required)}, stated ${cell(row, 'required')}`);
  const fact = cell(row, 'default');
  const ours = stated.default !== undefined ? JSON.stringify(stated.default) : stated.defaultText !== undefined ? 'text' : '-';
  if (ours !== (fact.startsWith('text:') ? 'text' : fact)) found.push(`default ${ours}, stated ${fact}`);
  return found;
}

/**
 * Compares what differs with the differences that are meant, each under its place with its reason.
 * @returns the ones that are not meant, and those meant that do not occur (an exception that is no longer needed)
 */
export function unexplained(differences: readonly string[], meant: { readonly [difference: string]: string }): string[] {
  const unneeded = Object.keys(meant).filter((difference) => !differences.includes(difference));
  return [
    ...differences.filter((difference) => meant[difference] === undefined),
    ...unneeded.map((exception) => `no longer differs: ${exception}`),
  ];
}
