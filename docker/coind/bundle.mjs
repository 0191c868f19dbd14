// Puts together what an image of coind is made from: its programs as they were built, and the packages with native parts
// that stand beside them. npm is not needed while the image is built.
//   node docker/coind/bundle.mjs FOLDER          the folder is filled
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const programs = ['coind.mjs', 'coin-cli.mjs'];
/** Those that `scripts/build.mjs` leaves out of the programs, as far as coind uses them. */
const packages = ['secp256k1', 'zeromq'];
/** Images are for Linux. */
const foreign = /^(?:darwin|win32|android|freebsd)(?:-|$)/;

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: bundle.mjs FOLDER');
for (const program of programs) if (!existsSync(join(root, 'dist', program))) fail('coind is not built; run npm ci first');

mkdirSync(join(folder, 'dist'), { recursive: true });
for (const file of await filesOf(programs)) cpSync(join(root, file), join(folder, 'dist', basename(file)));
const copied = new Set();
for (const name of packages) copyPackage(name, root);
cpSync(join(import.meta.dirname, 'Dockerfile'), join(folder, 'Dockerfile'));

/** The programs with all parts that they load. */
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

/** Copies a package and those that it needs to the places where they are found, as far as they are for Linux. */
function copyPackage(name, from) {
  const place = placeOf(name, from);
  if (place === undefined || copied.has(place)) return;
  copied.add(place);
  cpSync(place, join(folder, relative(root, place)), {
    recursive: true,
    // Packages within are copied as they are met.
    filter: (source) =>
      !relative(place, source)
        .split(sep)
        .some((part) => part === 'node_modules' || foreign.test(part)),
  });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(needed, place);
}

/** As Node looks for it; undefined where it is not installed: an optional one of another system. */
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
