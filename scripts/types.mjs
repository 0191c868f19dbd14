// Writes the type declarations of this package into dist/types: those of its entry points and of all files that they
// import. Those of the library are rolled up into one file, and its surface is written to library/pyx.api.md. Left out while
// the sources are unchanged.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { BuildSteps, filesIn } from './build-steps.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/types');
const entries = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).flatMap(({ types }) =>
  types === undefined ? [] : [relative('dist/types', types)],
);
/** The entry point that is rolled up: its types name what is not installed with the package, and would not be found. */
const LIBRARY = 'library/pyx.d.ts';
const BUNDLED_TYPES = ['fast-check', 'lossless-json', 'pure-rand'];
/** Committed, so that a change of the surface is seen in review. */
const surface = join(root, 'library/pyx.api.md');

/** The source of a declaration: TypeScript, or a generated declaration. */
const sourceOf = (declaration) => {
  const source = join(root, declaration.replace(/\.d\.ts$/, '.ts'));
  return existsSync(source) ? source : join(root, declaration);
};

/** The declarations that these import, with themselves. `read`: the text of one. `ends`: that whose imports do not count. */
function closureOf(first, read, ends) {
  const wanted = [...first];
  for (const file of wanted) {
    if (file === ends) continue;
    for (const [, specifier] of read(file).matchAll(/(?:from |import\()["'](\.[^"']+)["']/g)) {
      const next = relative(root, resolve(root, dirname(file), specifier)).replace(/(?<!\.d)\.ts$/, '.d.ts');
      if (!wanted.includes(next)) wanted.push(next);
    }
  }
  return wanted;
}

/** Rolls the declarations of an entry point in `folder` up into `to`, and writes the surface. */
async function rollUp(folder, to) {
  const { Extractor, ExtractorConfig } = await import('@microsoft/api-extractor');
  const entry = join(folder, LIBRARY);
  const none = { default: { logLevel: 'none' } };
  const reported = join(folder, 'pyx.api.md');
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: entry,
      bundledPackages: BUNDLED_TYPES,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          // It does not find the AbortSignal of Node, so it gets that of browsers.
          compilerOptions: {
            target: 'ES2023',
            lib: ['ES2023', 'DOM'],
            module: 'NodeNext',
            moduleResolution: 'NodeNext',
            strict: true,
            types: ['node'],
            skipLibCheck: true,
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          files: [entry],
        },
      },
      apiReport: { enabled: true, reportFileName: 'pyx.api.md', reportFolder: folder, reportTempFolder: join(folder, 'temporary') },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: to },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
        compilerMessageReporting: { default: { logLevel: 'error' } },
      },
    },
  });
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === 'error') process.stderr.write(`${message.text}\n`);
      message.handled = true;
    },
  });
  if (!succeeded) process.exit(1);
  copyFileSync(reported, surface);
}

const settings = [...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)), import.meta.filename];
await new BuildSteps(root).run('types', settings, async () => {
  const aside = mkdtempSync(join(root, 'node_modules', '.pyx-types-'));
  try {
    const emitted = join(aside, 'emitted');
    const config = join(aside, 'tsconfig.json');
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { noEmit: false, emitDeclarationOnly: true, declaration: true, rootDir: root, outDir: emitted },
        include: [],
        files: entries.map((entry) => join(root, entry.replace(/\.d\.ts$/, '.ts'))),
      }),
    );
    const done = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (done.status !== 0) process.exit(done.status ?? 1);

    // Generated types of the specification are already declarations.
    const fileOf = (file) => {
      const from = [join(emitted, file), join(root, file)].find((path) => existsSync(path));
      if (from === undefined) throw new Error(`tsc wrote no declaration for ${file}`);
      return from;
    };
    const read = (file) => readFileSync(fileOf(file), 'utf8');
    const copy = (files, folder) => {
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        copyFileSync(fileOf(file), join(folder, file));
      }
    };
    const all = closureOf(entries, read);
    const kept = closureOf(entries, read, LIBRARY).filter((file) => file !== LIBRARY);
    const rolledUp = join(aside, 'pyx.d.ts');
    rmSync(target, { recursive: true, force: true });
    // Not in node_modules, whose files would count as those of other packages.
    copy(all, target);
    await rollUp(target, rolledUp);
    rmSync(target, { recursive: true });
    copy(kept, target);
    copyFileSync(rolledUp, join(target, LIBRARY));
    const sources = [...all, ...filesIn(emitted).map((file) => relative(emitted, file))].map(sourceOf);
    return { inputs: [...new Set(sources)], outputs: [...filesIn(target), surface] };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
});
