// Builds coind with all mutants of its source, each behind a switch: node_modules/.pyx-mutants/coind.mjs and mutants.json. Left out
// while the source is as at the last build.
//   node scripts/build-mutants.mjs
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { build } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { bundleOptions, cachedScriptOptions } from './bundle-options.mjs';
import { BuildSteps, filesIn } from './build-steps.mjs';
import { warmCoind } from './warm-coind.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.pyx-mutants');
const program = join(folder, 'coind.mjs');
const list = join(folder, 'mutants.json');

const silent = () => undefined;
const logger = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].flatMap((level) => [
    [level, silent],
    [`is${level[0].toUpperCase()}${level.slice(1)}Enabled`, () => false],
  ]),
);

/** As in mutant-switches.ts. */
const MOST = 1 << 16;

/** A handler as a member of its table: `getblockcount: (`. What is there is reached by each start, and so not by the cases of the method only. */
const HANDLER = /^ {2,4}'?([a-z][a-z. -]*)'?: (?:async )?\(/;

/** Lines and columns count from 1, as in editors. */
const from1 = ({ line, column }) => ({ line: line + 1, column: column + 1 });

/** The functions that the instrumenter writes into each file, before its source. */
const HELPERS =
  /function stryNS_9fa48\(\)[^]*?\nstryNS_9fa48\(\);\nfunction stryCov_9fa48\(\)[^]*?\n\}\nfunction stryMutAct_9fa48\(id\)[^]*?\n\}\n/;
const CALLS = /stry(MutAct|Cov)_9fa48\(((?:"\d+"(?:, )?)+)\)/g;

/** An instrumented source that reads the variables of `mutant-switches.ts`. */
function withSwitches(content) {
  if (!content.includes('_9fa48')) return content;
  if (!HELPERS.test(content)) throw new Error('the instrumenter writes its functions in another form: see withSwitches');
  return content
    .replace(HELPERS, `import { pyxActive, pyxHit, pyxHits } from ${JSON.stringify(join(root, 'cli/coind/mutant-switches.ts'))};\n`)
    .replace(CALLS, (_, name, ids) => {
      const numbers = ids.match(/\d+/g);
      return name === 'MutAct'
        ? `(pyxActive[${numbers[0]}] === 1 && pyxHit(${numbers[0]}))`
        : numbers.map((id) => `pyxHits[${id}]++`).join(', ');
    });
}

const handlers = join(root, 'coind/rpc/handlers/');
const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/');
const sources = filesIn(join(root, 'coind')).filter(isSource);
const builders = ['build-mutants.mjs', 'build-steps.mjs', 'bundle-options.mjs', 'warm-coind.mjs'].map((name) =>
  join(import.meta.dirname, name),
);

const steps = new BuildSteps(root);
await steps.run('mutants of coind', [...builders, join(root, 'package-lock.json'), ...sources], async () => {
  const { files, mutants } = await new Instrumenter(logger).instrument(
    sources.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  if (mutants.length > MOST) throw new Error(`coind has ${mutants.length} mutants, and mutant-switches.ts has room for ${MOST}`);
  const instrumented = new Map(files.map(({ name, content }) => [name, withSwitches(content)]));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...cachedScriptOptions(root),
    entryPoints: [join(root, 'cli/coind/with-mutants.ts')],
    outdir: folder,
    plugins: [
      {
        name: 'instrumented source',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            instrumented.has(path) ? { contents: instrumented.get(path), loader: 'ts' } : undefined,
          ),
      },
    ],
  });
  const [bundle] = Object.keys(metafile.outputs).map((path) => basename(path));
  const launcher = await build({
    ...bundleOptions(root),
    entryPoints: [join(root, 'cli/coind.ts')],
    outfile: program,
    define: { COIND_BUNDLE: JSON.stringify(bundle) },
  });
  await warmCoind(folder);
  const bundled = new Set(Object.keys(metafile.inputs));
  const lines = new Map(sources.map((name) => [name, readFileSync(name, 'utf8').split('\n')]));
  const methodOf = (fileName, line) => (fileName.startsWith(handlers) ? HANDLER.exec(lines.get(fileName)?.[line] ?? '')?.[1] : undefined);
  const listed = mutants
    .map(({ id, fileName, mutatorName, replacement, location }) => {
      const method = methodOf(fileName, location.start.line);
      return {
        id,
        file: relative(root, fileName),
        mutator: mutatorName,
        replacement,
        start: from1(location.start),
        end: from1(location.end),
        ...(method !== undefined && { methods: [method] }),
      };
    })
    // Others are of files that the program does not import.
    .filter(({ file }) => bundled.has(file));
  writeFileSync(list, JSON.stringify(listed));
  const read = new Set([...bundled, ...Object.keys(launcher.metafile.inputs)]);
  return { inputs: [...read].map((file) => join(root, file)), outputs: filesIn(folder) };
});
