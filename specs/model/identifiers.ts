import { exampleArguments } from './example.ts';
import { children } from './json-schema.ts';
import { mapSchema } from './map-schema.ts';
import type { Json, Method, Param, Schema, Shape, Spec } from './types.ts';

/** Keywords that say nothing about which values are valid. */
const silent: ReadonlySet<string> = new Set<keyof Schema>([
  'type',
  'description',
  'deprecated',
  'presence',
  'reading',
  'unstated',
  'anyCase',
  'defaultText',
  'onInvalid',
]);
/** The last word of a name, in the singular, of a text that identifies something which must exist. */
const identifying = new Set(
  'account alias asset block coin contract cursor email file filename handle identifier login name owner path peer pubkey ref'
    .concat(' reference secret session signature slug symbol token transaction tx uri url user username wallet')
    .split(' '),
);
/** The ending of a word, in the singular, that identifies something, as a text or a number: `id`, `txid`, `blockhash`. */
const ENDING = /(?:id|hash|guid|key|address)$/;
const otherWords = new Set(['bid', 'fluid', 'grid', 'liquid', 'mid', 'paid', 'solid', 'valid', 'void']);

/** Whether a value of this name and type identifies something: `todoId`, `block_hash`, `ids`. */
export function namesIdentifier(name: string, type: 'string' | 'integer'): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const singular = [last, last.replace(/s$/, ''), last.replace(/es$/, '')];
  return singular.some((word) => (ENDING.test(word) && !otherWords.has(word)) || (type === 'string' && identifying.has(word)));
}

/** The type of values of which a schema says only that they are texts, or whole numbers without an end; undefined for any other. */
function plainType({ type, minimum, exclusiveMinimum, ...rest }: Schema): 'string' | 'integer' | undefined {
  if (!Object.keys(rest).every((keyword) => silent.has(keyword))) return undefined;
  if (type === 'integer') return type;
  return type === 'string' && minimum === undefined && exclusiveMinimum === undefined ? type : undefined;
}

/** Whether a shape is a text of a certain length, which identifies nothing: a title, not a hash. */
const isFreeText = ({ type, minLength, maxLength, pattern, format }: Schema): boolean =>
  type === 'string' && (minLength ?? maxLength) !== undefined && pattern === undefined && format === undefined;

/** Whether the values in the examples of schemas need not exist on a service: so in an imported document. */
export interface IdentifierOptions {
  readonly illustrative: boolean;
}

/**
 * The specification with each plain schema of an argument marked whose name is that of an identifier: no value may be invented for
 * it. Its values are those of its examples, those of the examples of its method, or its default. `isKnown`: methods that are left
 * as they are.
 */
export function markIdentifiers(spec: Spec, { illustrative }: IdentifierOptions, isKnown: (method: Method) => boolean): Spec {
  const mark = (schema: Schema, name: string | undefined): Schema => {
    const { examples, default: usual, ...rest } = schema;
    const type = plainType(rest);
    if (name === undefined || type === undefined || !namesIdentifier(name, type)) return schema;
    // A text with examples in a standard of the user has these values, which exist.
    const values = examples ?? (usual === undefined ? undefined : [usual]);
    return {
      ...schema,
      identifies: name,
      ...(values && { examples: values }),
      ...(examples && illustrative && { illustrative: true as const }),
    };
  };
  const methods = spec.methods.map((method) =>
    isKnown(method)
      ? method
      : {
          ...method,
          params: method.params.map((param) => withValues(method, { ...param, schema: mapSchema(param.schema, mark, param.name) })),
        },
  );
  const shapes = Object.values(spec.shapes).map((shape): [string, Shape] => [
    shape.name,
    { ...shape, schema: { ...mapSchema(shape.schema, mark), ...(isFreeText(shape.schema) && { anyFits: true as const }) } },
  ]);
  return { ...spec, methods, shapes: Object.fromEntries(shapes) };
}

/** An argument with the value that it has in an example of its method, or by default, if its schema has no examples. */
function withValues(method: Method, param: Param): Param {
  const { schema } = param;
  if (schema.identifies === undefined || schema.examples !== undefined) return param;
  const accepted = (method.examples ?? []).filter((example) => example.result !== undefined);
  const given = accepted.flatMap((example) => {
    const value = exampleArguments(method, example)[param.name];
    return value === undefined || value === null ? [] : [{ value: value as Json, isIllustrative: example.illustrative === true }];
  });
  const chosen = given.find(({ isIllustrative }) => !isIllustrative) ?? given[0];
  const value = chosen?.value ?? param.default;
  if (value === undefined) return param;
  return { ...param, schema: { ...schema, examples: [value], ...(chosen?.isIllustrative === true && { illustrative: true as const }) } };
}

/** The name of an argument among those given whose value need not exist on the service: it is that of an illustrative example. */
export function illustrativeArgument(spec: Spec, { params }: Method, given: Iterable<string>): string | undefined {
  const names = new Set(given);
  const seen = new Set<string>();
  const isIllustrative = (schema: Schema): boolean => {
    if (schema.illustrative === true) return true;
    if (schema.$ref !== undefined && !seen.has(schema.$ref)) {
      seen.add(schema.$ref);
      const shape = spec.shapes[schema.$ref];
      if (shape && isIllustrative(shape.schema)) return true;
    }
    return children(schema).some(isIllustrative);
  };
  return params.find(({ name, schema }) => names.has(name) && isIllustrative(schema))?.name;
}
