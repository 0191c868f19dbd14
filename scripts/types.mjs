// Writes the type declarations of this package into dist/types: those of its entry points and of all files that they
// import. Left out while these files are unchanged.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { BuildSteps, filesIn } from './build-steps.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/types');
const entries = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).flatMap(({ types }) =>
  types === undefined ? [] : [relative('dist/types', types)],
);

/** The source of a declaration: TypeScript, or a generated declaration. */
const sourceOf = (declaration) => {
  const source = join(root, declaration.replace(/\.d\.ts$/, '.ts'));
  return existsSync(source) ? source : join(root, declaration);
};

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

    rmSync(target, { recursive: true, force: true });
    const wanted = [...entries];
    for (const file of wanted) {
      // Generated types of the specification are already declarations.
      const from = [join(emitted, file), join(root, file)].find((path) => existsSync(path));
      if (from === undefined) throw new Error(`tsc wrote no declaration for ${file}`);
      const text = readFileSync(from, 'utf8');
      for (const [, specifier] of text.matchAll(/(?:from |import\()["'](\.[^"']+)["']/g)) {
        const next = relative(root, resolve(root, dirname(file), specifier)).replace(/(?<!\.d)\.ts$/, '.d.ts');
        if (!wanted.includes(next)) wanted.push(next);
      }
      mkdirSync(dirname(join(target, file)), { recursive: true });
      copyFileSync(from, join(target, file));
    }
    const read = [...wanted, ...filesIn(emitted).map((file) => relative(emitted, file))];
    return { inputs: [...new Set(read.map(sourceOf))], outputs: filesIn(target) };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
});
