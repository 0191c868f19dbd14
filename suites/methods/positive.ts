import type { Wire } from '../../specs/model/wire.ts';
import { argumentsFor, type ArgumentsWanted } from '../../fixtures/world/arguments.ts';
import { withoutConflicts } from '../../fixtures/world/conflicts.ts';
import { valueFor } from '../../fixtures/world/generate.ts';
import { toPlain } from '../../client/wire-json.ts';
import { accepts } from '../../specs/model/accepts.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Json, Method, Param, Schema, Spec } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { show } from '../../engine/show.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { acceptedResult } from './accepted-result.ts';
import { boundariesOf, lengthsOf } from './boundaries.ts';
import { checkResult } from '../../engine/check-result.ts';
import { defaultCases } from './defaults.ts';
import { effectOf, givenness } from './effect-of.ts';
import { formsOf, inForm } from '../support/arguments/forms.ts';
import { memberArguments } from './item-members.ts';
import { isEmpty, noteEmpty } from './empty-result.ts';
import { listedItem } from './listed.ts';
import { EVERY, methodCase } from './method-case.ts';
import { placesOf, type Place } from '../support/arguments/places.ts';
import { validChange } from '../support/arguments/reach.ts';
import { setupOf } from './setups.ts';
import { slugOf } from './slug.ts';

type Args = { [param: string]: Wire };

/** One call that must succeed. */
interface Positive {
  /** The part of the case id after `methods/<method>/`. */
  readonly id: string;
  readonly kind: string;
  /** Follows `<method> succeeds`. */
  readonly title: string;
  readonly wanted: ArgumentsWanted;
  /** The argument that it is about, and how it is given; undefined for the required ones only. */
  readonly about?: { readonly argument: string; readonly value?: string };
  /** Changes valid arguments into those of this call. `changed`: the place that it changes. */
  readonly change?: (args: Args, trial: Trial) => Promise<Args>;
  readonly changed?: string;
}

/** Calls of a method that must succeed: each optional argument given and omitted, every variant, value, form and limit. */
export function positiveCases(specification: Specification, method: Method): Case[] {
  const { spec } = specification;
  const setup = setupOf(method.id);
  const optional = method.params.filter((param) => !param.required);
  const calls: Positive[] = [];
  if (setup.noRequiredOnly === undefined)
    calls.push({ id: 'required-only', kind: 'required-only', title: 'with the required arguments only', wanted: { optional: 'none' } });
  for (const param of optional)
    calls.push({
      id: `with/${param.name}`,
      kind: 'optional-given',
      title: `with ${param.name}`,
      wanted: { optional: [param.name] },
      about: { argument: param.name },
    });
  if (optional.length > 1 && setup.noAll === undefined)
    calls.push({
      id: 'with-all',
      kind: 'all-given',
      title: 'with every argument',
      wanted: { optional: 'all' },
      about: { argument: EVERY },
    });
  for (const param of method.params) {
    calls.push(...ofValues(spec, method, param), ...ofForms(spec, param));
    for (const place of placesOf(spec, param))
      calls.push(...(place.steps.length === 1 ? ofMember(spec, method, param, place) : ofItem(spec, method, param, place)));
  }
  calls.push(...ofVariants(method, calls));
  const made = calls.map((call) => ({ ...call, id: slugOf(call.id) })).filter(({ id }) => setup.notMade?.[id] === undefined);
  return [...made.map((call) => positive(method, call)), ...defaultCases(method)];
}

function positive(method: Method, { id, kind, title, wanted, about, change, changed }: Positive): Case {
  return methodCase(method, {
    id,
    kind,
    ...(about && { about }),
    title: `succeeds ${title}`,
    positive: true,
    // Where no document describes the arguments, a result shows nothing.
    checksResult: !method.unstated.includes('arguments'),
    effect: effectOf(method, wanted),
    run: async (trial) => {
      const args = await argumentsFor(trial, method, wanted);
      await succeed(trial, method, change ? await withoutConflict(trial, method, await change(args, trial), changed) : args, id);
    },
  });
}

