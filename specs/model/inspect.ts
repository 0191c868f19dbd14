import { isLosslessNumber } from 'lossless-json';
import { alternatives, fits, isObject } from './resolve.ts';
import { decide, type ConditionContext } from './variants.ts';
import type { Condition, Schema, Spec } from './types.ts';

export { resolve } from './resolve.ts';

/** Something about a result that plain JSON Schema cannot say. */
export interface Remark {
  readonly check: 'presence' | 'amount' | 'undocumented-field';
  readonly path: string;
  readonly message: string;
}

type Context = Pick<ConditionContext, 'method' | 'args' | 'options'>;

/** One place of a schema, made ready: it is gone through once for each call, so nothing is worked out twice. */
interface Place {
  readonly pattern: string;
  /** More than one where the schema is a union. */
  readonly branches: readonly Branch[];
  readonly hasAmount: boolean;
}

interface Branch {
  readonly schema: Schema;
  readonly isAmount: boolean;
  readonly fields: readonly Field[];
  items?: Place;
  prefix?: Place[];
  /** Members under names that are data. */
  rest?: Place;
}

interface Field {
  readonly name: string;
  readonly pattern: string;
  readonly schema: Schema;
  /** While this holds the field must be there. */
  readonly when?: Condition | undefined;
  /** While this does not hold the field must not be there, as the documents say with these words. */
  readonly onlyWhen?: Condition | undefined;
  readonly only?: string | undefined;
  place?: Place;
}

const places = new WeakMap<Spec, WeakMap<Schema, Place>>();

/**
 * Goes through a result with its schema: whether each documented field may be there (conditions of presence), whether
 * amounts are exact decimals with at most 8 places, and which fields no document names.
 * `value` is lossless (numbers that are no safe integers keep their text).
 */
export function inspect(spec: Spec, schema: Schema, value: unknown, context: Context): readonly Remark[] {
  const inspector = new Inspector(spec, value, context);
  inspector.visit(rootPlace(spec, schema), value, '');
  return inspector.remarks;
}

/** Documented fields and items that are there in a result, as schema paths: `tx[].vin[].txid`, `txids[]`. */
export function seenFields(spec: Spec, schema: Schema, value: unknown): ReadonlySet<string> {
  const seen = new Set<string>();
  collectSeen(spec, rootPlace(spec, schema), value, seen);
  return seen;
}

function collectSeen(spec: Spec, place: Place, current: unknown, seen: Set<string>): void {
  if (typeof current !== 'object' || current === null) return;
  const branch = branchFor(place, current);
  if (!branch) return;
  if (Array.isArray(current)) {
    if (current.length > 0 && branch.schema.items && isBare(spec, branch.schema.items)) seen.add(`${place.pattern}[]`);
    for (let index = 0; index < current.length; index++) {
      const within = itemPlace(spec, branch, place.pattern, index);
      if (within) collectSeen(spec, within, current[index], seen);
    }
  } else if (isObject(current)) {
    for (const field of branch.fields) {
      const member = current[field.name];
      if (member === undefined) continue;
      seen.add(field.pattern);
      collectSeen(spec, fieldPlace(spec, field), member, seen);
    }
    const { properties, additionalProperties } = branch.schema;
    if (typeof additionalProperties !== 'object') return;
    for (const name of Object.keys(current)) {
      if (properties && Object.hasOwn(properties, name)) continue;
      collectSeen(spec, restPlace(spec, branch, additionalProperties, place.pattern), current[name], seen);
    }
  }
}

function rootPlace(spec: Spec, schema: Schema): Place {
  let ofSpec = places.get(spec);
  if (!ofSpec) places.set(spec, (ofSpec = new WeakMap()));
  let root = ofSpec.get(schema);
  if (!root) ofSpec.set(schema, (root = placeOf(spec, schema, '')));
  return root;
}

/** One way through one result. */
class Inspector {
  readonly remarks: Remark[] = [];
  readonly #spec: Spec;
  /** One for all conditions: what `object` is changes with each. */
  readonly #context: { -readonly [K in keyof ConditionContext]: ConditionContext[K] };

  constructor(spec: Spec, root: unknown, { method, args, options }: Context) {
    this.#spec = spec;
    this.#context = { method, args, options, object: {}, root };
  }

