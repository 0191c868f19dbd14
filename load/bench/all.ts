// All benchmarks, one after the other, with one table: npm run bench -- [--only generator,cold] [--quick] [--out DIR]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UserError } from '../../specs/model/user-error.ts';
import { thisMachine } from '../machine.ts';
import { benchProgram } from './bench-program.ts';
import { tableOf, type Row } from './row.ts';

interface Section {
  /** For --only. */
  readonly name: string;
  readonly title: string;
  /** The program, load/bench/<program>.ts; it writes <program>.json with `rows`, and `leftOut` where something was not measured. */
  readonly program: string;
  /** Options with --quick. Undefined: left out then. */
  readonly quick: readonly string[] | undefined;
}

const sections: readonly Section[] = [
  { name: 'generator', title: 'load generator', program: 'generator', quick: ['--rounds', '1', '--seconds', '1'] },
  { name: 'cold', title: 'fresh coind', program: 'cold-speed', quick: ['--rounds', '3'] },
  { name: 'node', title: 'warm coind', program: 'node-speed', quick: ['--rounds', '1'] },
  {
    name: 'sending',
    title: 'transactions over several connections',
    program: 'sending-speed',
    quick: ['--rounds', '2', '--transactions', '1000'],
  },
  { name: 'signing', title: 'signing of transactions', program: 'signing', quick: ['--rounds', '2', '--transactions', '10000'] },
  { name: 'listen', title: 'calls through pyx listen', program: 'listen-overhead', quick: ['--rounds', '2', '--calls', '500'] },
  { name: 'growth', title: 'growth of coind', program: 'growth', quick: ['--payments', '1000,2000'] },
  { name: 'cost', title: 'cases of a trial', program: 'marginal-cost', quick: undefined },
];

interface Measured {
  readonly rows: readonly Row[];
  /** What was not measured, with the reason. */
  readonly leftOut: readonly string[];
}

async function measure({ program, quick }: Section, isQuick: boolean, out: string): Promise<Measured> {
  if (isQuick && quick === undefined) return { rows: [], leftOut: [`${program}: it takes minutes; run without --quick`] };
  const script = fileURLToPath(new URL(`${program}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [script, '--out', out, ...(isQuick ? (quick ?? []) : [])], { stdio: ['ignore', 'ignore', 'pipe'] });
  let last = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    last = (last + chunk.toString()).slice(-2_000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) return { rows: [], leftOut: [`${program}: ${last.trim().split('\n').at(-1) ?? `it ended with ${code ?? 'a signal'}`}`] };
  const { rows, leftOut = [] } = JSON.parse(readFileSync(join(out, `${program}.json`), 'utf8')) as Partial<Measured> &
    Pick<Measured, 'rows'>;
  return { rows, leftOut };
}

async function benchmark(chosen: readonly Section[], isQuick: boolean, out: string): Promise<void> {
  const machine = { ...thisMachine(), loadBefore: loadavg()[0] ?? 0 };
  const measured: (Measured & { readonly name: string; readonly title: string })[] = [];
  for (const section of chosen) {
    process.stderr.write(`${section.title}\n`);
    measured.push({ name: section.name, title: section.title, ...(await measure(section, isQuick, out)) });
  }
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  print(`\n  ${machine.cores} × ${machine.cpu}, Node ${machine.node}, ${new Date().toISOString().slice(0, 10)}`);
  for (const { title, rows, leftOut } of measured) {
    print(`\n${title}`);
    if (rows.length > 0) print(tableOf(rows));
    for (const what of leftOut) print(`  left out: ${what}`);
  }
  if (machine.loadBefore > 0.4 * machine.cores)
    print(`\n  warning: the machine was busy before the first run (load ${machine.loadBefore.toFixed(1)} on ${machine.cores} cores)`);
  mkdirSync(out, { recursive: true });
  const file = join(out, 'bench.json');
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, quick: isQuick, sections: measured }, null, 2)}\n`,
  );
  print(`\n  ${file}`);
  if (measured.every(({ rows }) => rows.length === 0)) throw new UserError('nothing could be measured: see what was left out');
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const names = values.only?.split(',') ?? sections.map(({ name }) => name);
  for (const name of names)
    if (!sections.some((section) => section.name === name))
      throw new UserError(`--only: "${name}" is not a benchmark; expected some of ${sections.map((section) => section.name).join(', ')}`);
  await benchmark(
    sections.filter(({ name }) => names.includes(name)),
    values.quick,
    values.out,
  );
});
