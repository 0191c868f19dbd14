// npm run dev: builds, and builds again after each change of a source file.
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { install, run } from './installed.mjs';

const root = join(import.meta.dirname, '..');
/** Editors write a file in several steps, and git many files one after another. */
const SETTLED_MS = 100;
/** The folders with sources, and the build itself. */
const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
const watched = [...include.filter((name) => name !== 'test' && !name.endsWith('.ts')), 'scripts'];

install();
let timer;
let building = Promise.resolve();

async function build() {
  const began = Date.now();
  const code = await run(process.execPath, [join(import.meta.dirname, 'build.mjs')]);
  process.stderr.write(code === 0 ? `built in ${((Date.now() - began) / 1000).toFixed(1)} s\n` : 'not built\n');
}

function buildSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => (building = building.then(build)), SETTLED_MS);
}

for (const folder of watched)
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (!/(^|[\\/])generated[\\/]|\.test\.ts$/.test(name ?? '')) buildSoon();
  });
buildSoon();
