// Collects the files for an image of Pyx in a folder: the programs and data of the package, and its packages.
//   node docker/pyx/bundle.mjs FOLDER
// It works in a clone that was built and where the package is installed by npm.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackages } from '../bundle-packages.mjs';

const root = join(import.meta.dirname, '../..');
/** Files of the package that the programs do not use. */
const UNUSED = /^(?:docs|docker|examples|dist\/types)\/|\.md$/;
/** An image has no daemon that could start the containers of this package. */
const UNUSED_PACKAGE = 'testcontainers';

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: bundle.mjs FOLDER');
if (!existsSync(join(root, 'dist/pyx.mjs'))) fail('Pyx is not built; run npm ci first');

const { exports, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const modules = new Set(Object.values(exports).map((entry) => entry.default));
const isUsed = (path) => !UNUSED.test(path) && !modules.has(`./${path}`);
for (const path of filesOfPackage().filter(isUsed)) cpSync(join(root, path), join(folder, 'pyx', path));
try {
  const packages = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== UNUSED_PACKAGE);
  bundlePackages(packages, root, join(folder, 'pyx'));
} catch (error) {
  fail(error.message);
}
cpSync(join(import.meta.dirname, 'pyx.sh'), join(folder, 'pyx/pyx.sh'));
cpSync(join(import.meta.dirname, 'Dockerfile'), join(folder, 'Dockerfile'));

/** Paths of the files that `npm pack` would pack. */
function filesOfPackage() {
  const options = ['--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const [{ files }] = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  return files.map(({ path }) => path);
}

function fail(message) {
  process.stderr.write(`bundle: ${message}\n`);
  process.exit(2);
}
