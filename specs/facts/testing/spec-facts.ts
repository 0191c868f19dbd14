import { alternatives } from '../../model/resolve.ts';
import { isAlways } from '../../model/json-schema.ts';
import type { Json, Schema, Spec } from '../../model/types.ts';

/** A field of a result as the specification has it, in the words of the tables of facts. */
export interface SpecField {
  /** `tx[].vin[].txid`; a name that is data reads `<>`. */
  readonly field: string;
  /** Sorted base types: `str`, `num`, `bool`, `arr`, `obj`. */
  readonly types: readonly string[];
  readonly presence: 'always' | 'opt' | 'cond';
  readonly deprecated: boolean;
  /** At this field, its schema or the object it is in, a reading says why it differs from the words of the documents. */
  readonly hasReading: boolean;
}

const baseTypes: Record<string, string> = {
  string: 'str',
  number: 'num',
  integer: 'num',
  boolean: 'bool',
  array: 'arr',
  object: 'obj',
  null: 'null',
};

/** The base types that a schema allows, sorted; none when it says nothing of the type. */
export function typesOf(spec: Spec, schema: Schema): string[] {
  const types = alternatives(spec, schema).flatMap((branch) => {
    if (branch.type !== undefined) return branch.type as string | string[];
    const values: readonly Json[] = branch.enum ?? (branch.const === undefined ? [] : [branch.const]);
    return values.map((value) => typeof value);
  });
  return [...new Set(types.map((type) => baseTypes[type] ?? type))].sort();
}

/** How deep the top of a result is wrapped in arrays, and what is in them: `[]`, `[][]`. */
export function unwrap(spec: Spec, schema: Schema): { suffix: string; schema: Schema } {
  const only = alternatives(spec, schema);
  const items = only.length === 1 ? only[0]?.items : undefined;
  if (!items || only[0]?.prefixItems) return { suffix: '', schema };
  const inner = unwrap(spec, items);
  return { suffix: `[]${inner.suffix}`, schema: inner.schema };
}

/** Every field of a result, outermost first, each shape once on a way down. */
export function fieldsOfResult(spec: Spec, schema: Schema): SpecField[] {
  const found = new Map<string, SpecField>();
  const visit = (schema: Schema, pattern: string, within: readonly string[]): void => {
    const refs = refsOf(spec, schema);
    if (refs.some((ref) => within.includes(ref))) return;
    const inside = [...within, ...refs];
    for (const branch of alternatives(spec, schema)) {
      for (const [name, field] of Object.entries(branch.properties ?? {}))
        add(field, pattern === '' ? name : `${pattern}.${name}`, inside, branch.reading !== undefined);
      if (typeof branch.additionalProperties === 'object')
        add(branch.additionalProperties, pattern === '' ? '<>' : `${pattern}.<>`, inside);
      branch.prefixItems?.forEach((item, index) => {
        const isOptional = index >= (branch.minItems ?? 0);
        add(isOptional ? { ...item, presence: 'optional' } : item, `${pattern}[${index}]`, inside);
      });
      if (branch.items && !branch.prefixItems) add(branch.items, `${pattern}[]`, inside);
    }
  };
  const add = (field: Schema, pattern: string, within: readonly string[], isRead = false): void => {
    const branches = alternatives(spec, field);
    const presence = isAlways(field.presence) ? 'always' : field.presence === 'optional' ? 'opt' : 'cond';
    found.set(pattern, {
      field: pattern,
      types: typesOf(spec, field),
      presence,
      deprecated: branches.some((branch) => branch.deprecated === true),
      hasReading: isRead || branches.some((branch) => branch.reading !== undefined),
    });
    visit(field, pattern, within);
  };
  visit(schema, '', []);
  return [...found.values()];
}

/** The shapes that stand at the top of a schema, one behind the other or side by side. */
function refsOf(spec: Spec, schema: Schema): string[] {
  const here = schema.$ref === undefined ? [] : [schema.$ref];
  const behind = schema.$ref === undefined ? undefined : spec.shapes[schema.$ref]?.schema;
  return [...here, ...[behind, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((branch) => (branch ? refsOf(spec, branch) : []))];
}
