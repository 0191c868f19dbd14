import type { LoadedSpec } from '../load.ts';
import { alternatives } from '../resolve.ts';
import type { Method, Schema, Spec } from '../types.ts';
import type { SpecProblem } from './problem.ts';
import { conditionsOf, partsOf, topSchemas, shapesBehind } from './schema-queries.ts';
import { children } from '../json-schema.ts';

/**
 * Names in conditions of presence must exist: a sibling, a field at the root of the result, or an argument of a method
 * with this result. A field that no document names (the `coinbase` of an input) may be used only by `given`, with a
 * reading.
 */
export function checkConditions(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  return topSchemas(loaded).flatMap((place) => {
    const users =
      place.use === 'shape'
        ? spec.methods.filter((method) => answersWith(spec, method, place.where))
        : spec.methods.filter((method) => place.where.startsWith(`${method.id} (`));
    return objectsIn(place.schema).flatMap((object) =>
      Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
        return conditionsOf(field)
          .flatMap(partsOf)
          .flatMap((part) => {
            const problem = (text: string): SpecProblem[] => [
              { file: place.file, message: `${place.where}: the presence of ${name} depends on ${text}` },
            ];
            if ('param' in part) {
              return users.length > 0 && !users.some((method) => hasArgument(spec, method, part.param))
                ? problem(`the argument ${part.param}, which no method with this result has`)
                : [];
            }
            if (!('field' in part)) return [];
            if (part.field === name) return problem('itself');
            const isThere =
              part.root === true
                ? users.some((method) => rootHas(spec, method, part.field))
                : Object.hasOwn(object.properties ?? {}, part.field);
            const isForeign = part.given !== undefined && field.reading !== undefined;
            return isThere || isForeign
              ? []
              : problem(`the field ${part.field}, which is not ${part.root === true ? 'at the root' : 'in the same object'}`);
          });
      }),
    );
  });
}

/** The nested schemas that have fields. */
function objectsIn(schema: Schema): Schema[] {
  return [...(schema.properties ? [schema] : []), ...children(schema).flatMap(objectsIn)];
}

function answersWith(spec: Spec, method: Method, shape: string): boolean {
  return method.variants.some((variant) => variant.result && shapesBehind(spec, variant.result).has(shape));
}

function rootHas(spec: Spec, method: Method, field: string): boolean {
  return method.variants.some((variant) => variant.result && alternatives(spec, variant.result).some((root) => root.properties?.[field]));
}

/** Whether a method has an argument, or a member of one, by its dotted name. */
function hasArgument(spec: Spec, method: Method, path: string): boolean {
  return argumentSchemas(spec, method, path).length > 0;
}

/** The schemas of an argument, or of a member of one: one for each form. */
export function argumentSchemas(spec: Spec, method: Method, path: string): readonly Schema[] {
  const [name, ...rest] = path.split('.');
  const param = method.params.find((candidate) => candidate.name === name);
  const within = (schemas: readonly Schema[], steps: readonly string[]): readonly Schema[] => {
    const [step, ...further] = steps;
    if (step === undefined) return schemas;
    return within(
      schemas.flatMap((schema) => (schema.properties?.[step] ? alternatives(spec, schema.properties[step]) : [])),
      further,
    );
  };
  return param ? within(alternatives(spec, param.schema), rest) : [];
}
