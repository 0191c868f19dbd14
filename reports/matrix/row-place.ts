import { dimensions, type Dimension, type Universe } from '../../engine/coverage.ts';
import { differenceKey, type Difference } from '../../engine/difference.ts';
import type { Finding, Outcome } from '../../engine/outcome.ts';
import { idDivider, methodDimensions, type MethodDimension } from '../method-items.ts';
import type { RowKind } from './results.ts';

/** A row of a matrix: something that the documents state. */
export interface RowPlace {
  /** The id of coverage; an argument has one for both of its ids. */
  readonly id: string;
  readonly kind: RowKind;
  readonly method: string | null;
  /** Without the name of the method. */
  readonly name: string;
}

/** A row of the standard, with the ids of coverage that it stands for. */
export interface StandardRow extends RowPlace {
  readonly ids: readonly string[];
}

/** The rows of each dimension. What the envelope states is judged by its cases, which have rows of their own. */
const KINDS: { readonly [dimension in Dimension]?: RowKind } = {
  methods: 'method',
  params: 'argument',
  enumValues: 'value',
  resultFields: 'field',
  rules: 'rule',
  stateRows: 'state',
  limits: 'limit',
  errors: 'error',
};

/** What is about no method, no sentence and no relation. */
export const SERVICE: RowPlace = { id: 'n:service', kind: 'service', method: null, name: 'the calls themselves, and the node' };

/** The rows of everything that a run can cover, by id. */
export function rowsOf(universe: Universe): Map<string, StandardRow> {
  const rows = new Map<string, StandardRow>();
  const divided = idDivider(universe);
  for (const dimension of dimensions) {
    const kind = KINDS[dimension];
    if (kind === undefined) continue;
    for (const id of universe[dimension]) {
      const row = dimension === 'params' ? id.replace(/:(?:given|omitted)$/, '') : id;
      const ids = [...(rows.get(row)?.ids ?? []), id];
      if (dimension === 'methods') rows.set(row, { id: row, kind, method: id.slice(2), name: id.slice(2), ids });
      else if (isOfMethods(dimension)) {
        const { method, name } = divided(row, dimension);
        // Most methods have one variant, which is called so.
        rows.set(row, { id: row, kind, method, name: name.replace(/^default:/, ''), ids });
      } else rows.set(row, { id: row, kind, method: null, name: id.slice(2), ids });
    }
  }
  return rows;
}

const isOfMethods = (dimension: Dimension): dimension is MethodDimension => (methodDimensions as readonly Dimension[]).includes(dimension);

/** The suites of Pyx whose cases have rows of their own, and the kind of these; those of plug-ins are relations. */
const CLAIMS: { readonly [suite: string]: RowKind } = { invariants: 'relation', envelope: 'envelope', states: 'state' };

/** The row of what a case judges that has no id of coverage: a relation, a statement about calls, a model of states. */
export function claimRow({ suite, id, method }: Pick<Outcome, 'suite' | 'id' | 'method'>): RowPlace {
  const kind = Object.hasOwn(CLAIMS, suite) ? CLAIMS[suite] : undefined;
  const name = kind === undefined ? id : id.slice(suite.length + 1);
  return { id: `c:${name}`, kind: kind ?? 'relation', method, name };
}

/** Whether the cases of a suite have rows of their own. Those of methods and rules are in the rows of what they judge. */
export const hasClaims = ({ suite }: Pick<Outcome, 'suite'>): boolean => suite !== 'methods' && suite !== 'rules';

/** The row that a finding is about, by what differs: the most precise one there is. */
export function placeOf(outcome: Outcome, { difference }: Finding, rows: ReadonlyMap<string, StandardRow>): RowPlace {
  if (!difference) return hasClaims(outcome) ? claimRow(outcome) : methodRow(outcome.method);
  const { method = null, rule } = difference;
  if (rule !== undefined) {
    const stated = ['r', 's', 'l', 'x'].map((prefix) => rows.get(`${prefix}:${rule}`)).find((row) => row !== undefined);
    return stated ?? claimRow(outcome);
  }
  if (method === null) return SERVICE;
  return argumentRow(method, difference, rows) ?? fieldRow(method, difference, rows) ?? methodRow(method);
}

function methodRow(method: string | null): RowPlace {
  return method === null ? SERVICE : { id: `m:${method}`, kind: 'method', method, name: method };
}

/** The row of a value, else of the argument, else of the argument that has it as a member. */
function argumentRow(method: string, { argument, value }: Difference, rows: ReadonlyMap<string, StandardRow>): RowPlace | undefined {
  if (argument === undefined) return undefined;
  const listed = rows.get(`e:${method}.${argument}=${value}`);
  return listed ?? nearest(argument, (name) => rows.get(`p:${method}.${name}`));
}

function fieldRow(method: string, { variant, path, check }: Difference, rows: ReadonlyMap<string, StandardRow>): RowPlace | undefined {
  if (path === undefined) return undefined;
  const place = `${variant === undefined ? '' : variant}:${path}`;
  if (check === 'undocumented-field') return { id: `u:${method}#${place}`, kind: 'undocumented', method, name: place.replace(/^:/, '') };
  if (variant !== undefined) return nearest(path, (name) => rows.get(`f:${method}#${variant}:${name}`));
  // A method with one variant: a difference does not name it.
  const fields = fieldsByPath(rows).get(method);
  return nearest(path, (name) => fields?.get(name));
}

const fieldsIn = new WeakMap<ReadonlyMap<string, StandardRow>, Map<string, Map<string, StandardRow>>>();

/** The fields of the first variant of each method that has them, by method and path. */
function fieldsByPath(rows: ReadonlyMap<string, StandardRow>): Map<string, Map<string, StandardRow>> {
  let known = fieldsIn.get(rows);
  if (known) return known;
  known = new Map();
  for (const row of rows.values()) {
    if (row.kind !== 'field' || row.method === null) continue;
    const fields = known.get(row.method) ?? new Map<string, StandardRow>();
    known.set(row.method, fields);
    const path = row.id.slice(row.id.indexOf(':', 2) + 1);
    if (!fields.has(path)) fields.set(path, row);
  }
  fieldsIn.set(rows, known);
  return known;
}

/** What `find` knows of a place, or of the nearest one around it: `a.b[].c`, `a.b[]`, `a.b`, `a`. */
function nearest<Row>(place: string, find: (place: string) => Row | undefined): Row | undefined {
  for (let here = place; here !== ''; here = here.replace(/(?:\[\]|^[^.[]+|\.[^.[]*)$/, '')) {
    const found = find(here);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Equal for findings of one row that differ in nothing. */
export const sameness = ({ difference, check, message }: Finding): string =>
  difference ? differenceKey(difference) : JSON.stringify([check, message]);
