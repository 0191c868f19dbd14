import type { LoadedSpec } from '../load.ts';
import { alternatives } from '../resolve.ts';
import type { Method, Schema, Spec } from '../types.ts';
import { fileOf, type SpecProblem } from './problem.ts';

/** Names in conflicts must be arguments of the method, or members of one; members of list items are named without an index. */
export function checkConflicts(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  return spec.methods.flatMap((method) =>
    (method.conflicts ?? []).flatMap(({ parts }) =>
      parts
        .filter(({ param }) => !isThere(spec, method, param))
        .map(({ param }) => ({
          file: fileOf(loaded, method),
          message: `${method.id}: a conflict names the argument ${param}, which does not exist`,
        })),
    ),
  );
}

function isThere(spec: Spec, method: Method, path: string): boolean {
  const [name, ...members] = path.split('.');
  const found = method.params.find((param) => param.name === name);
  let schemas = found ? withItems(spec, found.schema) : [];
  for (const member of members) {
    schemas = schemas.flatMap(({ properties }) => (properties?.[member] ? withItems(spec, properties[member]) : []));
  }
  return schemas.length > 0;
}

function withItems(spec: Spec, schema: Schema): Schema[] {
  return alternatives(spec, schema).flatMap((form) => [form, ...(form.items ? alternatives(spec, form.items) : [])]);
}
