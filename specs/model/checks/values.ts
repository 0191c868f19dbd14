import type { Ajv2020 } from 'ajv/dist/2020.js';
import { buildAjv } from '../compile.ts';
import { paramId, toJsonSchema } from '../json-schema.ts';
import type { LoadedSpec } from '../load.ts';
import type { Json, Schema } from '../types.ts';
import { fileOf, type SpecProblem } from './problem.ts';
import { allSchemas } from './schema-queries.ts';

/** Defaults, and examples in schemas, that do not fit their schema. All references must resolve. */
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
    return method.params.flatMap((param) =>
      param.default === undefined
        ? []
        : refused(param.name, param.default).map((why) => ({
            file,
            message: `${method.id} ${param.name}: the default ${JSON.stringify(param.default)} does not fit its schema (${why})`,
          })),
    );
  });
  return [...ofSchemas, ...ofMethods];
}

function refusal(ajv: Ajv2020, schema: Schema, value: Json): string[] {
  const { default: _d, examples: _e, ...bare } = schema;
  const validate = ajv.compile(toJsonSchema(bare, 'param'));
  return validate(value) ? [] : [`does not fit its schema (${ajv.errorsText(validate.errors, { dataVar: 'it' })})`];
}
