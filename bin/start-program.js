import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/** Starts a program as it was bundled; where it was not, it is built now: nothing but `npm ci` is needed before. */
export async function startProgram(name) {
  // A reader that has seen enough (`| head`) is no error: what is left is not printed.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const program = join(root, `dist/${name}.mjs`);
  if (!existsSync(program)) {
    const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] });
    if (built.status !== 0) {
      process.stderr.write(`${name}: it could not be built; run npm ci in its folder\n`);
      process.exit(2);
    }
  }
  await import(pathToFileURL(program).href);
}
