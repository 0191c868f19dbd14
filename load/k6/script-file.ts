import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { K6Error } from './k6-error.ts';

/** The bundled k6 script, as the build has written it. Throws `K6Error`. */
export function k6Script(): string {
  const file = join(dirname(specsFolder()), 'dist/k6-script.js');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new K6Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`, {
      remedy: 'build Pyx: node scripts/build.mjs',
      cause: error,
    });
  }
}
