import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = join(import.meta.dirname, '../../dist');

/** A change of the text of coind's bundle. */
interface Change {
  readonly from: string;
  readonly to: string;
}

/** What a node must not do when nodes are killed, restarted or parted. */
export const NETWORK_FAULTS = {
  'drops its memory pool when it is started again': {
    from: 'const dump = readPoolFile(path);',
    to: 'const dump = void readPoolFile(path);',
  },
  'forgets the last transaction of its wallet when it is started again': {
    from: 'deps.records.all("tx").toSorted(([, a], [, b]) => a.order - b.order)',
    to: 'deps.records.all("tx").toSorted(([, a], [, b]) => a.order - b.order).slice(0, -1)',
  },
  'keeps its tip when another chain has more work': {
    from: 'const fork = this.forkPoint(target);',
    to: 'const fork = this.forkPoint(target); if (fork.hash !== this.tip.hash) return void this.#tree.withdraw(target.hash);',
  },
} as const satisfies Readonly<Record<string, Change>>;

/** Writes a program into a folder: the built coind with one place of its code changed. Returns its path. Throws if there is no such place. */
export async function faultyCoind(folder: string, { from, to }: Change): Promise<string> {
  const bundles = (await readdir(dist)).filter((name) => /^coind-[A-Z0-9]+\.cjs$/.test(name));
  const [bundle] = bundles;
  if (bundle === undefined || bundles.length > 1)
    throw new Error(`expected one bundle of coind in ${dist}, found ${bundles.length}: build`);
  const file = join(dist, bundle);
  const places = (await readFile(file, 'utf8')).split(from).length - 1;
  if (places !== 1) throw new Error(`expected one place in ${file}, found ${places}: ${from}`);
  const program = join(folder, 'faulty-coind.mjs');
  await writeFile(
    program,
    `#!${process.execPath}
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const file = ${JSON.stringify(file)};
const text = readFileSync(file, 'utf8').replace(${JSON.stringify(from)}, () => ${JSON.stringify(to)});
const module = { exports: {} };
new Script(\`(function (exports, require, module, __filename, __dirname) {\${text}
})\`, { filename: file }).runInThisContext()(module.exports, createRequire(file), module, file, ${JSON.stringify(dist)});
await module.exports.coind(process.argv.slice(2), () => undefined);
`,
    { mode: 0o755 },
  );
  return program;
}

/** Writes a program into a folder: coind, which does not start a second time on the same data. Returns its path. */
export async function onceStartingCoind(folder: string): Promise<string> {
  const program = join(folder, 'once-starting-coind.mjs');
  await writeFile(
    program,
    `#!${process.execPath}
import { existsSync, writeFileSync } from 'node:fs';

const started = process.argv.find((arg) => arg.startsWith('-datadir=')).split('=')[1] + '/started-before';
if (existsSync(started)) process.exit(7);
writeFileSync(started, '');
await import(${JSON.stringify(pathToFileURL(join(dist, '../bin/coind.js')).href)});
`,
    { mode: 0o755 },
  );
  return program;
}
