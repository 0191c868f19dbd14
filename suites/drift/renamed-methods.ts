import { render, type Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import { lettersOf } from './letters-of.ts';
import type { Survey } from './survey.ts';

/** The documented name of a method on this node, with its subcommand. */
export function wireName({ wire }: Method, names: Names): string {
  return [render(wire.method, names), ...wire.prefix].join(' ');
}

/** A name with the same words as another one has: `gobject get` and `gobject_get`, and not `gobjectget`. */
const wordsOf = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/g, ' ');

/**
 * Documented methods that the node does not find, and lists under a name of the same letters, by neutral id: with `gobject_get` in
 * place of `gobject get`. A name that several could mean is that of the one with the same words, else none.
 */
export function renamedMethods({ documented }: Specification, survey: Survey, names: Names): ReadonlyMap<string, string> {
  const wires = new Set(documented.map(({ wire }) => render(wire.method, names)));
  const offered = [...new Set((survey.listed ?? []).map(({ name }) => name))].filter(
    (name) => !wires.has(name) && survey.methods.get(name)?.call !== 'not-found',
  );
  const missing = documented
    .filter(({ wire }) => survey.methods.get(render(wire.method, names))?.call === 'not-found')
    .map((method) => ({ id: method.id, own: wireName(method, names) }));
  return new Map(
    offered.flatMap((name): [string, string][] => {
      const alike = missing.filter(({ own }) => lettersOf(own) === lettersOf(name));
      const meant = alike.length > 1 ? alike.filter(({ own }) => wordsOf(own) === wordsOf(name)) : alike;
      const rivals = offered.filter((other) => lettersOf(other) === lettersOf(name));
      return meant.length === 1 && rivals.length === 1 ? [[(meant[0] as { id: string }).id, name]] : [];
    }),
  );
}
