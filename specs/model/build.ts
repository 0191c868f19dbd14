import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { loadSpec, type LoadedSpec } from './load.ts';
import { fileKinds, fileSchema } from './meta-schema.ts';

/**
 * Compiles the specification below `specsFolder` into its `model/generated`, and writes what editors need to complete and
 * check its files into `schemas`. Throws `SpecError`.
 */
export function buildSpec(specsFolder: string): LoadedSpec {
  writeFileSchemas(join(specsFolder, 'schemas'));
  const loaded = loadSpec(specsFolder);
  compile(loaded, join(specsFolder, 'model/generated'));
  return loaded;
}

/** These files are in git, so that an editor finds them in a fresh clone: files name them in their first lines. */
function writeFileSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of fileKinds) writeFileSync(join(folder, `${kind}.schema.json`), `${JSON.stringify(fileSchema(kind), null, 2)}\n`);
}
