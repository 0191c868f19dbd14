// Builds everything that runs: the compiled specification (specs/model/generated) and the bundled programs (dist/).
// `--spec` builds the specification alone.
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
  // CommonJS packages within the bundle still ask for node's own modules by require().
  banner: { js: "import { createRequire as pyxCreateRequire } from 'node:module'; const require = pyxCreateRequire(import.meta.url);" },
};

// The specification's compiler is TypeScript too: bundle it aside, run it, throw it away.
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
      // For programs that run a node within themselves, and for tests that are the trial.
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
    // Native parts and files of their own beside them: these stay packages.
    external: ['testcontainers', 'allure-js-commons', 'esbuild', 'secp256k1', 'vitest', 'zeromq', 'autocannon'],
  });
  // Parts of earlier builds have other names, and would gather. The declarations are written by types.mjs.
  const written = new Set(['types', ...Object.keys(metafile.outputs).map((path) => basename(path))]);
  for (const name of readdirSync(outdir)) if (!written.has(name)) rmSync(join(outdir, name), { recursive: true });
}
