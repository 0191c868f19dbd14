// Builds everything that runs: the compiled specification (specs/model/generated) and the bundled programs (dist/).
// `--spec` builds only the specification.
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
  const { buildSpec } = await import(pathToFileURL(outfile).href);
  buildSpec(join(root, 'specs'));
} catch (error) {
  if (error?.name !== 'SpecError') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
} finally {
  rmSync(aside, { recursive: true, force: true });
}

if (!process.argv.includes('--spec')) {
  const outdir = join(root, 'dist');
  const { metafile } = await build({
    ...common,
    metafile: true,
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(['pyx', 'coind', 'coin-cli'].map((program) => [program, join(root, `cli/${program}.ts`)])),
      // For programs that embed a node, and for the trial as vitest tests.
      embedded: join(root, 'coind/embedded.ts'),
      vitest: join(root, 'suites/vitest.ts'),
      // Run by threads of other programs.
      'signing-worker': join(root, 'load/transactions/signing-worker.ts'),
    },
    outdir,
    splitting: true,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    sourcemap: true,
    // Packages with native parts or data files are not bundled.
    external: ['testcontainers', 'allure-js-commons', 'esbuild', 'secp256k1', 'vitest', 'zeromq', 'autocannon'],
  });
  // Removes chunks of earlier builds, which have other names. types.mjs writes the declarations.
  const written = new Set(['types', ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(outdir)) if (!written.has(name)) rmSync(join(outdir, name), { recursive: true });
}
