import type { Ajv2020 } from 'ajv/dist/2020.js';
import { buildAjv } from '../compile.ts';
import { exampleArguments, isList } from '../example.ts';
import { paramId, resultId } from '../json-schema.ts';
import type { LoadedSpec } from '../load.ts';
import { partialSpec } from '../partial-schema.ts';
import type { Example, Method, Spec } from '../types.ts';
import { variantFor } from '../variants.ts';
import { fileOf, type SpecProblem } from './problem.ts';

/** Examples of methods whose arguments or results do not fit their schemas. All references must resolve. */
export function checkExamples(loaded: LoadedSpec): SpecProblem[] {
  return exampleProblems(loaded.spec).map(({ method, message }) => ({ file: fileOf(loaded, method), message }));
}

/** The same without files. */
export function exampleProblems(spec: Spec): { readonly method: Method; readonly message: string }[] {
  const methods = spec.methods.filter(({ examples }) => (examples ?? []).length > 0);
  if (methods.length === 0) return [];
  const arguments_ = buildAjv(spec).ajv;
  const results = buildAjv(partialSpec(spec)).ajv;
  return methods.flatMap((method) =>
    (method.examples ?? []).flatMap((example) =>
      [...answerProblems(example), ...argumentProblems(arguments_, method, example), ...resultProblems(results, method, example)].map(
        (problem) => ({ method, message: `${method.id}: the example "${example.name}" ${problem}` }),
      ),
    ),
  );
}

function answerProblems({ result, error, illustrative }: Example): string[] {
  if (result !== undefined && error !== undefined) return ['has both a result and an error'];
  return illustrative === true && error !== undefined ? ['is illustrative, so it cannot state an error'] : [];
}

function argumentProblems(ajv: Ajv2020, method: Method, example: Example): string[] {
  const { params } = method;
  const required = params.filter((param) => param.required);
  if (isList(example.params)) {
    const count = example.params.length;
    if (count < required.length || count > params.length)
      return [`has ${count} arguments; the method takes ${required.length} to ${params.length}`];
  }
  const given = exampleArguments(method, example);
  const missing = required.filter(({ name }) => given[name] === undefined);
  return [
    ...missing.map(({ name }) => `lacks ${name}, which is required`),
    ...params.flatMap((param) => {
      const value = given[param.name];
      // A null is a placeholder for an optional argument that is left out.
      if (value === undefined || (value === null && !param.required)) return [];
      const why = refusal(ajv, paramId(method.id, param.name), value, 'it');
      return why === undefined ? [] : [`gives ${param.name} ${JSON.stringify(value)}, which does not fit its schema (${why})`];
    }),
  ];
}

function resultProblems(ajv: Ajv2020, method: Method, example: Example): string[] {
  const variant = variantFor(method, exampleArguments(method, example));
  if (example.result === undefined || !variant?.result) return [];
  const why = refusal(ajv, resultId(method.id, variant.id), example.result, 'result');
  const which = method.variants.length === 1 ? '' : ` of ${variant.id}`;
  return why === undefined ? [] : [`has a result that does not fit the schema${which} (${why})`];
}

/** Why a value does not fit, by the place in it; undefined if it does. */
function refusal(ajv: Ajv2020, id: string, value: unknown, dataVar: string): string | undefined {
  const validate = ajv.getSchema(id);
  return validate?.(value) === true ? undefined : ajv.errorsText(validate?.errors, { dataVar });
}
