// Builds everything that runs: the compiled specification (specs/model/generated), the lists of cases (suites/generated) and the
// bundled programs (dist/). `--spec` builds no programs.
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundledLicenses } from './bundled-licenses.mjs';
import { writeCaseLists } from './case-lists.mjs';
import { warmCoind } from './warm-coind.mjs';

const root = join(import.meta.dirname, '..');
const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // CommonJS packages in the bundle use require() for the modules of Node.
  banner: { js: "import { createRequire as pyxCreateRequire } from 'node:module'; const require = pyxCreateRequire(import.meta.url);" },
};

// The specification's compiler is TypeScript: bundle it in a temporary folder and run it.
const aside = mkdtempSync(join(root, 'node_modules', '.pyx-build-'));
try {
  const outfile = join(aside, 'build-spec.mjs');
  await build({ ...common, entryPoints: [join(root, 'specs/model/build.ts')], outfile, packages: 'external' });
  const { buildSpec, buildResultTypes } = await import(pathToFileURL(outfile).href);
  buildSpec(join(root, 'specs'));
  const results = readdirSync(join(root, 'reports'), { recursive: true }).filter((name) => name.endsWith('.schema.json'));
  buildResultTypes(
    results.map((name) => join(root, 'reports', name)),
    join(root, 'specs/model/generated/results'),
  );
} catch (error) {
  if (error?.name !== 'SpecError') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
} finally {
  rmSync(aside, { recursive: true, force: true });
}

writeCaseLists(join(root, 'suites'));

if (!process.argv.includes('--spec')) {
  const outdir = join(root, 'dist');
  const bundles = { ...common, metafile: true, absWorkingDir: root, outdir, sourcemap: true };
  // One CommonJS file, because Node keeps the compiled code of scripts, not of modules: see cli/coind/code-cache.ts.
  const coind = await build({
    ...bundles,
    format: 'cjs',
    entryPoints: { coind: join(root, 'cli/coind/program.ts') },
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    banner: { js: "const pyxModuleUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'pyxModuleUrl', 'import.meta.dirname': '__dirname' },
    external: ['secp256k1', 'zeromq'],
    // A script with code from an earlier run cannot import(): packages are loaded by require().
    supported: { 'dynamic-import': false },
  });
  const coindBundle = Object.keys(coind.metafile.outputs)
    .map((path) => basename(path))
    .find((name) => name.endsWith('.cjs'));
  const { metafile } = await build({
    ...bundles,
    entryPoints: {
      ...Object.fromEntries(['pyx', 'coind', 'coin-cli'].map((program) => [program, join(root, `cli/${program}.ts`)])),
      // For programs that embed a node, and for the trial as vitest tests.
      embedded: join(root, 'coind/embedded.ts'),
      vitest: join(root, 'suites/vitest.ts'),
      // The client of the simulated external chain, which nodes start.
      'ext-chain': join(root, 'fixtures/ext-chain/program.ts'),
      // Run by threads of other programs.
      'signing-worker': join(root, 'load/transactions/signing-worker.ts'),
    },
    splitting: true,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    define: { COIND_BUNDLE: JSON.stringify(coindBundle) },
    // Packages with native parts or data files are not bundled.
    external: ['testcontainers', 'allure-js-commons', 'esbuild', 'secp256k1', 'vitest', 'zeromq', 'autocannon'],
  });
  // The script that k6 runs, which is neither Node nor a browser.
  const script = 'k6-script.js';
  const k6 = await build({
    bundle: true,
    metafile: true,
    absWorkingDir: root,
    platform: 'neutral',
    format: 'esm',
    target: 'es2020',
    logLevel: 'warning',
    external: ['k6', 'k6/*'],
    entryPoints: [join(root, 'load/k6/script/main.ts')],
    outfile: join(outdir, script),
  });
  const licenses = 'licenses.txt';
  writeFileSync(join(outdir, licenses), bundledLicenses([coind.metafile, metafile, k6.metafile], root));
  // Removes chunks of earlier builds, which have other names. types.mjs writes the declarations.
  const written = new Set([
    'types',
    script,
    licenses,
    ...[coind, { metafile }].flatMap((built) => Object.keys(built.metafile.outputs).map((path) => basename(path))),
  ]);
  for (const name of readdirSync(outdir)) if (!written.has(name)) rmSync(join(outdir, name), { recursive: true });
  await warmCoind(outdir);
}
