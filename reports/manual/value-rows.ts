import { alternatives } from '../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../specs/model/types.ts';
import { offeredParts, type Place } from '../../specs/model/walk.ts';

/** One place within a value, as a row of a table. */
export interface ValueRow {
  /** Path in the schema: `tx[].vin[].txid`. */
  readonly path: string;
  /** The last part of it: `txid`, `[]`, `[0]`, or `{}` for a member whose name is data. */
  readonly name: string;
  /** How many places it is within. */
  readonly depth: number;
  /** As written; several if forms of a union have the place. */
  readonly schemas: readonly Schema[];
  /** Of an argument: a member that must be given. */
  readonly required: boolean;
}

/**
 * The places within a value, each after the one that it is in. A list whose items have places of their own has no row for its items.
 * What is within itself (a script within a script) is shown once.
 */
export function valueRows(spec: Spec, schema: Schema): ValueRow[] {
  const rows = new Map<string, ValueRow>();
  const enter = (place: Pick<Place, 'schema' | 'pattern'>, depth: number, outer: readonly Schema[]): void => {
    for (const form of alternatives(spec, place.schema)) {
      for (const part of offeredParts({ schema: form, pattern: place.pattern })) {
        if (outer.includes(part.schema)) continue;
        const name = part.pattern.slice(place.pattern.length).replace(/^\./, '');
        const isList = name === '[]' && hasPlaces(spec, part.schema);
        const before = rows.get(part.pattern);
        if (!isList) {
          rows.set(part.pattern, {
            path: part.pattern,
            name,
            depth,
            schemas: [...(before?.schemas ?? []), ...(before?.schemas.includes(part.schema) === true ? [] : [part.schema])],
            required: before?.required === true || form.required?.includes(name) === true,
          });
        }
        enter(part, isList ? depth : depth + 1, [...outer, part.schema]);
      }
    }
  };
  enter({ schema, pattern: '' }, 0, [schema]);
  return inPlace([...rows.values()]);
}

function hasPlaces(spec: Spec, schema: Schema): boolean {
  return alternatives(spec, schema).some((form) => offeredParts({ schema: form, pattern: '' }).length > 0);
}

/** Each row after the one that it is in: another form of a union may have added members to it later. */
function inPlace(rows: readonly ValueRow[]): ValueRow[] {
  const within = (outer: ValueRow, row: ValueRow): boolean =>
    row !== outer && /^[.[{]/.test(row.path.slice(outer.path.length)) && row.path.startsWith(outer.path);
  const placed: ValueRow[] = [];
  for (const row of rows) {
    let at = placed.length;
    const outer = placed.findLastIndex((other) => within(other, row));
    if (outer >= 0) {
      const holder = placed[outer] as ValueRow;
      const end = placed.findIndex((other, index) => index > outer && other.depth <= holder.depth);
      if (holder.depth < row.depth && end >= 0) at = end;
    }
    placed.splice(at, 0, row);
  }
  return placed;
}
