import type { Param, Spec } from '../model/types.ts';
import { same, shown, type Report } from './change.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareSchemas } from './compare-schemas.ts';

/** The specifications of both sides. */
interface Sides {
  readonly before: Spec;
  readonly after: Spec;
}

/**
 * Reports the differences between the arguments of a method: which there are, their order, and each that both have. `known`: names
 * that are other ones on the second side, besides those that show by themselves.
 */
export function compareParams(
  before: readonly Param[],
  after: readonly Param[],
  { known = new Map<string, string>(), ...specs }: Sides & { readonly known?: ReadonlyMap<string, string> },
  report: Report,
): void {
  const renamed = renamings(before, after, known);
  const expected = new Set([...before.map(({ name }) => name), ...renamed.values()]);
  const lastKnown = after.findLastIndex(({ name }) => expected.has(name));
  for (const [index, param] of after.entries()) {
    if (expected.has(param.name)) continue;
    const rule = param.required ? 'required-param-added' : index > lastKnown ? 'param-added' : 'param-inserted';
    report({ rule, path: pathOf(param), after: shown(param.schema) });
  }
  const kept: [number, number][] = [];
  for (const [index, param] of before.entries()) {
    const name = renamed.get(param.name) ?? param.name;
    const other = after.find((candidate) => candidate.name === name);
    const path = pathOf(param);
    if (!other) {
      report({ rule: 'param-removed', path, before: shown(param.schema) });
      continue;
    }
    kept.push([index, after.indexOf(other)]);
    if (name !== param.name) report({ rule: 'param-renamed', path, before: param.name, after: name });
    compareParam(param, other, specs, report);
  }
  const positions = kept.map(([, position]) => position);
  if (positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0)))
    report({ rule: 'param-order-changed', path: 'arguments', before: names(before), after: names(after) });
}

/** Arguments that only differ in their name: known ones, and those at the same position, of the same schema, and in neither other list. */
function renamings(before: readonly Param[], after: readonly Param[], known: ReadonlyMap<string, string>): Map<string, string> {
  const has = (params: readonly Param[], { name }: Param): boolean => params.some((param) => param.name === name);
  const found = new Map(known);
  const taken = new Set(known.values());
  for (const [index, param] of before.entries()) {
    const other = after[index];
    if (found.has(param.name) || !other || taken.has(other.name)) continue;
    if (!has(after, param) && !has(before, other) && same(param.schema, other.schema)) found.set(param.name, other.name);
  }
  return found;
}

function compareParam(a: Param, b: Param, specs: Sides, report: Report): void {
  const path = pathOf(a);
  if (a.required !== b.required) report({ rule: b.required ? 'param-became-required' : 'param-became-optional', path });
  compareDefaults(a, b, path, report);
  if (a.onInvalid !== b.onInvalid) report({ rule: 'on-invalid-changed', path, before: a.onInvalid, after: b.onInvalid });
  if (a.description !== b.description) report({ rule: 'text-changed', path, before: shown(a.description), after: shown(b.description) });
  compareSchemas(a.schema, b.schema, '', {
    ...specs,
    direction: 'argument',
    report: (difference) => report({ ...difference, path: `${path}${difference.path === '' ? '' : ` ${difference.path}`}` }),
  });
}

const pathOf = ({ name }: Param): string => `argument ${name}`;
const names = (params: readonly Param[]): string => params.map(({ name }) => name).join(', ');