  visit(place: Place, current: unknown, path: string): void {
    const branch = branchFor(place, current);
    if (!branch) return;
    if (branch.isAmount) checkAmount(current, path, this.remarks);
    if (Array.isArray(current)) {
      for (let index = 0; index < current.length; index++) {
        const within = itemPlace(this.#spec, branch, place.pattern, index);
        if (within && concerns(within, current[index])) this.visit(within, current[index], `${path}[${index}]`);
      }
    } else if (isObject(current)) {
      const known = this.#documented(branch, current, path);
      if (Object.keys(current).length > known) this.#others(place, branch, current, path);
    }
  }

  /** The fields that the documents name. Gives how many of them are there. */
  #documented(branch: Branch, object: Record<string, unknown>, path: string): number {
    let known = 0;
    for (const field of branch.fields) {
      const member = object[field.name];
      if (member !== undefined) {
        known++;
        const within = fieldPlace(this.#spec, field);
        if (concerns(within, member)) this.visit(within, member, join(path, field.name));
      }
      const condition = member === undefined ? field.when : field.onlyWhen;
      if (condition) this.#condition(condition, field, object, path);
    }
    return known;
  }

  /** Decides the condition that concerns the field: of one that is missing what demands it, else what permits it. */
  #condition(condition: Condition, { name, only = '' }: Field, object: Record<string, unknown>, path: string): void {
    this.#context.object = object;
    const holds = decide(condition, this.#context);
    const there = object[name] !== undefined;
    if (holds === false && there) this.remarks.push(tooMuch(join(path, name), name, only));
    else if (holds === true && !there) this.remarks.push(tooLittle(join(path, name), name));
  }

  /** Members under names that are data, and those that no document names. */
  #others(place: Place, branch: Branch, object: Record<string, unknown>, path: string): void {
    const { properties, additionalProperties } = branch.schema;
    for (const name of Object.keys(object)) {
      if (properties && Object.hasOwn(properties, name)) continue;
      if (typeof additionalProperties === 'object') {
        const within = restPlace(this.#spec, branch, additionalProperties, place.pattern);
        this.visit(within, object[name], join(path, name));
      } else if (properties) {
        this.remarks.push({ check: 'undocumented-field', path: join(path, name), message: `${name} is in no document` });
      }
    }
  }
}

function placeOf(spec: Spec, schema: Schema, pattern: string): Place {
  const branches = alternatives(spec, schema).map((branch): Branch => {
    const fields = Object.entries(branch.properties ?? {}).map(([name, field]) => fieldOf(name, field, pattern));
    return {
      schema: branch,
      isAmount: branch.unit === 'COIN' || branch.unit === 'COIN/kB',
      fields,
    };
  });
  return { pattern, branches, hasAmount: branches.some((branch) => branch.isAmount) };
}

function fieldOf(name: string, schema: Schema, pattern: string): Field {
  const common = { name, pattern: join(pattern, name), schema };
  const { presence } = schema;
  if (presence === undefined || typeof presence === 'string') return common;
  const { when, only, onlyWhen = when } = presence;
  return { ...common, when, ...(only !== undefined && { only, onlyWhen }) };
}

function branchFor({ branches }: Place, value: unknown): Branch | undefined {
  return branches.length === 1 ? branches[0] : branches.find(({ schema }) => fits(schema, value));
}

function fieldPlace(spec: Spec, field: Field): Place {
  return (field.place ??= placeOf(spec, field.schema, field.pattern));
}

/** Of members under names that are data. */
function restPlace(spec: Spec, branch: Branch, schema: Schema, pattern: string): Place {
  return (branch.rest ??= placeOf(spec, schema, `${pattern}{}`));
}

function itemPlace(spec: Spec, branch: Branch, pattern: string, index: number): Place | undefined {
  const { prefixItems, items } = branch.schema;
  if (prefixItems && index < prefixItems.length) {
    branch.prefix ??= prefixItems.map((item, at) => placeOf(spec, item, `${pattern}[${at}]`));
    return branch.prefix[index];
  }
  if (!items) return undefined;
  return (branch.items ??= placeOf(spec, items, `${pattern}[]`));
}

/** Whether there is anything to look at: within an object or a list, or at an amount. */
function concerns(place: Place, value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || place.hasAmount;
}

function tooMuch(path: string, name: string, only: string): Remark {
  const message = `${name} must not be there: the documents give it with the restriction "${only}", which is not met`;
  return { check: 'presence', path, message };
}

function tooLittle(path: string, name: string): Remark {
  const message = `${name} is missing, though the condition under which the documents give it holds`;
  return { check: 'presence', path, message };
}

/** Whether nothing documented stands within a value. */
function isBare(spec: Spec, schema: Schema): boolean {
  return alternatives(spec, schema).every(({ properties, items, additionalProperties }) => !properties && !items && typeof additionalProperties !== 'object');
}

/** Every field that a schema documents, as the paths that `inspect` reports, and the items of lists without fields. A shape within itself adds no new field. */
export function fieldsOf(spec: Spec, schema: Schema): string[] {
  const fields = new Set<string>();
  const visit = (schema: Schema, pattern: string, within: readonly string[]): void => {
    if (schema.$ref !== undefined) {
      if (within.includes(schema.$ref)) return;
      const shape = spec.shapes[schema.$ref];
      if (shape) visit(shape.schema, pattern, [...within, schema.$ref]);
    }
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      fields.add(join(pattern, name));
      visit(field, join(pattern, name), within);
    }
    schema.prefixItems?.forEach((item, index) => visit(item, `${pattern}[${index}]`, within));
    if (schema.items) {
      // What has no fields is seen itself: of an empty list, nothing was.
      if (isBare(spec, schema.items)) fields.add(`${pattern}[]`);
      visit(schema.items, `${pattern}[]`, within);
    }
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${pattern}{}`, within);
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      visit(branch, pattern, within);
  };
  visit(schema, '', []);
  return [...fields];
}

function checkAmount(value: unknown, path: string, remarks: Remark[]): void {
  const text = isLosslessNumber(value) ? value.value : typeof value === 'number' ? String(value) : undefined;
  if (text !== undefined && decimalPlaces(text) > 8) {
    remarks.push({ check: 'amount', path, message: `${text} has more than 8 decimal places` });
  }
}

/** Places after the point that a JSON number needs, however it is written: `1.50` and `15e-1` need one. */
function decimalPlaces(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/0+$/, '');
  if (digits === '') return 0;
  return Math.max(0, fraction.length - (whole.length + fraction.length - digits.length) - Number(exponent));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
