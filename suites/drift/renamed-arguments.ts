import { brandedNames } from '../../specs/model/branded-names.ts';
import { readsAs } from '../../specs/model/guess-names.ts';
import { neutralNames, render } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, Param } from '../../specs/model/types.ts';
import type { HelpArgument } from './help-text.ts';
import { lettersOf } from './letters-of.ts';

/**
 * Arguments that help shows at another position under another name, by their documented names: one of the same letters, or one that
 * the documents use elsewhere for the same kind of value (`{ext}_destination_address` for `{ext} address`), whatever its brand. Those
 * that stand at their position are found without it.
 */
export function renamedArguments(specification: Specification, method: Method, args: readonly HelpArgument[]): ReadonlyMap<string, string> {
  const shown = args.flatMap(({ name }) => name ?? []);
  const documented = method.params.map(({ name }) => name);
  const missing = method.params.filter(({ name }) => !shown.includes(name));
  const unknown = shown.filter((name) => !documented.includes(name));
  const pairs = missing.flatMap((param) =>
    unknown.filter((name) => isAlike(specification, param, name)).map((name): [string, string] => [param.name, name]),
  );
  // One that could be several is left open.
  return new Map(pairs.filter(([from, to]) => pairs.filter(([a, b]) => a === from || b === to).length === 1));
}

function isAlike(specification: Specification, { name, schema }: Param, shown: string): boolean {
  if (lettersOf(name) === lettersOf(shown)) return true;
  if (schema.$ref === undefined) return false;
  const elsewhere = specification.documented.flatMap(({ params }) => params.filter((param) => param.schema.$ref === schema.$ref));
  const templates = brandedNames(specification).arguments;
  return elsewhere.some(
    (param) =>
      templates.some((template) => render(template, neutralNames) === param.name && readsAs(template, shown)) || param.name === shown,
  );
}
