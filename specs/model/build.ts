import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compile } from './compile.ts';
import { loadSpec, type LoadedSpec } from './load.ts';
import { fileKinds, fileSchema } from './meta-schema.ts';
import { resultFileTypes, type FileSchema } from './result-file-types.ts';

/**
 * Compiles the specification in `specsFolder` into its `model/generated`, and writes JSON Schemas of its files for
 * editors into `schemas`. Throws `SpecError`.
 */
export function buildSpec(specsFolder: string): LoadedSpec {
  writeFileSchemas(join(specsFolder, 'schemas'));
  const loaded = loadSpec(specsFolder);
  compile(loaded, join(specsFolder, 'model/generated'));
  return loaded;
}

/** Writes the types of the files of results that JSON Schemas describe into `folder`: `fuzz.d.ts` of `fuzz.schema.json`. */
export function buildResultTypes(schemaFiles: readonly string[], folder: string): void {
  const schemas = new Map(schemaFiles.map((file) => [basename(file), JSON.parse(readFileSync(file, 'utf8')) as FileSchema]));
  mkdirSync(folder, { recursive: true });
  for (const name of schemas.keys()) writeFileSync(join(folder, name.replace(/\.schema\.json$/, '.d.ts')), resultFileTypes(name, schemas));
}

/** These files are in git, because the first line of each YAML file refers to them for editors. */
function writeFileSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of fileKinds) writeFileSync(join(folder, `${kind}.schema.json`), `${JSON.stringify(fileSchema(kind), null, 2)}\n`);
}
