import { join } from 'node:path';
import { compile } from './compile.ts';
import { loadSpec, type LoadedSpec } from './load.ts';

/** Compiles the specification below `specsFolder` into its `model/generated`. Throws `SpecError`. */
export function buildSpec(specsFolder: string): LoadedSpec {
  const loaded = loadSpec(specsFolder);
  compile(loaded, join(specsFolder, 'model/generated'));
  return loaded;
}
