import { isLosslessNumber } from 'lossless-json';
import { conditionText } from './condition-text.ts';
import { alternatives, isObject } from './resolve.ts';
import { decide, type ConditionContext } from './variants.ts';
import { columnsOf, join, walk } from './walk.ts';
import type { Schema, Spec } from './types.ts';

/** A problem of a result that plain JSON Schema cannot express. */
export interface Remark {
  readonly check: 'presence' | 'amount' | 'column' | 'undocumented-field';
  readonly path: string;
  /** The place in the schema, see `Place.pattern`. */
  readonly pattern: string;
  readonly message: string;
  /** What came instead, if that is not a value of the call: `missing`. */
  readonly found?: string;
}

/**
 * Checks a result against its schema: conditions of presence, amounts as exact decimals with at most 8 places, the columns
 * of texts, and fields that no document names. `value` is lossless (numbers that are not safe integers keep their text).
 */
export function inspect(
  spec: Spec,
  schema: Schema,
  value: unknown,
  context: Pick<ConditionContext, 'method' | 'args' | 'options'>,
): readonly Remark[] {
  const remarks: Remark[] = [];
  walk(
    spec,
    schema,
    ({ schema: { unit, properties, columns, additionalProperties }, value: here, path, pattern }) => {
      const at = (name: string): Pick<Remark, 'path' | 'pattern'> => ({ path: join(path, name), pattern: join(pattern, name) });
      if (columns && typeof here === 'string') remarks.push(...columnRemarks(spec, columns, here, { path, pattern }));
      if (unit === 'COIN' || unit === 'COIN/kB') remarks.push(...amountRemarks(here, { path, pattern }));
      if (!isObject(here) || !properties) return;
      for (const [name, field] of Object.entries(properties)) {
        remarks.push(...presenceRemarks(name, field, at(name), { ...context, object: here, root: value }));
      }
      const namesAreData = typeof additionalProperties === 'object';
      if (namesAreData) return;
      for (const name of Object.keys(here)) {
        if (Object.hasOwn(properties, name)) continue;
        remarks.push({ check: 'undocumented-field', ...at(name), message: `${name} is not in the documents` });
      }
    },
    value,
  );
  return remarks;
}

type At = Pick<Remark, 'path' | 'pattern'>;

/** Evaluates the condition of a field: the one that requires it if it is missing, else the one that permits it. */
function presenceRemarks(name: string, { presence }: Schema, at: At, context: ConditionContext): Remark[] {
  if (presence === undefined || typeof presence === 'string') return [];
  const { when, only, onlyWhen = when } = presence;
  const isThere = context.object[name] !== undefined;
  if (isThere && only !== undefined && onlyWhen && decide(onlyWhen, context) === false) {
    const message = `${name} must be absent: the documents restrict it by "${only}", which does not hold`;
    return [{ check: 'presence', ...at, message, found: 'present' }];
  }
  if (!isThere && when && decide(when, context) === true) {
    const message = `${name} is missing, expected because ${conditionText(when)}`;
    return [{ check: 'presence', ...at, message, found: 'missing' }];
  }
  return [];
}

function columnRemarks(spec: Spec, columns: NonNullable<Schema['columns']>, text: string, { path, pattern }: At): Remark[] {
  const [names, texts] = [Object.keys(columns), columnsOf(text)];
  if (texts.length !== names.length) {
    const message = `expected the ${names.length} columns ${names.join(', ')}, found ${texts.length}: ${JSON.stringify(text)}`;
    return [{ check: 'column', path, pattern, message, found: `${texts.length} columns` }];
  }
  return names.flatMap((name, index): Remark[] => {
    const column = texts[index] as string;
    const forms = alternatives(spec, columns[name] as Schema);
    if (forms.some((form) => takes(form, column))) return [];
    const expected = forms.map(({ enum: values, pattern }) => values?.join(', ') ?? `the form ${pattern}`).join(' or ');
    const message = `column ${name} is ${JSON.stringify(column)}, expected ${expected}`;
    return [{ check: 'column', path: join(path, name), pattern: join(pattern, name), message }];
  });
}

/** A column is a text, whatever it means. */
function takes({ enum: values, pattern }: Schema, column: string): boolean {
  return (values === undefined || values.includes(column)) && (pattern === undefined || new RegExp(pattern, 'u').test(column));
}

function amountRemarks(value: unknown, at: At): Remark[] {
  const text = isLosslessNumber(value) ? value.value : typeof value === 'number' ? String(value) : undefined;
  if (text === undefined || decimalPlaces(text) <= 8) return [];
  return [{ check: 'amount', ...at, message: `${text} has more than 8 decimal places` }];
}

/** Number of decimal places that a JSON number needs in any notation: `1.50` and `15e-1` need one. */
function decimalPlaces(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/0+$/, '');
  if (digits === '') return 0;
  return Math.max(0, fraction.length - (whole.length + fraction.length - digits.length) - Number(exponent));
}
