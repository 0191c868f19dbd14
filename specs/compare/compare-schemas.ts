import { alternatives } from '../model/resolve.ts';
import type { Schema } from '../model/types.ts';
import { join } from '../model/walk.ts';
import { compareBounds } from './bounds.ts';
import { same, shown, type Report } from './change.ts';
import type { SchemaComparison } from './schema-comparison.ts';
import { compareObjects } from './compare-objects.ts';
import { typesOf, typesText } from './types-of.ts';
import { compareWords } from './compare-words.ts';

/**
 * Reports the differences between two schemas. A shape to which both refer by the same name is not entered: shapes are
 * compared once, not at each place that refers to them.
 */
export function compareSchemas(a: Schema, b: Schema, path: string, comparison: SchemaComparison): void {
  if (a.$ref !== undefined && a.$ref === b.$ref) {
    const { $ref: _a, ...besideA } = a;
    const { $ref: _b, ...besideB } = b;
    if (!same(besideA, besideB)) compareBranches(besideA, besideB, path, comparison);
    return;
  }
  const pair = `${a.$ref} ${b.$ref}`;
  const { entered = new Set<string>() } = comparison;
  if (a.$ref !== undefined && b.$ref !== undefined) {
    // A shape that contains itself under two names would not end.
    if (!entered.has(pair)) compareForms(a, b, path, { ...comparison, entered: new Set([...entered, pair]) });
  } else compareForms(a, b, path, comparison);
}

function compareForms(a: Schema, b: Schema, path: string, comparison: SchemaComparison): void {
  const { before, after, report } = comparison;
  const renamed = a.$ref === undefined || b.$ref === undefined || after.shapes[a.$ref] === undefined || before.shapes[b.$ref] === undefined;
  if (!renamed) report({ rule: 'kind-changed', path, before: shown(a.$ref), after: shown(b.$ref) });
  const [branchesA, branchesB] = [[...alternatives(before, a)], [...alternatives(after, b)]];
  const [typesA, typesB] = [union(branchesA), union(branchesB)];
  if (typesA.has(ANY) !== typesB.has(ANY) && branchesA.length + branchesB.length > 2) {
    report({
      rule: typesA.has(ANY) ? 'type-narrowed' : 'type-widened',
      path,
      before: [...typesA].join(' or '),
      after: [...typesB].join(' or '),
    });
    return;
  }
  for (const [branchA, branchB] of pairs(branchesA, branchesB)) compareBranches(branchA, branchB, path, comparison);
  for (const extra of branchesA) {
    if (isWithin(extra, typesB)) report({ rule: 'branch-removed', path, before: shown(extra) });
    else report({ rule: 'type-narrowed', path, before: [...typesA].join(' or '), after: [...typesB].join(' or ') });
  }
  for (const extra of branchesB) {
    if (isWithin(extra, typesA)) report({ rule: 'branch-added', path, after: shown(extra) });
    else report({ rule: 'type-widened', path, before: [...typesA].join(' or '), after: [...typesB].join(' or ') });
  }
}

const ANY = 'any type';
const union = (schemas: readonly Schema[]): ReadonlySet<string> => new Set(schemas.flatMap((schema) => typesOf(schema) ?? [ANY]));
const isWithin = (schema: Schema, types: ReadonlySet<string>): boolean => (typesOf(schema) ?? [ANY]).every((type) => types.has(type));

/** Removes from both lists the branches that belong together, and returns them: equal ones first, then those of equal types. */
function pairs(branchesA: Schema[], branchesB: Schema[]): [Schema, Schema][] {
  const found: [Schema, Schema][] = [];
  const take = (fits: (a: Schema, b: Schema) => boolean): void => {
    for (const branch of branchesA.slice()) {
      const other = branchesB.find((candidate) => fits(branch, candidate));
      if (!other) continue;
      found.push([branch, other]);
      branchesA.splice(branchesA.indexOf(branch), 1);
      branchesB.splice(branchesB.indexOf(other), 1);
    }
  };
  take(same);
  take((a, b) => same(typesOf(a), typesOf(b)));
  if (branchesA.length === 1 && branchesB.length === 1) take(() => true);
  return found;
}

