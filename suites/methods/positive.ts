import type { Wire } from '../../fixtures/client/types.ts';
import { argumentsFor, type ArgumentsWanted } from '../../fixtures/world/arguments.ts';
import { toPlain } from '../../fixtures/client/wire-json.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Json, Method, Param, Schema, Variant } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { sameWire } from '../engine/show.ts';
import type { Trial } from '../engine/trial.ts';
import type { Case } from '../engine/types.ts';
import { checkResult } from './check-result.ts';
import { methodCase } from './method-case.ts';
import { setupOf } from './setups.ts';

type Args = { [param: string]: Wire };

/** Calls of a method that must succeed: each optional argument given and left out, every variant, value, form and bound. */
export function positiveCases(specification: Specification, method: Method): Case[] {
  const setup = setupOf(method.id);
  const optional = method.params.filter((param) => !param.required);
  const cases: Case[] = [];
  const add = (id: string, kind: string, title: string, wanted: ArgumentsWanted): void => {
    cases.push(positive(method, id, kind, title, wanted));
  };
  if (setup.noRequiredOnly === undefined) add('required-only', 'required-only', 'with the required arguments alone', { optional: 'none' });
  for (const param of optional) add(`with/${param.name}`, 'optional-given', `with ${param.name}`, { optional: [param.name] });
  if (optional.length > 1 && setup.noAll === undefined) add('with-all', 'all-given', 'with every argument', { optional: 'all' });
  for (const param of method.params) {
    for (const { slug, kind, value } of values(specification, param)) {
      add(`${kind}/${param.name}=${slug}`, kind, `${param.name} = ${slug}`, { optional: [param.name], fixed: { [param.name]: value } });
    }
    for (const { member, slug, kind, value } of memberValues(specification, param)) {
      const name = `${param.name}.${member}`;
      const fixed = value === undefined ? {} : { fixed: { [name]: value } };
      add(value === undefined ? `with/${name}` : `${kind}/${name}=${slug}`, kind, `with ${name}${value === undefined ? '' : ` = ${slug}`}`, { optional: [param.name], members: { [param.name]: [member] }, ...fixed });
    }
    if (!param.required && param.default !== undefined && method.variants.every((variant) => variant.effect.join() === 'read')) {
      cases.push(defaultCase(method, param, param.default));
    }
  }
  for (const variant of method.variants) {
    const fixed = Object.entries(variant.when ?? {}).filter(([, value]) => !isGiven(value));
    const shownAlready = fixed.length === 1 && cases.some((one) => one.id.endsWith(`/enum/${fixed[0]?.[0]}=${String(fixed[0]?.[1])}`));
    if (fixed.length === 0 || shownAlready) continue;
    const given = Object.entries(variant.when ?? {}).filter(([, value]) => !isGiven(value) || value.given).map(([name]) => name.split('.')[0] ?? name);
    add(`variant/${variant.id}`, 'variant', `variant ${variant.id}`, { optional: given, fixed: Object.fromEntries(fixed) as Args });
  }
  return unique(cases);
}

function positive(method: Method, id: string, kind: string, title: string, wanted: ArgumentsWanted): Case {
  return methodCase(method, {
    id, kind, title, positive: true,
    effect: effectOf(method, wanted),
    run: async (trial) => {
      const args = await argumentsFor(trial.world, trial.specification, method, trial.random, wanted);
      await succeed(trial, method, args);
    },
  });
}

/** Makes a call that must succeed and holds its answer against the variant that applies. */
async function succeed(trial: Trial, method: Method, args: Args): Promise<Wire> {
  const setup = setupOf(method.id);
  await setup.prepare?.(trial.world);
  const result = await trial.result(method.id, args, await setup.options?.(trial.world, Object.keys(args)));
  const variant = variantOf(method, args);
  if (variant) checkResult(trial, method, variant, args, result);
  await setup.undo?.(trial.world);
  return result;
}

/** Leaving an argument out and giving its documented default must answer the same. */
function defaultCase(method: Method, param: Param, value: Json): Case {
  return methodCase(method, {
    id: `default/${param.name}`,
    kind: 'default',
    title: `${param.name} left out means ${JSON.stringify(value)}`,
    positive: true,
    effect: ['read'],
    run: async (trial) => {
      const args = await argumentsFor(trial.world, trial.specification, method, trial.random, { optional: 'none' });
      const left = await trial.result(method.id, args);
      const given = await trial.result(method.id, { ...args, [param.name]: value as Wire });
      trial.ok(sameWire(left, given), `${method.id} answers otherwise when ${param.name} is left out than with its default ${JSON.stringify(value)}`, { check: 'default' });
    },
  });
}

/** Values of a parameter that each deserve a case: of an enumeration, both truth values, forms of a union, bounds. */
function values(specification: Specification, param: Param): { slug: string; kind: string; value: Wire | undefined }[] {
  const schema = resolveForms(specification, param.schema);
  const found: { slug: string; kind: string; value: Wire | undefined }[] = [];
  for (const value of schema.enum ?? []) found.push({ slug: String(value), kind: 'enum', value: value as Wire });
  if (schema.type === 'boolean') for (const value of [true, false]) found.push({ slug: String(value), kind: 'enum', value });
  return found;
}

/** Members of an option object: each given alone, and each of its enumerated values. */
function memberValues(specification: Specification, param: Param): { member: string; slug: string; kind: string; value: Wire | undefined }[] {
  const schema = resolveForms(specification, param.schema);
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).filter(([member]) => !required.has(member)).flatMap(([member, own]) => {
    const resolved = resolveForms(specification, own);
    const listed = resolved.type === 'boolean' ? [true, false] : (resolved.enum ?? []);
    return [
      { member, slug: '', kind: 'optional-given', value: undefined },
      ...listed.map((value) => ({ member, slug: String(value), kind: 'enum', value: value as Wire })),
    ];
  });
}

/** A schema with its references followed; of a union of an object and something else, the object. */
function resolveForms(specification: Specification, schema: Schema): Schema {
  const resolved = resolve(specification.spec, schema, schema.oneOf || schema.anyOf ? {} : undefined);
  return resolved;
}

export function variantOf(method: Method, args: Args): Variant | undefined {
  return variantFor(method, toPlain(args) as Record<string, unknown>);
}

function effectOf(method: Method, wanted: ArgumentsWanted): Case['effect'] {
  const fixed = wanted.fixed ?? {};
  const fitting = method.variants.filter((variant) => Object.entries(variant.when ?? {}).every(([name, value]) => !(name in fixed) || fixed[name] === value));
  return [...new Set((fitting.length > 0 ? fitting : method.variants).flatMap((variant) => variant.effect))];
}

function isGiven(value: Json): value is { given: boolean } {
  return typeof value === 'object' && value !== null && 'given' in value;
}

function unique(cases: Case[]): Case[] {
  return [...new Map(cases.map((one) => [one.id, one])).values()];
}
