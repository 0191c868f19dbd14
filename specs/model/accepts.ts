import { Ajv2020 } from 'ajv/dist/2020.js';
import { shapeId, toJsonSchema } from './json-schema.ts';
import { addTextFormats, schemaReading } from './schema-reading.ts';
import type { Json, Schema, Spec } from './types.ts';
import { UserError } from './user-error.ts';

/** A schema of a standard that cannot be compiled, such as one whose pattern is no regular expression. */
export class UnreadableSchema extends UserError {
  override readonly name = 'UnreadableSchema';
}

type Check = (value: unknown) => boolean;

interface Checks {
  readonly ajv: Ajv2020;
  readonly bySchema: WeakMap<Schema, Check>;
  /** The same for equal schemas: many are merged anew from others at each use. */
  readonly byText: Map<string, Check>;
}

const checksOfSpecs = new WeakMap<Spec, Checks>();

/**
 * Whether a value of an argument fits a schema of the specification, or any part of one. Compiled at the first use of a
 * schema. Throws `UnreadableSchema`.
 */
export function accepts(spec: Spec, schema: Schema, value: Json): boolean {
  const { ajv, bySchema, byText } = checksOf(spec);
  const known = bySchema.get(schema);
  if (known) return known(value);
  const text = JSON.stringify(schema);
  const check = byText.get(text) ?? compiled(ajv, schema);
  byText.set(text, check);
  bySchema.set(schema, check);
  return check(value);
}

function compiled(ajv: Ajv2020, schema: Schema): Check {
  try {
    return ajv.compile(toJsonSchema(schema, 'param')) as Check;
  } catch (error) {
    throw new UnreadableSchema(`a schema cannot be compiled: ${(error as Error).message}`, { cause: error });
  }
}

function checksOf(spec: Spec): Checks {
  let checks = checksOfSpecs.get(spec);
  if (!checks) {
    // The schemas were checked when the specification was read.
    const ajv = new Ajv2020({ ...schemaReading, validateSchema: false });
    addTextFormats(ajv);
    for (const shape of Object.values(spec.shapes)) ajv.addSchema({ $id: shapeId(shape.name), ...toJsonSchema(shape.schema, 'param') });
    checksOfSpecs.set(spec, (checks = { ajv, bySchema: new WeakMap(), byText: new Map() }));
  }
  return checks;
}