function compareBranches(a: Schema, b: Schema, path: string, comparison: SchemaComparison): void {
  const { report, direction } = comparison;
  compareWords(a, b, path, comparison);
  if (!compareTypes(a, b, path, report)) return;
  compareValues(a, b, path, report);
  compareBounds(a, b, path, report);
  compareObjects(a, b, path, { ...comparison, compare: compareSchemas });
  compareColumns(a, b, path, comparison);
  if (a.items || b.items) compareSchemas(a.items ?? {}, b.items ?? {}, `${path}[]`, comparison);
  const [itemsA, itemsB] = [a.prefixItems ?? [], b.prefixItems ?? []];
  for (let index = 0; index < Math.max(itemsA.length, itemsB.length); index++) {
    const [itemA, itemB] = [itemsA[index], itemsB[index]];
    const at = `${path}[${index}]`;
    if (itemA && itemB) compareSchemas(itemA, itemB, at, comparison);
    else report({ rule: itemA ? 'item-removed' : 'item-added', path: at, before: shown(itemA), after: shown(itemB) });
  }
  if (a.propertyNames || b.propertyNames) compareSchemas(a.propertyNames ?? {}, b.propertyNames ?? {}, join(path, '{name}'), comparison);
  const [mapA, mapB] = [a.additionalProperties, b.additionalProperties];
  if (typeof mapA === 'object' || typeof mapB === 'object') {
    if (mapA !== false && mapB !== false) compareSchemas(mapA ?? {}, mapB ?? {}, `${path}{}`, comparison);
    else report({ rule: mapA === false ? 'members-opened' : 'members-closed', path, before: shown(mapA), after: shown(mapB) });
  } else if (mapA !== mapB && (direction === 'result' || (a.properties && b.properties))) {
    report({
      rule: mapA === false ? 'members-opened' : 'members-closed',
      path,
      before: shown(mapA ?? 'open'),
      after: shown(mapB ?? 'open'),
    });
  }
}

/** Clients read a column by its position. */
function compareColumns({ columns: before }: Schema, { columns: after }: Schema, path: string, comparison: SchemaComparison): void {
  const { report } = comparison;
  const [namesA, namesB] = [before, after].map((columns) => columns && Object.keys(columns));
  if (!same(namesA, namesB)) {
    const rule = before === undefined ? 'columns-stated' : after === undefined ? 'columns-unstated' : 'columns-changed';
    report({ rule, path, before: shown(namesA), after: shown(namesB) });
  }
  for (const [name, column] of Object.entries(before ?? {})) {
    const other = after?.[name];
    if (other) compareSchemas(column, other, join(path, name), comparison);
  }
}

/** Returns whether the rest of the schemas can be compared: some type is possible on both sides. */
function compareTypes(a: Schema, b: Schema, path: string, report: Report): boolean {
  const [before, after] = [typesOf(a), typesOf(b)];
  const at = { path, before: typesText(a), after: typesText(b) };
  const has = (types: readonly string[] | undefined, type: string): boolean =>
    types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));
  const lost = before === undefined ? after !== undefined : before.some((type) => !has(after, type));
  const won = after === undefined ? before !== undefined : after.some((type) => !has(before, type));
  if (!lost && !won) return true;
  if (lost && won) {
    report({ rule: 'type-changed', ...at });
    return false;
  }
  report({ rule: lost ? 'type-narrowed' : 'type-widened', ...at });
  return before !== undefined && after !== undefined;
}

function compareValues(a: Schema, b: Schema, path: string, report: Report): void {
  const [before, after] = [listed(a), listed(b)];
  if (before && after) {
    for (const value of before.filter((allowed) => !after.some((other) => same(allowed, other))))
      report({ rule: 'value-removed', path, before: shown(value) });
    for (const value of after.filter((allowed) => !before.some((other) => same(allowed, other))))
      report({ rule: 'value-added', path, after: shown(value) });
  } else if (before) report({ rule: 'values-opened', path, before: shown(before) });
  else if (after) report({ rule: 'values-closed', path, after: shown(after) });
  for (const keyword of ['pattern', 'format'] as const) {
    const [form, other] = [a[keyword], b[keyword]];
    if (form === other) continue;
    const rule = form === undefined ? 'pattern-added' : other === undefined ? 'pattern-removed' : 'pattern-changed';
    report({ rule, path, before: shown(form), after: shown(other) });
  }
  if (a.multipleOf !== b.multipleOf) {
    const rule = isMultiple(a.multipleOf, b.multipleOf)
      ? 'multiples-opened'
      : isMultiple(b.multipleOf, a.multipleOf)
        ? 'multiples-closed'
        : 'multiples-changed';
    report({ rule, path, before: shown(a.multipleOf), after: shown(b.multipleOf) });
  }
  if ((a.uniqueItems === true) !== (b.uniqueItems === true))
    report({
      rule: a.uniqueItems === true ? 'duplicates-opened' : 'duplicates-closed',
      path,
      before: shown(a.uniqueItems),
      after: shown(b.uniqueItems),
    });
}

/** Whether all multiples of the first are multiples of the second, or the second is not stated. */
function isMultiple(first: number | undefined, second: number | undefined): boolean {
  return first !== undefined && (second === undefined || Number.isInteger(first / second));
}

function listed({ enum: values, const: constant }: Schema): readonly unknown[] | undefined {
  return values ?? (constant === undefined ? undefined : [constant]);
}
