import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { callSpecs } from './call-specs.ts';
import { handlerTypes } from './handler-types.ts';
import { idTypes } from './id-types.ts';
import { argumentShapes, paramId, resultId, shapeId, toJsonSchema } from './json-schema.ts';
import type { LoadedSpec } from './load.ts';
import { addTextFormats, schemaReading } from './schema-reading.ts';
import { exactView, serviceTypes, wireView } from './service-types.ts';
import type { Spec } from './types.ts';
import { UserError } from './user-error.ts';

/** A schema of a standard that is no JSON Schema. */
export class SchemaError extends UserError {
  override readonly name = 'SchemaError';
}

/** Every schema of the specification, registered by its id. `refs` maps export names of the compiled module to ids. Throws `SchemaError`. */
export function buildAjv(spec: Spec): { ajv: Ajv2020; refs: Record<string, string> } {
  const ajv = new Ajv2020({ ...schemaReading, allErrors: true, code: { source: true, esm: true, lines: false } });
  addTextFormats(ajv);
  const refs: Record<string, string> = {};
  const add = (place: string, schema: object): void => {
    try {
      ajv.addSchema(schema);
    } catch (error) {
      throw new SchemaError(`${place}: ${(error as Error).message}`, { cause: error });
    }
  };
  const forArguments = argumentShapes(spec);
  for (const shape of Object.values(spec.shapes)) {
    const use = forArguments.has(shape.name) ? 'param' : 'result';
    add(`schema ${shape.name}`, { $id: shapeId(shape.name), ...toJsonSchema(shape.schema, use) });
  }
  let count = 0;
  for (const method of spec.methods) {
    for (const variant of method.variants) {
      if (!variant.result) continue;
      const id = resultId(method.id, variant.id);
      add(`${method.id} result`, { $id: id, ...toJsonSchema(variant.result, 'result') });
      refs[`v${count++}`] = id;
    }
    for (const param of method.params) {
      const id = paramId(method.id, param.name);
      add(`${method.id} ${param.name}`, { $id: id, ...toJsonSchema(param.schema, 'param') });
      refs[`v${count++}`] = id;
    }
  }
  return { ajv, refs };
}

/**
 * Writes the compiled form into `folder`: `spec.js` (the specification as one JSON text, with the mapping to validators)
 * and `validators.js` (stand-alone validators), with declarations; for coind, `calls.js` (the data to read calls, a tenth
 * of the whole) and `methods.d.ts` (arguments and results of handlers); `service.d.ts` for callers of coind, `wire.d.ts`
 * for callers of any node, and `ids.d.ts` for tables keyed by ids.
 */
export function compile(loaded: LoadedSpec, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { ajv, refs } = buildAjv(loaded.spec);
  const code = (standalone as unknown as { default: typeof standalone }).default ?? standalone;
  // ajv loads its helpers by require(); an ES module needs imports.
  const source = hoistRequires((code as unknown as (ajv: Ajv2020, refs: Record<string, string>) => string)(ajv, refs));
  const names = Object.fromEntries(Object.entries(refs).map(([name, id]) => [id, name]));
  writeFileSync(join(folder, 'validators.js'), source);
  const json = JSON.stringify({ spec: loaded.spec, branded: loaded.branded, validators: names });
  // V8 parses JSON.parse of a literal faster than an object literal.
  writeFileSync(join(folder, 'spec.js'), `export default JSON.parse(${JSON.stringify(json)});\n`);
  writeFileSync(
    join(folder, 'spec.d.ts'),
    "import type { Compiled } from '../spec.ts';\ndeclare const compiled: Compiled;\nexport default compiled;\n",
  );
  writeFileSync(
    join(folder, 'validators.d.ts'),
    `import type { Validator } from '../spec.ts';\n${Object.keys(refs)
      .map((name) => `export declare const ${name}: Validator;\n`)
      .join('')}`,
  );
  writeFileSync(join(folder, 'calls.js'), `export default JSON.parse(${JSON.stringify(JSON.stringify(callSpecs(loaded.spec)))});\n`);
  writeFileSync(
    join(folder, 'calls.d.ts'),
    "import type { CallSpec } from '../call-specs.ts';\ndeclare const calls: readonly CallSpec[];\nexport default calls;\n",
  );
  writeFileSync(join(folder, 'methods.d.ts'), handlerTypes(loaded.spec));
  writeFileSync(join(folder, 'service.d.ts'), serviceTypes(loaded.spec, exactView));
  writeFileSync(join(folder, 'wire.d.ts'), serviceTypes(loaded.spec, wireView));
  writeFileSync(join(folder, 'ids.d.ts'), idTypes(loaded.spec));
}

function hoistRequires(source: string): string {
  const imports = new Map<string, string>();
  const body = source.replace(/require\("([^"]+)"\)/g, (_, path: string) => {
    const name = imports.get(path) ?? `ajvHelper${imports.size}`;
    imports.set(path, name);
    return name;
  });
  // Depending on the loader, the default import of a CommonJS module is its exports or their `default`.
  const lines = [...imports].map(
    ([path, name]) =>
      `import ${name}Module from "${path}.js";\nconst ${name} = ${name}Module.default ? ${name}Module : { default: ${name}Module };`,
  );
  return `${lines.join('\n')}\n${body}\n`;
}
