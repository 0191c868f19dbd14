import type { Ajv2020 } from 'ajv/dist/2020.js';
import { buildAjv } from '../compile.ts';
import { paramId, toJsonSchema } from '../json-schema.ts';
import type { LoadedSpec } from '../load.ts';
import type { Json, Schema } from '../types.ts';
import { fileOf, type SpecProblem } from './problem.ts';
import { allSchemas } from './schema-queries.ts';

/** Defaults, examples and arguments of example calls that do not fit their schema. All references must resolve. */
export function checkValues(loaded: LoadedSpec): SpecProblem[] {
  const { ajv } = buildAjv(loaded.spec);
  const ofSchemas = allSchemas(loaded).flatMap(({ file, where, schema }) => {
    const values: [string, Json][] = [
      ...(schema.default === undefined ? [] : [['default', schema.default] as [string, Json]]),
      ...(schema.examples ?? []).map((value): [string, Json] => ['example', value]),
    ];
    return values.flatMap(([kind, value]) =>
      refusal(ajv, schema, value).map((why) => ({
        file,
        message: `${where}: the ${kind} ${JSON.stringify(value)} ${why}`,
      })),
    );
  });
  const ofMethods = loaded.spec.methods.flatMap((method) => {
    const file = fileOf(loaded, method);
    const refused = (name: string, value: Json): string[] => {
      const validate = ajv.getSchema(paramId(method.id, name));
      return validate?.(value) === true ? [] : [ajv.errorsText(validate?.errors, { dataVar: 'it' })];
    };
    const defaults = method.params.flatMap((param) =>
      param.default === undefined
        ? []
        : refused(param.name, param.default).map((why) => ({
            file,
            message: `${method.id} ${param.name}: the default ${JSON.stringify(param.default)} does not fit its schema (${why})`,
          })),
    );
    const examples = (method.examples ?? []).flatMap((example) => {
      const most = method.params.length;
      const least = method.params.filter((param) => param.required).length;
      const count = example.params.length;
      const place = `${method.id}: the example "${example.summary}"`;
      if (count < least || count > most)
        return [{ file, message: `${place} has ${count} arguments; the method takes ${least} to ${most}` }];
      return example.params.flatMap((value, at) => {
        const param = method.params[at];
        // A null is a placeholder for an optional argument that is left out.
        if (!param || (value === null && !param.required)) return [];
        return refused(param.name, value).map((why) => ({
          file,
          message: `${place} gives ${param.name} ${JSON.stringify(value)}, which does not fit its schema (${why})`,
        }));
      });
    });
    return [...defaults, ...examples];
  });
  return [...ofSchemas, ...ofMethods];
}

function refusal(ajv: Ajv2020, schema: Schema, value: Json): string[] {
  const { default: _d, examples: _e, ...bare } = schema;
  const validate = ajv.compile(toJsonSchema(bare, 'param'));
  return validate(value) ? [] : [`does not fit its schema (${ajv.errorsText(validate.errors, { dataVar: 'it' })})`];
}
