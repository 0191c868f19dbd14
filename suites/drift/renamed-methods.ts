import { render, type Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import type { Survey } from './survey.ts';

/** What is left of a name if only its letters count: `gobject get`, `gobject_get` and `gobjectGet` are one. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '');

/** The documented name of a method on this node, with its subcommand. */
export function wireName({ wire }: Method, names: Names): string {
  return [render(wire.method, names), ...wire.prefix].join(' ');
}

/**
 * Documented methods that the node does not find, and lists under a name of the same letters, by neutral id: with `gobject_get` in
 * place of `gobject get`. A name that several could mean is none.
 */
export function renamedMethods({ documented }: Specification, survey: Survey, names: Names): ReadonlyMap<string, string> {
  const wires = new Set(documented.map(({ wire }) => render(wire.method, names)));
  const found = (method: Method): boolean => survey.methods.get(render(method.wire.method, names))?.call !== 'not-found';
  const offered = [...new Set((survey.listed ?? []).map(({ name }) => name))].filter(
    (name) => !wires.has(name) && survey.methods.get(name)?.call !== 'not-found',
  );
  const missing = documented.filter((method) => survey.methods.has(render(method.wire.method, names)) && !found(method));
  return new Map(
    missing.flatMap((method): [string, string][] => {
      const letters = lettersOf(wireName(method, names));
      const [name, ...others] = offered.filter((candidate) => lettersOf(candidate) === letters);
      const meant = missing.filter((other) => lettersOf(wireName(other, names)) === letters);
      return name === undefined || others.length > 0 || meant.length > 1 ? [] : [[method.id, name]];
    }),
  );
}