/** The arguments without those that conflict with the changed one. */
function withoutConflict(trial: Trial, method: Method, args: Args, changed?: string): Promise<Args> {
  return withoutConflicts(trial.specification.spec, method, args, {
    settled: new Set(changed === undefined ? [] : [changed]),
    living: (param) => valueFor(trial, param.schema),
  });
}

/** Makes a call that must succeed and checks its result against its variant. `id`: that of the `Positive`. */
async function succeed(trial: Trial, method: Method, args: Args, id: string): Promise<void> {
  const setup = setupOf(method.id);
  await setup.prepare?.(trial.world);
  const options = await setup.options?.(trial.world, Object.keys(args));
  if (method.unstated.includes('arguments')) {
    // No document says that a call without arguments is valid; the rule cases use the arguments of the family.
    const answer = await trial.call(method.id, args, options);
    if (answer.ok) trial.judged(); // it was accepted
    else
      trial.observe('without-arguments', `refused ${answer.error.code}`, `${method.id} without arguments was refused ${answer.error.code}`);
    return;
  }
  const listing = id === 'required-only' ? await listedItem(trial.world, method.id) : undefined;
  const result = await acceptedResult(trial, method, args, options);
  if (listing !== undefined)
    trial.ok(!isEmpty(result), `${method.id} returned an empty list, expected an entry: ${listing}`, { check: 'empty' });
  const variant = variantFor(method, toPlain(args) as Record<string, unknown>);
  trial.judged(); // it was accepted
  if (variant) checkResult(trial, method, variant, { args, result });
  const whyEmpty = setup.empty?.[id];
  if (whyEmpty !== undefined)
    trial.ok(isEmpty(result), `${method.id} returned ${show(result)}, expected an empty list: ${whyEmpty}`, { check: 'empty' });
  else noteEmpty(trial, method, args, result);
  await setup.undo?.(trial.world);
}

/** Every listed value, both truth values, and the limits of an argument or of the items of a list. */
function ofValues(spec: Spec, method: Method, param: Param): Positive[] {
  const { name, schema } = param;
  const fixed = (kind: string, value: Wire, shown: unknown): Positive => ({
    id: `${kind}/${name}=${slugOf(shown)}`,
    kind,
    title: `with ${name} = ${String(shown)}`,
    wanted: { optional: [name], fixed: { [name]: value } },
    about: { argument: name, value: String(shown) },
  });
  // For lists that need more items than one.
  const amongItems = (value: Wire): Positive => ({
    id: `enum/${name}=${slugOf(value)}`,
    kind: 'enum',
    title: `with ${name} = ${String(value)}`,
    wanted: { optional: [name] },
    about: { argument: name, value: String(value) },
    changed: name,
    change: async (args, trial) => ({
      ...args,
      [name]: await validChange(trial, { method, param, argument: args[name] ?? null, steps: ['item'] }, async () => value),
    }),
  });
  const { items } = resolve(spec, schema, []);
  return [
    ...listedValues(spec, schema).map((value) => fixed('enum', value, value)),
    ...(items ? listedValues(spec, items) : []).map((value) =>
      accepts(spec, schema, [value as Json]) ? fixed('enum', [value], value) : amongItems(value),
    ),
    ...boundariesOf(spec, schema).map((value) => fixed('boundary', value, value)),
    ...lengthsOf(spec, schema).map(({ keyword, text }) => fixed('boundary', text, keyword)),
  ];
}

/** Each type of an argument that may be of several JSON types. */
function ofForms(spec: Spec, { name, schema }: Param): Positive[] {
  return formsOf(spec, schema).map((form) => ({
    id: `form/${name}=${form.name}`,
    kind: 'form',
    title: `with ${name} of type ${form.name}`,
    wanted: { optional: [name] },
    about: { argument: name, value: form.name },
    changed: name,
    change: async (args, trial) => ({ ...args, [name]: await inForm(trial, form, args[name] ?? null) }),
  }));
}

