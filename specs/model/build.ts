import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { loadSpec, type LoadedSpec } from './load.ts';
import { fileKinds, fileSchema } from './meta-schema.ts';

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

/** These files are in git, because the first line of each YAML file refers to them for editors. */
function writeFileSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of fileKinds) writeFileSync(join(folder, `${kind}.schema.json`), `${JSON.stringify(fileSchema(kind), null, 2)}\n`);
}
