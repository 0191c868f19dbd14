import type { Json, Method, Param, Schema, Spec } from './types.ts';

interface FormBase {
  /** The shapes that the schema refers to, most specific first: `SignedTransaction`, `RawTransaction`, `Hex`. */
  readonly kinds: readonly string[];
}

/** A member of an argument object. */
export interface MemberForm {
  readonly name: string;
  readonly form: ArgumentForm;
  readonly required: boolean;
  /** The default, if it is a literal. */
  readonly default?: Json;
}

/**
 * The form of an argument after it was read, derived from its schema. The types of handlers and the reader of calls both
 * use it. Plain data.
 */
export type ArgumentForm =
  /** Satoshis, or satoshis per 1000 vbytes; a number or a string on the wire. */
  | (FormBase & { readonly type: 'amount' })
  /** The text of a decimal number whose places another argument decides; a number or a string on the wire. */
  | (FormBase & { readonly type: 'decimal' })
  /** `wide`: may exceed 32 bits. `fromDigits`: may also be a string of digits. `values`: the permitted values. */
  | (FormBase & { readonly type: 'integer'; readonly wide: boolean; readonly fromDigits?: true; readonly values?: readonly number[] })
  | (FormBase & { readonly type: 'number' })
  | (FormBase & { readonly type: 'boolean' })
  | (FormBase & { readonly type: 'string'; readonly values?: readonly string[] })
  | (FormBase & { readonly type: 'literal'; readonly value: string | number | boolean })
  /** `perItem`: an invalid item is read as a `RefusedItem` and does not affect the others. */
  | (FormBase & { readonly type: 'array'; readonly items: ArgumentForm; readonly perItem?: boolean })
  /** `rest`: members whose names are data. */
  | (FormBase & { readonly type: 'object'; readonly members: readonly MemberForm[]; readonly rest?: ArgumentForm })
  | (FormBase & { readonly type: 'union'; readonly of: readonly ArgumentForm[] })
  /** The value as received. */
  | (FormBase & { readonly type: 'any' });

/** The form of an argument. */
export function argumentForm(spec: Spec, param: Param): ArgumentForm {
  const form = formOf(spec, param.schema, []);
  return param.onInvalid === 'per-item' && form.type === 'array' ? { ...form, perItem: true } : form;
}

/** The arguments of a method: those of the documents, or the ones in `beyond/` if the documents leave them open. */
export function offeredParams(method: Method): readonly Param[] {
  return method.own?.params ?? method.params;
}

/** Whether a handler always receives the argument: given, by default, or as an object of defaults. */
export function isAlwaysPresent(param: Pick<Param, 'required' | 'default'>, form: ArgumentForm): boolean {
  return param.required || param.default !== undefined || isOptions(form);
}

/**
 * Whether every member of the object is optional, so that the object is optional too; its default is `{}`. An object
 * without members is a placeholder: given, it means something else than left out.
 */
export function isOptions(form: ArgumentForm): boolean {
  if (form.type === 'union') return form.of.some(isOptions);
  return form.type === 'object' && form.rest === undefined && form.members.length > 0 && form.members.every((member) => !member.required);
}

/** The units `sat` and `COIN` decide how a number is read. */
const amountUnits = new Set(['COIN', 'COIN/kB']);
const decimalUnits = new Set(['token', 'fraction']);
const wideUnits = new Set(['sat', 's', 'epoch s', 'epoch us', 'guid']);
const INT32_MAX = 2 ** 31 - 1;

function formOf(spec: Spec, schema: Schema, kinds: readonly string[]): ArgumentForm {
  if (schema.$ref !== undefined) {
    const shape = spec.shapes[schema.$ref];
    if (!shape) throw new Error(`no shape ${schema.$ref} in the specification`);
    const { $ref: _, ...siblings } = schema;
    return formOf(spec, { ...shape.schema, ...siblings }, [...kinds, schema.$ref]);
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches)
    return unionOf(
      branches.filter((branch) => branch.type !== 'null').map((branch) => formOf(spec, branch, kinds)),
      branches,
      kinds,
    );
  if (schema.const !== undefined) return { type: 'literal', value: schema.const as string | number | boolean, kinds };
  if (schema.unit !== undefined && amountUnits.has(schema.unit)) return { type: 'amount', kinds };
  if (schema.unit !== undefined && decimalUnits.has(schema.unit)) return { type: 'decimal', kinds };
  const type = typeof schema.type === 'object' ? schema.type.find((name) => name !== 'null') : schema.type;
  // An enum of one value is not a choice: it is a placeholder, to which some start options give a meaning.
  const values = schema.enum !== undefined && schema.enum.length > 1 ? schema.enum : undefined;
  switch (type) {
    case 'integer': {
      const wide = (schema.maximum ?? 0) > INT32_MAX || (schema.unit !== undefined && wideUnits.has(schema.unit));
      return { type, wide, kinds, ...(values && { values: values as number[] }) };
    }
    case 'string':
      return { type, kinds, ...(values && { values: values as string[] }) };
    case 'number':
    case 'boolean':
      return { type, kinds };
    case 'array':
      return { type, items: formOf(spec, schema.items ?? {}, []), kinds };
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, member]): MemberForm => ({
        name,
        form: formOf(spec, member, []),
        required: schema.required?.includes(name) === true,
        ...(member.default !== undefined && { default: member.default }),
      }));
      const rest = schema.additionalProperties ? formOf(spec, schema.additionalProperties, []) : undefined;
      return { type, members, kinds, ...(rest && { rest }) };
    }
    default:
      return { type: 'any', kinds };
  }
}

function unionOf(forms: readonly ArgumentForm[], schemas: readonly Schema[], kinds: readonly string[]): ArgumentForm {
  const [first] = forms;
  if (!first) throw new Error('a union without branches');
  if (forms.every((form) => form.type === 'amount')) return { type: 'amount', kinds };
  if (forms.every((form) => form.type === 'decimal')) return { type: 'decimal', kinds };
  // If a number is permitted too, a string of digits is read as that number.
  const numbers = schemas.every((schema) => schema.type === 'integer' || (schema.type === 'string' && schema.pattern === '^[0-9]+$'));
  if (numbers) return { type: 'integer', wide: true, fromDigits: true, kinds };
  const strings = forms.every((form) => form.type === 'string' || (form.type === 'literal' && typeof form.value === 'string'));
  if (strings) return { type: 'string', kinds };
  if (forms.length === 1) return first;
  return { type: 'union', of: forms, kinds };
}
