import { alternatives } from '../../specs/model/resolve.ts';
import type { Json, Schema, Spec } from '../../specs/model/types.ts';
import { JSON_WORDS } from './json-types.ts';
import type { PageText } from './page-text.ts';

/** Lists of values with more are in the shape alone. */
const VALUES_SHOWN = 40;

/** The type of a value in words, as HTML: `list of <a>BlockHash</a>`, `integer in blocks`, `one of "a", "b"`. */
export function typeWords(text: PageText, schema: Schema): string {
  const { $ref, type, oneOf, anyOf, items, prefixItems, additionalProperties, propertyNames, columns, unit } = schema;
  const ofUnit = unit === undefined ? '' : ` in ${text.say(unit)}`;
  if ($ref !== undefined) return `${text.shape($ref)}${text.typeOfShape($ref)}${ofUnit}`;
  const branches = oneOf ?? anyOf;
  if (branches) return `${unique(branches.map((branch) => typeWords(text, branch))).join(' or ')}${ofUnit}`;
  if (schema.allOf) return schema.allOf.map((part) => typeWords(text, part)).join(' with ');
  if (schema.const !== undefined) return valueCode(text, schema.const);
  if (schema.enum) return valuesText(text, schema.enum);
  if (columns) return 'text with columns';
  if (prefixItems) return 'list with fixed places';
  if (items) return `list of ${typeWords(text, items)}`;
  if (typeof additionalProperties === 'object' && !schema.properties)
    return `object of ${typeWords(text, additionalProperties)}${propertyNames ? `, by ${typeWords(text, propertyNames)}` : ', by name'}`;
  const types = type === undefined ? ['any value'] : [type].flat();
  return `${text.say(types.map((name) => JSON_WORDS[name] ?? name).join(' or '))}${ofUnit}`;
}

const valueCode = (text: PageText, value: Json): string => `<code>${text.say(JSON.stringify(value))}</code>`;

function valuesText(text: PageText, values: readonly Json[]): string {
  if (values.length === 1) return `only ${valueCode(text, values[0] as Json)}`;
  const shown = values.slice(0, VALUES_SHOWN).map((value) => valueCode(text, value));
  return `one of ${shown.join(', ')}${values.length > VALUES_SHOWN ? `, and ${values.length - VALUES_SHOWN} more` : ''}`;
}

/** Which values of its type a schema allows, in words; of a shape, those that the shape allows. Plain text. */
export function boundsOf(spec: Spec, schema: Schema): string[] {
  return unique(
    alternatives(spec, schema)
      .map((form) => ownBounds(form).join(', '))
      .filter((words) => words !== ''),
  );
}

function ownBounds(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf, pattern, format } = schema;
  return [
    ...range('', minimum, maximum),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...range(' characters', schema.minLength, schema.maxLength),
    ...range(' items', schema.minItems, schema.maxItems),
    ...range(' members', schema.minProperties, schema.maxProperties),
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
    ...(pattern === undefined ? [] : [`of the pattern ${pattern}`]),
    ...(format === undefined ? [] : [`of the format ${format}`]),
    ...(schema.additionalProperties === false && schema.properties ? ['no other member'] : []),
    ...(schema.anyCase === undefined ? [] : ['small and capital letters mean the same']),
  ];
}

function range(noun: string, min: number | undefined, max: number | undefined): string[] {
  if (min === undefined && max === undefined) return [];
  const words = (most: number): string => `${most}${most === 1 ? noun.replace(/s$/, '') : noun}`;
  if (max === undefined) return [`at least ${words(min ?? 0)}`];
  if (min === max) return [`exactly ${words(max)}`];
  return [min === undefined ? `at most ${words(max)}` : `from ${min} to ${words(max)}`];
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
