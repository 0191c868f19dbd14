// Collects the files for an image of coind in a folder: the built programs and their packages with native parts. The
// build of the image then does not need npm.
//   node docker/coind/bundle.mjs FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const programs = ['coind.mjs', 'coin-cli.mjs', 'ext-chain.mjs'];
/** Packages of coind that `scripts/build.mjs` does not bundle. */
const packages = ['secp256k1', 'zeromq'];
/** Packages for other systems than Linux. */
const foreign = /^(?:darwin|win32|android|freebsd)(?:-|$)/;

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: bundle.mjs FOLDER');
for (const program of programs) if (!existsSync(join(root, 'dist', program))) fail('coind is not built; run npm ci first');

mkdirSync(join(folder, 'dist'), { recursive: true });
for (const file of await filesOf(programs)) cpSync(join(root, file), join(folder, 'dist', basename(file)));
// Read by coind.mjs. The code compiled here is of another release of Node: the image compiles its own.
for (const file of readdirSync(join(root, 'dist')))
  if (/^coind-.*\.cjs$/.test(file)) cpSync(join(root, 'dist', file), join(folder, 'dist', file));
cpSync(join(root, 'scripts/warm-coind.mjs'), join(folder, 'warm-coind.mjs'));
const copied = new Set();
for (const name of packages) copyPackage(name, root);
cpSync(join(import.meta.dirname, 'Dockerfile'), join(folder, 'Dockerfile'));

/** The programs with all chunks that they load. */
async function filesOf(entries) {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => join(root, 'dist', entry)),
    absWorkingDir: root,
    outdir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}

/** Copies a package and its dependencies for Linux, with the same paths. */
function copyPackage(name, from) {
  const place = placeOf(name, from);
  if (place === undefined || copied.has(place)) return;
  copied.add(place);
  cpSync(place, join(folder, relative(root, place)), {
    recursive: true,
    // Nested packages are copied by their own call.
    filter: (source) =>
      !relative(place, source)
        .split(sep)
        .some((part) => part === 'node_modules' || foreign.test(part)),
  });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(needed, place);
}

/** The folder of a package, by Node's resolution; undefined if it is not installed (optional, for another system). */
function placeOf(name, from) {
  const found = createRequire(join(from, 'package.json'))
    .resolve.paths(name)
    .map((modules) => join(modules, name))
    .find((place) => existsSync(join(place, 'package.json')));
  return found === undefined || !found.startsWith(root + sep) ? undefined : found;
}

function fail(message) {
  process.stderr.write(`bundle: ${message}\n`);
  process.exit(2);
}
