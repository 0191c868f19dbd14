// Builds everything that runs: the compiled specification (specs/model/generated), the lists of cases (suites/generated) and the
// bundled programs (dist/). A step is left out while what it reads and writes is as after its last run. `--spec` builds no programs.
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildSteps, filesIn } from './build-steps.mjs';
import { bundleOptions, cachedScriptOptions, k6ScriptOptions } from './bundle-options.mjs';
import { bundledLicenses, bundledPackages, packagesInComponent } from './bundled-licenses.mjs';
import { writeCaseLists } from './case-lists.mjs';
import { warmCoind } from './warm-coind.mjs';

const root = join(import.meta.dirname, '..');
const outdir = join(root, 'dist');
const common = bundleOptions(root);
const bundles = { ...common, outdir, sourcemap: true };

/** Bundles. A mistake in a source, which esbuild has shown with its line, ends the build. */
const bundled = (options) =>
  build(options).catch((error) => {
    if (error.errors === undefined) throw error;
    process.exit(1);
  });

const readBy = ({ metafile }) => Object.keys(metafile.inputs).map((path) => join(root, path));
const writtenBy = ({ metafile }) => Object.keys(metafile.outputs).map((path) => join(root, path));

const steps = new BuildSteps(root);
/** Every step depends on them. */
const builders = [...filesIn(join(root, 'scripts'), (name) => name.endsWith('.mjs')), join(root, 'package-lock.json')];

const generated = join(root, 'specs/model/generated');
const editorSchemas = join(root, 'specs/schemas');
const standards = ['standard', 'beyond', 'compare', 'facts', 'targets'].flatMap((folder) => filesIn(join(root, 'specs', folder)));
const resultSchemas = filesIn(join(root, 'reports'), (name) => name.endsWith('.schema.json'));

await steps.run('specification', [...builders, ...standards, ...resultSchemas], async () => {
  // Its compiler is TypeScript: bundle it in a temporary folder and run it.
  const aside = mkdtempSync(join(root, 'node_modules', '.pyx-build-'));
  process.on('exit', () => rmSync(aside, { recursive: true, force: true }));
  const outfile = join(aside, 'build-spec.mjs');
  const compiler = await bundled({ ...common, entryPoints: [join(root, 'specs/model/build.ts')], outfile, packages: 'external' });
  const { buildSpec, buildResultTypes } = await import(pathToFileURL(outfile).href);
  try {
    buildSpec(join(root, 'specs'));
  } catch (error) {
    if (error?.name !== 'SpecError') throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  buildResultTypes(resultSchemas, join(generated, 'results'));
  return { inputs: readBy(compiler), outputs: [...filesIn(generated), ...filesIn(editorSchemas)] };
});

const listed = ['rules', 'invariants'].flatMap((suite) => filesIn(join(root, 'suites', suite), (name) => !name.endsWith('.test.ts')));
await steps.run('case lists', [...builders, ...listed], async () => {
  writeCaseLists(join(root, 'suites'));
  return { outputs: filesIn(join(root, 'suites/generated')) };
});

/** Bundles with esbuild. Returns the folders of the packages of which it has code, and the bundle of an output with this ending. */
const bundle = (name, { inputs = [], ...options }, ending = '.mjs') =>
  steps.run(name, [...builders, ...inputs], async () => {
    const built = await bundled(options);
    const outputs = writtenBy(built);
    const kept = { packages: bundledPackages(built.metafile), file: outputs.find((file) => file.endsWith(ending)) };
    return { inputs: readBy(built), outputs, kept };
  });

if (!process.argv.includes('--spec')) {
  const coind = await bundle(
    'coind',
    { ...bundles, ...cachedScriptOptions(root), entryPoints: { coind: join(root, 'cli/coind/program.ts') } },
    '.cjs',
  );
  const programs = await bundle('programs', {
    ...bundles,
    inputs: [coind.file],
    entryPoints: {
      ...Object.fromEntries(['pyx', 'coind', 'coin-cli'].map((program) => [program, join(root, `cli/${program}.ts`)])),
      // For programs that embed a node, and for the trial as vitest tests.
      embedded: join(root, 'coind/embedded.ts'),
      vitest: join(root, 'library/vitest.ts'),
      // For programs and plug-ins: import … from 'pyx'.
      library: join(root, 'library/pyx.ts'),
      // The client of the simulated external chain, which nodes start.
      'ext-chain': join(root, 'fixtures/ext-chain/program.ts'),
      // Run by threads of other programs.
      'signing-worker': join(root, 'load/transactions/signing-worker.ts'),
      'live-worker': join(root, 'reports/live/live-worker.ts'),
      'listen-worker': join(root, 'listen/listen-worker.ts'),
      // The process of the links of a network.
      'relay-program': join(root, 'load/links/relay-program.ts'),
    },
    splitting: true,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    define: { COIND_BUNDLE: JSON.stringify(basename(coind.file)) },
    // Packages with native parts or data files are not bundled.
    external: ['testcontainers', 'allure-js-commons', 'esbuild', 'secp256k1', 'vitest', 'zeromq', '@opentelemetry/*'],
  });
  const k6 = await bundle('k6 script', { ...k6ScriptOptions(root), outfile: join(outdir, 'k6-script.js') });
  // The component that shows a report of mutation testing, in a page of its own: reports/mutation/page.ts.
  const elements = 'node_modules/mutation-testing-elements';
  const component = join(outdir, 'mutation-test-elements.js');
  const element = `${elements}/dist/mutation-test-elements.js`;
  const inComponent = [elements, ...packagesInComponent(elements, root)];
  const origin = inComponent.map((folder) => `// ${folder}/\n`).join('');
  // The packages are named as in other bundles. A page has no tabs, which terminals treat in their own ways.
  writeFileSync(component, `${origin}${readFileSync(join(root, element), 'utf8').replaceAll('\t', ' ')}`);
  const licenses = join(outdir, 'licenses.txt');
  writeFileSync(licenses, bundledLicenses([...coind.packages, ...programs.packages, ...k6.packages, ...inComponent], root));
  await steps.run('compiled code of coind', [...builders, coind.file], async () => {
    await warmCoind(outdir);
    return { outputs: filesIn(outdir, (name) => name.startsWith(parse(coind.file).name) && name.endsWith('.cache')) };
  });
  // Removes chunks of earlier builds, which have other names. types.mjs writes the declarations.
  const written = new Set(['types', ...[licenses, component, ...steps.outputs].map((file) => basename(file))]);
  for (const name of readdirSync(outdir)) if (!written.has(name)) rmSync(join(outdir, name), { recursive: true });
}
