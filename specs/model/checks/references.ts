import type { LoadedSpec } from '../load.ts';
import { fileOf, type SpecProblem } from './problem.ts';
import { allSchemas, shapesBehind, topSchemas } from './schema-queries.ts';
import type { Schema, Source, Spec } from '../types.ts';

/** References to shapes that do not exist, and shapes that refer only to themselves. */
export function checkShapeReferences(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  const dangling = allSchemas(loaded).flatMap(({ file, where, schema }) =>
    schema.$ref === undefined || spec.shapes[schema.$ref]
      ? []
      : [{ file, message: `${where} refers to the shape ${schema.$ref}, which does not exist` }],
  );
  const circular = Object.values(spec.shapes)
    .filter((shape) => standsForItself(spec, shape.name))
    .map((shape) => ({ file: fileOf(loaded, shape), message: `shape ${shape.name} refers only to itself` }));
  return [...dangling, ...circular];
}

/** Whether a shape refers back to itself without a field or an item in between. */
function standsForItself(spec: Spec, name: string): boolean {
  const seen = new Set<string>();
  const follow = (schema: Schema | undefined): boolean => {
    if (!schema) return false;
    if (schema.$ref !== undefined) {
      if (schema.$ref === name) return true;
      if (!seen.has(schema.$ref)) {
        seen.add(schema.$ref);
        if (follow(spec.shapes[schema.$ref]?.schema)) return true;
      }
    }
    return [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].some(follow);
  };
  return follow(spec.shapes[name]?.schema);
}

/** Shapes that no argument and no result uses. */
export function checkUnusedShapes(loaded: LoadedSpec): SpecProblem[] {
  const used = new Set(
    topSchemas(loaded)
      .filter((place) => place.use !== 'shape')
      .flatMap((place) => [...shapesBehind(loaded.spec, place.schema)]),
  );
  return Object.values(loaded.spec.shapes)
    .filter((shape) => !used.has(shape.name))
    .map((shape) => ({ file: fileOf(loaded, shape), message: `shape ${shape.name} is used by no method` }));
}

/** Methods that do not exist, in the tables of states, limits, errors and statuses. */
export function checkMethodReferences(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  const ids = new Set(spec.methods.map((method) => method.id));
  const rows: [object, string, readonly string[]][] = [
    ...spec.states.map((row): [object, string, readonly string[]] => [row, row.id, row.methods]),
    ...spec.limits.map((row): [object, string, readonly string[]] => [row, row.id, row.appliesTo]),
    ...spec.errors.map((row): [object, string, readonly string[]] => [row, row.id, row.methods]),
    // A status field begins with the method that shows it: `getchaintips[].status`, `masternodelist status`.
    ...spec.statuses.map((row): [object, string, readonly string[]] => [row, row.id, [/^[^.[ ]+/.exec(row.field)?.[0] ?? row.field]]),
  ];
  return rows.flatMap(([row, id, methods]) =>
    methods
      .filter((method) => !ids.has(method))
      .map((method) => ({
        file: fileOf(loaded, row),
        message: `${id} names the method ${method}, which does not exist`,
      })),
  );
}

/** Rows of the table of states that do not exist, in rules. */
export function checkStatesOfRules(loaded: LoadedSpec): SpecProblem[] {
  const { methods, states } = loaded.spec;
  const ids = new Set(states.map(({ id }) => id));
  return methods.flatMap((method) =>
    method.rules
      .filter(({ state }) => state !== undefined && !ids.has(state))
      .map(({ id, state }) => ({
        file: fileOf(loaded, method),
        message: `${id} names the state ${state}, which the table of states does not have`,
      })),
  );
}

/** A shape that is both argument and result must list its required members, because the defaults of the two differ. */
export function checkSharedObjects(loaded: LoadedSpec): SpecProblem[] {
  const behind = (use: string): Set<string> =>
    new Set(
      topSchemas(loaded)
        .filter((place) => place.use === use)
        .flatMap((place) => [...shapesBehind(loaded.spec, place.schema)]),
    );
  const [given, answered] = [behind('param'), behind('result')];
  return Object.values(loaded.spec.shapes)
    .filter(({ name, schema }) => given.has(name) && answered.has(name) && schema.properties && !schema.required)
    .map((shape) => ({
      file: fileOf(loaded, shape),
      message: `shape ${shape.name} is both an argument and a result, so it must list its required members`,
    }));
}

/** Sources that are not a heading of their document. Methods beyond the documents have no source. */
export function checkSources(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  const headings = new Map(loaded.spec.documents.map((entry) => [entry.document, new Set(entry.sections)]));
  const parts: [object, string, Source][] = [
    ...spec.methods
      .filter((method) => !method.beyond)
      .flatMap((method): [object, string, typeof method.source][] => [
        [method, method.id, method.source],
        ...method.rules.map((rule): [object, string, typeof rule.source] => [method, rule.id, rule.source]),
        ...(method.conflicts ?? []).map((conflict): [object, string, typeof conflict.source] => [
          method,
          `a conflict of ${method.id}`,
          conflict.source,
        ]),
      ]),
    ...Object.values(spec.shapes).map((shape): [object, string, typeof shape.source] => [shape, shape.name, shape.source]),
    ...[...spec.states, ...spec.statuses, ...spec.limits, ...spec.errors, ...spec.envelope].map(
      (row): [object, string, typeof row.source] => [row, row.id, row.source],
    ),
  ];
  return parts
    .filter(([, , source]) => headings.get(source.document)?.has(source.section) !== true)
    .map(([part, id, source]) => ({
      file: fileOf(loaded, part),
      message: `${id} names "${source.section}", which is not a heading of document ${source.document}`,
    }));
}
