// Collects the files for an image of coind in a folder: the built programs and their packages with native parts. The
// build of the image then does not need npm.
//   node docker/coind/bundle.mjs FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundlePackages } from '../bundle-packages.mjs';

const root = join(import.meta.dirname, '../..');
const programs = ['coind.mjs', 'coin-cli.mjs', 'ext-chain.mjs'];
/** Packages of coind that `scripts/build.mjs` does not bundle. */
const packages = ['secp256k1', 'zeromq'];

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: bundle.mjs FOLDER');
for (const program of programs) if (!existsSync(join(root, 'dist', program))) fail('coind is not built; run npm ci first');

mkdirSync(join(folder, 'dist'), { recursive: true });
for (const file of await filesOf(programs)) cpSync(join(root, file), join(folder, 'dist', basename(file)));
// Read by coind.mjs. The code compiled here is of another release of Node: the image compiles its own.
for (const file of readdirSync(join(root, 'dist')))
  if (/^coind-.*\.cjs$/.test(file)) cpSync(join(root, 'dist', file), join(folder, 'dist', file));
cpSync(join(root, 'scripts/warm-coind.mjs'), join(folder, 'warm-coind.mjs'));
try {
  bundlePackages(packages, root, folder);
} catch (error) {
  fail(error.message);
}
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

function fail(message) {
  process.stderr.write(`bundle: ${message}\n`);
  process.exit(2);
}