/** A member of an option object: given as the only member, each listed value, each form, its limits. */
function ofMember(spec: Spec, method: Method, param: Param, { name, schema, steps: [step], optional }: Place): Positive[] {
  if (step === undefined) return [];
  const member = typeof step === 'object' && 'member' in step ? step.member : undefined;
  const wanted: ArgumentsWanted = { optional: [param.name], ...(member !== undefined && { members: { [param.name]: [member] } }) };
  const fixed = (kind: string, value: Wire): Positive => ({
    id: `${kind}/${name}=${slugOf(value)}`,
    kind,
    title: `with ${name} = ${String(value)}`,
    wanted: { ...wanted, fixed: { [name]: value } },
    about: { argument: name, value: String(value) },
  });
  return [
    ...(optional ? [{ id: `with/${name}`, kind: 'optional-given', title: `with ${name}`, wanted, about: { argument: name } }] : []),
    ...(member === undefined
      ? []
      : [
          ...listedValues(spec, schema).map((value) => fixed('enum', value)),
          ...boundariesOf(spec, schema).map((value) => fixed('boundary', value)),
        ]),
    ...formsOf(spec, schema).map((form): Positive => ({
      id: `form/${name}=${form.name}`,
      kind: 'form',
      title: `with ${name} of type ${form.name}`,
      wanted,
      about: { argument: name, value: form.name },
      changed: name,
      change: async (args, trial) => ({
        ...args,
        [param.name]: await validChange(trial, { method, param, argument: args[param.name] ?? {}, steps: [step] }, (before) =>
          inForm(trial, form, before ?? null),
        ),
      }),
    })),
  ];
}

/** A place within the items of a list: the member given, each listed value, each form, its limits. */
function ofItem(spec: Spec, method: Method, param: Param, { name, steps, schema, optional }: Place): Positive[] {
  const call = (kind: string, suffix: string, change: (before: Wire | undefined, trial: Trial) => Promise<Wire>): Positive => {
    const own = memberArguments[`${method.id} ${name}${suffix}`] ?? (suffix === '' ? undefined : memberArguments[`${method.id} ${name}`]);
    return {
      id: `${kind === 'optional-given' ? 'with' : kind}/${name}${suffix}`,
      kind,
      title: `with ${name}${suffix.replace('=', kind === 'form' ? ' of type ' : ' = ')}`,
      wanted: { optional: [param.name] },
      about: { argument: name, ...(suffix !== '' && { value: suffix.slice(1) }) },
      changed: name,
      change: async (args, trial) => {
        const living = { ...args, ...(await own?.(trial.world, trial.random)) };
        if (own && suffix === '') return living;
        const place = { method, param, argument: living[param.name] ?? null, steps };
        return { ...living, [param.name]: await validChange(trial, place, (before) => change(before, trial)) };
      },
    };
  };
  return [
    ...(optional ? [call('optional-given', '', (_, trial) => valueFor(trial, schema))] : []),
    ...listedValues(spec, schema).map((value) => call('enum', `=${slugOf(value)}`, async () => value)),
    ...formsOf(spec, schema).map((form) => call('form', `=${form.name}`, (before, trial) => inForm(trial, form, before ?? null))),
    ...boundariesOf(spec, schema)
      .filter(() => optional)
      .map((value) => call('boundary', `=${value}`, async () => value)),
  ];
}

/** Variants that no other call covers. */
function ofVariants(method: Method, calls: readonly Positive[]): Positive[] {
  return method.variants.flatMap((variant): Positive[] => {
    const conditions = Object.entries(variant.when ?? {});
    const fixed = conditions.filter(([, value]) => givenness(value) === undefined);
    const [first, ...others] = fixed;
    if (!first || (others.length === 0 && calls.some(({ id }) => id === `enum/${first[0]}=${slugOf(first[1])}`))) return [];
    const given = conditions.filter(([, value]) => givenness(value) !== false).map(([name]) => name.split('.')[0] ?? name);
    return [
      {
        id: `variant/${variant.id}`,
        kind: 'variant',
        title: `in variant ${variant.id}`,
        about: { argument: variant.id },
        wanted: { optional: given, fixed: Object.fromEntries(fixed) as Args },
      },
    ];
  });
}

/** The values that a schema lists; both truth values of a boolean; none for a union. */
function listedValues(spec: Spec, schema: Schema): Wire[] {
  if (schema.oneOf || schema.anyOf) return [];
  const { type, enum: values } = resolve(spec, schema, []);
  return (values ?? (type === 'boolean' ? [true, false] : [])) as Wire[];
}
