import { isLosslessNumber } from 'lossless-json';
import type { Condition, Comparison, Method, Variant } from './types.ts';

/** Arguments by name; members of option objects have dotted names. Plain JSON values. */
export type NamedArguments = { readonly [param: string]: unknown };

/** The variant that applies to a call with these arguments: the first whose `when` holds. */
export function variantFor(method: Method, args: NamedArguments): Variant | undefined {
  return method.variants.find((variant) =>
    Object.entries(variant.when ?? {}).every(([param, wanted]) => {
      if (isGiven(wanted)) return isPresent(argument(args, param)) === wanted.given;
      return sameJson(effectiveArgument(method, args, param), wanted);
    }),
  );
}

function isGiven(wanted: unknown): wanted is { given: boolean } {
  return typeof wanted === 'object' && wanted !== null && typeof (wanted as { given?: unknown }).given === 'boolean';
}

/** A null means that an argument was left out, so that a later one can be given. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function argument(args: NamedArguments, path: string): unknown {
  let value: unknown = args;
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The effective value: the given one, else the documented default. */
function effectiveArgument(method: Method, args: NamedArguments, path: string): unknown {
  const given = argument(args, path);
  if (isPresent(given)) return given;
  const [name, ...rest] = path.split('.');
  const param = method.params.find((candidate) => candidate.name === name);
  if (!param) return undefined;
  if (rest.length === 0) return param.default;
  return param.schema.properties?.[rest.join('.')]?.default;
}

/** The data for evaluating a condition. */
export interface ConditionContext {
  readonly method: Method;
  readonly args: NamedArguments;
  /** The object of the field, and the whole result; plain JSON. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly root: unknown;
  /** Start options that the node is known to run with; undefined when not known. */
  readonly options?: readonly string[] | undefined;
}

/** True or false, or undefined if the result alone cannot decide it. */
export function decide(condition: Condition, context: ConditionContext): boolean | undefined {
  if ('not' in condition) {
    const inner = decide(condition.not, context);
    return inner === undefined ? undefined : !inner;
  }
  if ('all' in condition)
    return combine(
      condition.all.map((part) => decide(part, context)),
      false,
    );
  if ('any' in condition)
    return combine(
      condition.any.map((part) => decide(part, context)),
      true,
    );
  if ('state' in condition) return undefined;
  if ('option' in condition)
    return context.options?.some((option) => option === condition.option || option.startsWith(`${condition.option}=`));
  if ('param' in condition) {
    const given = argument(context.args, condition.param);
    return compare(condition.given === undefined ? effectiveArgument(context.method, context.args, condition.param) : given, condition);
  }
  const object = condition.root === true ? context.root : context.object;
  return compare((object as Record<string, unknown> | null)?.[condition.field], condition);
}

/** Three-valued and/or: `decisive` is true for or, false for and; an unknown operand gives undefined. */
function combine(parts: (boolean | undefined)[], decisive: boolean): boolean | undefined {
  if (parts.includes(decisive)) return decisive;
  return parts.includes(undefined) ? undefined : !decisive;
}

/** Whether a comparison holds for a value; undefined if the type of the value does not allow it. */
export function compare(wire: unknown, { equals, in: among, above, below, given }: Comparison): boolean | undefined {
  // A double is exact enough for a written limit; amounts are checked elsewhere.
  const value = isLosslessNumber(wire) ? Number(wire.value) : wire;
  if (given !== undefined) return isPresent(value) === given;
  if (equals !== undefined) return sameJson(value, equals);
  if (among !== undefined) return among.some((candidate) => sameJson(value, candidate));
  // A value of a wrong type has its own finding and decides nothing about other fields.
  if ((above ?? below) !== undefined && typeof value !== 'number') return isPresent(value) ? undefined : false;
  if (above !== undefined) return (value as number) > above;
  if (below !== undefined) return (value as number) < below;
  return value === true;
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
