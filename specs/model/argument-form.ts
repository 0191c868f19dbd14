import type { Json, Method, Param, Schema, Spec } from './types.ts';

interface FormBase {
  /** The shapes that the schema goes through, the most special first: `SignedTransaction`, `RawTransaction`, `Hex`. */
  readonly kinds: readonly string[];
}

/** A member of an object that is given as an argument. */
export interface MemberForm {
  readonly name: string;
  readonly form: ArgumentForm;
  readonly required: boolean;
  /** A literal default; there is no other. */
  readonly default?: Json;
}

/**
 * What a value of an argument is once it was read: the one view of its schema that both the types of handlers and the
 * reading of calls are made from. Plain data.
 */
export type ArgumentForm =
  /** Satoshis, or satoshis per 1000 vbytes; a number or a string on the wire. */
  | (FormBase & { readonly type: 'amount' })
  /** `wide`: may be beyond 32 bits. `fromDigits`: may also be a string of digits. `values`: the only ones. */
  | (FormBase & { readonly type: 'integer'; readonly wide: boolean; readonly fromDigits?: true; readonly values?: readonly number[] })
  | (FormBase & { readonly type: 'number' })
  | (FormBase & { readonly type: 'boolean' })
  | (FormBase & { readonly type: 'string'; readonly values?: readonly string[] })
  | (FormBase & { readonly type: 'literal'; readonly value: string | number | boolean })
  /** `perItem`: an item that is not as it should be comes as a `RefusedItem`, and the others are not concerned. */
  | (FormBase & { readonly type: 'array'; readonly items: ArgumentForm; readonly perItem?: boolean })
  /** `rest`: members under names that are data. */
  | (FormBase & { readonly type: 'object'; readonly members: readonly MemberForm[]; readonly rest?: ArgumentForm })
  | (FormBase & { readonly type: 'union'; readonly of: readonly ArgumentForm[] })
  /** As it came. */
  | (FormBase & { readonly type: 'any' });

/** The form of an argument. */
export function argumentForm(spec: Spec, param: Param): ArgumentForm {
  const form = formOf(spec, param.schema, []);
  return param.onInvalid === 'per-item' && form.type === 'array' ? { ...form, perItem: true } : form;
}

/** What a method takes: what the documents say, or where they say nothing, what is beyond them. */
export function offeredParams(method: Method): readonly Param[] {
  return method.own?.params ?? method.params;
}

/** Whether an argument is always there for a handler, be it given, by its default, or as an object of defaults. */
export function isAlwaysThere(param: Pick<Param, 'required' | 'default'>, form: ArgumentForm): boolean {
  return param.required || param.default !== undefined || isOptions(form);
}

/** An object of which every member may be left out, so that it may be left out itself: `{}` stands for it then. */
export function isOptions(form: ArgumentForm): boolean {
  if (form.type === 'union') return form.of.some(isOptions);
  return form.type === 'object' && form.rest === undefined && form.members.every((member) => !member.required);
}

/** `sat` and `COIN` are no mere numbers: the units decide how a number is read. */
const amountUnits = new Set(['COIN', 'COIN/kB']);
const wideUnits = new Set(['sat', 's', 'epoch s', 'epoch us']);
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
  const type = typeof schema.type === 'object' ? schema.type.find((name) => name !== 'null') : schema.type;
  // A list of one is no choice: it says what to write where nothing is to be said, and some start options give it a meaning.
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
  // Digits in a string, where a number may stand too, are that number.
  const numbers = schemas.every((schema) => schema.type === 'integer' || (schema.type === 'string' && schema.pattern === '^[0-9]+$'));
  if (numbers) return { type: 'integer', wide: true, fromDigits: true, kinds };
  const strings = forms.every((form) => form.type === 'string' || (form.type === 'literal' && typeof form.value === 'string'));
  if (strings) return { type: 'string', kinds };
  if (forms.length === 1) return first;
  return { type: 'union', of: forms, kinds };
}
