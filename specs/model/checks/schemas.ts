import type { LoadedSpec } from '../load.ts';
import type { SpecProblem } from './problem.ts';
import { repeated } from './methods.ts';
import { allSchemas } from './schema-queries.ts';
import type { SchemaPlace } from '../schema-places.ts';

/** The permitted units of numbers. */
const units: readonly string[] = [
  'COIN',
  'COIN/kB',
  'sat',
  'sat/vB',
  's',
  'ms',
  'us',
  'epoch s',
  'epoch ms',
  'epoch us',
  'blocks',
  'bytes',
  'vbytes',
  'weight units',
  'hashes/s',
  'token',
  'fraction',
  'guid',
];

const types: readonly string[] = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

/** Problems of single schemas, without following references. */
export function checkSchemas(loaded: LoadedSpec): SpecProblem[] {
  return allSchemas(loaded).flatMap((place) =>
    problemsOf(place).map((message) => ({ file: place.file, message: `${place.where} ${message}` })),
  );
}

function problemsOf({ schema, use }: SchemaPlace): string[] {
  const found: string[] = [];
  if (schema.unit !== undefined && !units.includes(schema.unit))
    found.push(`has the unit ${schema.unit}; expected one of ${units.join(', ')}`);
  for (const type of schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type) {
    if (!types.includes(type)) found.push(`has the type ${type}, which is not a JSON type`);
  }
  for (const value of repeated((schema.enum ?? []).map((item) => JSON.stringify(item)))) found.push(`lists ${value} twice`);
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(schema.properties ?? {}, name)) found.push(`requires ${name}, which is not a member`);
  }
  if (schema.default !== undefined && schema.defaultText !== undefined) found.push('has both default and defaultText');
  if (schema.columns) {
    if (schema.type !== 'string') found.push('has columns, and does not have the type string');
    if (use === 'param') found.push('has columns, which only a result has');
  }
  if (schema.propertyNames && typeof schema.additionalProperties !== 'object')
    found.push('has propertyNames, but no schema for the members under such names');
  if (use === 'param' && schema.presence !== undefined) found.push('has a presence, which only a field of a result has');
  const { presence } = schema;
  if (typeof presence === 'object' && presence.only !== undefined && !/\b(only|absent)\b/.test(presence.only))
    found.push(`has the restriction "${presence.only}" without the word "only" or "absent" of the documents`);
  if (use === 'result' && schema.additionalProperties === false)
    found.push('closes a result with additionalProperties; a field too many is found anyway, as an observation');
  return found;
}
