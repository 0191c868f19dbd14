import type { Params } from '../client/types.ts';
import { positionalArguments } from '../specs/model/named-arguments.ts';
import { render, type Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method } from '../specs/model/types.ts';
import type { Wire } from '../specs/model/wire.ts';

/** A call by the method that it is of. */
export interface KnownCall {
  readonly method: Method;
  /** In order, with the words of a subcommand. */
  readonly params: readonly Wire[];
  /** Those of a call by name that the method does not have. */
  readonly unknownNames: readonly string[];
}

/** Finds the method of a call by its name on the node, and by its first arguments where it is a subcommand. */
export class MethodIndex {
  readonly #methods = new Map<string, Method[]>();

  /** `names`: the brand of the node. */
  constructor({ spec }: Specification, names: Names) {
    for (const method of spec.methods) {
      const name = render(method.wire.method, names);
      const known = this.#methods.get(name) ?? [];
      // The longest words first: a method without subcommand has none.
      this.#methods.set(
        name,
        [...known, method].toSorted((a, b) => b.wire.prefix.length - a.wire.prefix.length),
      );
    }
  }

  find(name: string, params: Params): KnownCall | undefined {
    const list: readonly Wire[] = isList(params) ? params : [];
    const method = this.#methods.get(name)?.find(({ wire }) => wire.prefix.every((word, index) => list[index] === word));
    if (!method) return undefined;
    if (isList(params)) return { method, params, unknownNames: [] };
    const described = new Set((method.own?.params ?? method.params).map((param) => param.name));
    const unknownNames = Object.keys(params).filter((given) => !described.has(given));
    return { method, params: positionalArguments(method, params), unknownNames };
  }
}

function isList(params: Params): params is readonly Wire[] {
  return Array.isArray(params);
}
