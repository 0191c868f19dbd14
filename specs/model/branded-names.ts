import type { NamesByUse } from './guess-names.ts';
import { hasBrand, neutralNames, render, type Names } from './names.ts';
import type { Specification } from './spec.ts';

/** The names that the documents write with tokens, by what they name. */
export function brandedNames({ branded, documented }: Pick<Specification, 'branded' | 'documented'>): NamesByUse {
  const methods = [...new Set(documented.map(({ wire }) => wire.method).filter(hasBrand))].sort();
  const params = new Set(documented.flatMap((method) => method.params.map(({ name }) => name)));
  const others = branded.filter((name) => !methods.includes(name)).toSorted();
  const isParam = (name: string): boolean => params.has(render(name, neutralNames));
  return { methods, arguments: others.filter(isParam), fields: others.filter((name) => !isParam(name)) };
}

/** The names of a node for which the documents have others: `foo_sync_status` → `extclient_sync_status`. Empty for neutral brands. */
export function neutralByOwn(branded: readonly string[], names: Names): ReadonlyMap<string, string> {
  return new Map(
    branded.map((name) => [render(name, names), render(name, neutralNames)] as const).filter(([own, neutral]) => own !== neutral),
  );
}
