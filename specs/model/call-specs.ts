import { defined } from './defined.ts';
import { argumentForm, offeredParams, type ArgumentForm } from './argument-form.ts';
import { neutralNames, render } from './names.ts';
import { offeredResult } from './offered-result.ts';
import type { Method, Param, Schema, Spec, Variant } from './types.ts';

/** One argument of a method. */
export interface CallParam extends Pick<Param, 'name' | 'required' | 'default' | 'defaultText' | 'description'> {
  readonly form: ArgumentForm;
}

/** The data of a method that a node needs to read calls and for help. Plain data. */
export interface CallSpec {
  readonly id: string;
  readonly family: string;
  /** The method on the wire whose first argument is `word`: `gobject`, `count`. */
  readonly subcommand?: { readonly of: string; readonly word: string };
  readonly summary: string;
  readonly params: readonly CallParam[];
  /** Text for each variant: `verbosity=0: string`. */
  readonly results: readonly string[];
  /** Why it is deprecated. */
  readonly deprecated?: string;
  /** Start option that the method requires. */
  readonly requiresOption?: string;
}

/** The data that coind reads at its start: without rules, sources and shapes. */
export function callSpecs(spec: Spec): CallSpec[] {
  return spec.methods.map((method) => ({
    id: method.id,
    family: method.family,
    ...defined({ subcommand: subcommandOf(method) }),
    summary: method.summary,
    params: offeredParams(method).map((param) => ({
      name: param.name,
      required: param.required,
      form: argumentForm(spec, param),
      ...(param.default !== undefined && { default: param.default }),
      ...(param.defaultText !== undefined && { defaultText: param.defaultText }),
      ...(param.description !== undefined && { description: param.description }),
    })),
    results: method.variants.map((variant) => describeVariant(spec, method, variant)),
    ...defined({ deprecated: method.deprecated, requiresOption: method.requiresOption ?? method.own?.requiresOption }),
  }));
}

function subcommandOf({ wire: { method, prefix } }: Method): CallSpec['subcommand'] {
  return prefix.length === 0 ? undefined : { of: render(method, neutralNames), word: prefix.join(' ') };
}

function describeVariant(spec: Spec, method: Method, variant: Variant): string {
  const result = offeredResult(method, variant);
  const text = result ? describe(spec, result) : 'not described';
  return variant.when ? `${variant.id}: ${text}` : text;
}

function describe(spec: Spec, schema: Schema): string {
  if (schema.$ref !== undefined) {
    const shape = spec.shapes[schema.$ref];
    return shape ? describe(spec, shape.schema) : 'any';
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return [...new Set(branches.map((branch) => describe(spec, branch)))].join(' or ');
  if (schema.items) return `array of ${describe(spec, schema.items)}`;
  const names = Object.keys(schema.properties ?? {});
  if (names.length > 0) return `object { ${names.join(', ')} }`;
  const type = typeof schema.type === 'object' ? schema.type.join(' or ') : schema.type;
  return schema.unit === undefined ? (type ?? 'any') : `${type ?? 'any'} (${schema.unit})`;
}
