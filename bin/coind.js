#!/usr/bin/env node
// The bundled program if it was built, else built now: nothing but `npm ci` is needed before.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist/coind.mjs');
if (!existsSync(program)) {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (built.status !== 0) {
    process.stderr.write('coind: it could not be built; run npm ci in its folder\n');
    process.exit(2);
  }
}
await import(pathToFileURL(program).href);
