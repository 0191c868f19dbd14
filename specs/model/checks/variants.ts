import type { LoadedSpec } from '../load.ts';
import { fieldsOf } from '../fields.ts';
import { alternatives } from '../resolve.ts';
import type { Json, Method, Schema, Spec } from '../types.ts';
import { variantFor } from '../variants.ts';
import { argumentSchemas } from './conditions.ts';
import { fileOf, type SpecProblem } from './problem.ts';

/**
 * Variants that depend on missing arguments or impossible values, variants that no call selects, calls that select no
 * variant (every combination of the relevant values is tried), and notes on fields that the result does not have.
 */
export function checkVariants(loaded: LoadedSpec): SpecProblem[] {
  return loaded.spec.methods.flatMap((method) => {
    const file = fileOf(loaded, method);
    const unknown = unknownConditions(loaded.spec, method);
    const found = [...(unknown.length > 0 ? unknown : reachProblems(loaded.spec, method)), ...unknownFields(loaded.spec, method)];
    if (method.unstated.includes('result') && method.variants.every((variant) => saysSomething(loaded.spec, variant.result))) {
      return [...found, `${method.id} has a result in every variant, but lists its result as unstated`].map((message) => ({
        file,
        message,
      }));
    }
    return found.map((message) => ({ file, message }));
  });
}

/** Whether a result schema permits any value, which is no description (it may still be secret). */
function saysSomething(spec: Spec, result: Schema | null): boolean {
  return (
    result !== null &&
    alternatives(spec, result).some((form) => form.type !== undefined || form.enum !== undefined || form.const !== undefined)
  );
}

function unknownConditions(spec: Spec, method: Method): string[] {
  return method.variants.flatMap((variant) =>
    Object.entries(variant.when ?? {}).flatMap(([path, wanted]) => {
      const place = `${method.id} (${variant.id})`;
      const schemas = argumentSchemas(spec, method, path);
      if (schemas.length === 0) return [`${place} depends on the argument ${path}, which does not exist`];
      if (isGiven(wanted)) return [];
      const param = method.params.find((candidate) => candidate.name === path.split('.')[0]);
      if (path.includes('.') && !param?.schema.properties && schemas.some((schema) => schema.default !== undefined)) {
        return [`${place} depends on ${path}, whose default is in a shape; write the object in the method`];
      }
      const values = schemas.flatMap((schema) => schema.enum ?? (schema.const === undefined ? [] : [schema.const]));
      const isOpen = schemas.some((schema) => !schema.enum && schema.const === undefined);
      return isOpen || values.includes(wanted)
        ? []
        : [`${place} requires ${path} to be ${JSON.stringify(wanted)}, which its schema does not allow`];
    }),
  );
}

function unknownFields(spec: Spec, method: Method): string[] {
  return method.variants.flatMap(({ id, result, untestable = {} }) => {
    const fields = result ? fieldsOf(spec, result) : new Set<string>();
    return Object.keys(untestable)
      .filter((field) => !fields.has(field))
      .map((field) => `${method.id} (${id}) lists ${field} as untestable, which its result does not have`);
  });
}

function reachProblems(spec: Spec, method: Method): string[] {
  const paths = [...new Set(method.variants.flatMap((variant) => Object.keys(variant.when ?? {})))];
  let calls: { readonly [path: string]: Json | undefined }[] = [{}];
  for (const path of paths) {
    const values = valuesToTry(spec, method, path);
    calls = calls.flatMap((call) => values.map((value) => ({ ...call, [path]: value })));
  }
  const reached = new Set<string>();
  let missed: string | undefined;
  for (const call of calls) {
    const variant = variantFor(method, nested(call));
    if (variant) reached.add(variant.id);
    else missed ??= paths.map((path) => (call[path] === undefined ? `no ${path}` : `${path} ${JSON.stringify(call[path])}`)).join(', ');
  }
  const unreached = method.variants
    .filter((variant) => !reached.has(variant.id))
    .map((variant) => `${method.id} (${variant.id}) applies to no call: earlier variants match every call`);
  return missed === undefined ? unreached : [...unreached, `${method.id}: no variant applies to a call with ${missed}`];
}

const other = { 'another value': true };

/** The values that variants name, those that the schema lists, another one if it is open, and undefined if optional. */
function valuesToTry(spec: Spec, method: Method, path: string): (Json | undefined)[] {
  const asked = method.variants.flatMap((variant) => {
    const wanted = variant.when?.[path];
    return wanted === undefined || isGiven(wanted) ? [] : [wanted];
  });
  const schemas = argumentSchemas(spec, method, path);
  const listed = schemas.flatMap(
    (schema): readonly Json[] =>
      schema.enum ?? (schema.const !== undefined ? [schema.const] : schema.type === 'boolean' ? [true, false] : [other]),
  );
  const required = !path.includes('.') && method.params.find((param) => param.name === path)?.required === true;
  const values = [...new Map([...asked, ...listed].map((value) => [JSON.stringify(value), value])).values()];
  return required ? values : [...values, undefined];
}

/** Arguments by name, from dotted paths. */
function nested(call: { readonly [path: string]: Json | undefined }): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(call)) {
    if (value === undefined) continue;
    const steps = path.split('.');
    let at = args;
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[steps.at(-1) ?? path] = value;
  }
  return args;
}

function isGiven(wanted: Json): boolean {
  return wanted !== null && typeof wanted === 'object' && !Array.isArray(wanted) && typeof wanted['given'] === 'boolean';
}
