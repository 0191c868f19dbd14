import type { ArgumentsWanted } from '../../fixtures/world/arguments.ts';
import type { Effect, Json, Method, Variant } from '../../specs/model/types.ts';

/**
 * The effects of a call with these arguments: those of every variant that may apply, up to the first that must apply.
 * Values that are not chosen yet may be anything.
 */
export function effectOf(method: Method, wanted: ArgumentsWanted): readonly Effect[] {
  const effects = new Set<Effect>();
  for (const variant of method.variants) {
    const chance = applies(method, variant, wanted);
    if (chance === false) continue;
    for (const effect of variant.effect) effects.add(effect);
    if (chance === true) break;
  }
  return [...(effects.size > 0 ? effects : method.variants.flatMap((variant) => variant.effect))];
}

/** Whether a variant applies; undefined when that depends on values that are not chosen yet. */
function applies(method: Method, variant: Variant, wanted: ArgumentsWanted): boolean | undefined {
  const parts = Object.entries(variant.when ?? {}).map(([name, value]) => {
    const given = isGiven(method, wanted, name);
    const expected = givenness(value);
    if (expected !== undefined) return given === undefined ? undefined : given === expected;
    const settled = wanted.fixed?.[name] as Json | undefined;
    if (settled !== undefined) return JSON.stringify(settled) === JSON.stringify(value);
    if (given !== false) return undefined;
    const left = method.params.find((param) => param.name === name)?.default;
    return JSON.stringify(left) === JSON.stringify(value);
  });
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

/** Whether an argument or a member of one will be given; undefined when that is random. */
function isGiven(method: Method, { optional, fixed, members }: ArgumentsWanted, name: string): boolean | undefined {
  const [root = '', ...rest] = name.split('.');
  const names = Object.entries(fixed ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([path]) => path);
  if (names.includes(name)) return true;
  const param = method.params.find((candidate) => candidate.name === root);
  const there =
    param?.required === true ||
    optional === 'all' ||
    (optional !== 'none' && optional.includes(root)) ||
    names.some((path) => path === root || path.startsWith(`${root}.`));
  if (!there) return false;
  if (rest.length === 0) return true;
  return members?.[root]?.includes(rest.join('.')) === true ? true : undefined;
}

/** The value of `{ given: true }` and `{ given: false }`, conditions on the presence of an argument only. */
export function givenness(value: Json): boolean | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return typeof value['given'] === 'boolean' ? value['given'] : undefined;
}
