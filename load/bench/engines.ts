// Each ready scenario by our own generator and by k6, on coind:
// PYX_K6=k6 node scripts/bench.mjs engines [--rounds 3] [--seconds 5] [--only explorer,miner] [--target embedded] [--out DIR]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { parseYamlText } from '../../specs/model/yaml-text.ts';
import { thisMachine } from '../machine.ts';
import type { LoadResults } from '../results.ts';
import { median } from '../statistics/quantile.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { rowOf, tableOf, type Row } from './row.ts';

const SCENARIOS = 'load/scenarios';
const ENGINES = ['pyx', 'k6'] as const;
type Engine = (typeof ENGINES)[number];

/** What is aimed for: so much may lie between the figures of both. */
const RATE_WITHIN = 0.03;
const P50_WITHIN = 0.15;

/** One load of a scenario. */
interface Loaded {
  readonly scenario: string;
  readonly engine: Engine;
  readonly round: number;
  readonly ratePerS: number;
  readonly p50Us: number;
  /** From the time of sending, as k6 measures; `p50Us` is from the time when a call was due. */
  readonly sentP50Us: number;
  readonly p99Us: number;
  readonly errors: number;
  /** Calls that were due and not sent. */
  readonly unsent: number;
  readonly nodeCpuUsPerCall: number;
  readonly generatorCpuUsPerCall: number;
}

interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly target: string;
}

/** A copy of the scenario with arrivals that k6 has too: at equal distances. */
function likeK6(name: string, folder: string): string {
  const scenario = parseYamlText(readFileSync(join(SCENARIOS, `${name}.yaml`), 'utf8')).data as { readonly model: 'open' | 'closed' };
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, stringify({ ...scenario, ...(scenario.model === 'open' && { arrivals: 'constant' }) }));
  return file;
}

async function load(name: string, file: string, folder: string, of: Settings & { engine: Engine; round: number }): Promise<Loaded> {
  const { engine, round, seconds, target } = of;
  const out = join(folder, `${name}-${engine}-${round}`);
  const args = ['load', file, '--engine', engine, '--target', target, '--seed', String(round), '--duration', `${seconds}s`];
  const child = spawn(process.execPath, ['bin/pyx.js', ...args, '--inconclusive', 'pass', '--out', out], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const [code] = (await once(child, 'close')) as [number | null];
  // Thresholds that a busy machine misses do not matter here.
  if (code !== 0 && code !== 1)
    throw new UserError(`${name} with --engine ${engine}: ${said.trim() || `it ended with ${code ?? 'a signal'}`}`);
  const { rate, latency, service, totals, nodes, generator } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as LoadResults;
  const perCall = (cpuMs: number): number => (1_000 * cpuMs) / Math.max(1, totals.answered);
  return {
    scenario: name,
    engine,
    round,
    ratePerS: rate.resultsPerS,
    p50Us: latency.p50Us,
    sentP50Us: service.p50Us,
    p99Us: latency.p99Us,
    errors: totals.sent - totals.results,
    unsent: totals.planned - totals.sent,
    nodeCpuUsPerCall: perCall(nodes.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    generatorCpuUsPerCall: perCall(generator.cpuMs),
  };
}

function rowsOf(name: string, loads: readonly Loaded[]): Row[] {
  const of = (engine: Engine, figure: (loaded: Loaded) => number): number =>
    median(loads.filter((loaded) => loaded.scenario === name && loaded.engine === engine).map(figure));
  const row = (what: string, figure: (loaded: Loaded) => number, within?: number): Row =>
    rowOf(`${name}, ${what}`, { ours: of('pyx', figure), beside: 'k6', theirs: of('k6', figure) }, { within });
  return [
    row('results/s', ({ ratePerS }) => ratePerS, RATE_WITHIN),
    row('p50, ms', ({ p50Us }) => p50Us / 1_000, P50_WITHIN),
    row('p50 from sending, ms', ({ sentP50Us }) => sentP50Us / 1_000, P50_WITHIN),
    row('p99, ms', ({ p99Us }) => p99Us / 1_000),
    row('CPU of the node for a call, µs', ({ nodeCpuUsPerCall }) => nodeCpuUsPerCall),
    row('CPU of the generator for a call, µs', ({ generatorCpuUsPerCall }) => generatorCpuUsPerCall),
  ];
}

async function benchmark(names: readonly string[], settings: Settings, out: string): Promise<void> {
  const machine = { ...thisMachine(), loadBefore: loadavg()[0] ?? 0 };
  const temporary = await TemporaryFolder.create('bench');
  const loads: Loaded[] = [];
  try {
    for (const name of names) {
      const file = likeK6(name, temporary.path);
      for (let round = 1; round <= settings.rounds; round++)
        for (const engine of round % 2 === 1 ? ENGINES : ENGINES.toReversed()) {
          process.stderr.write(`${name}, round ${round} of ${settings.rounds}, ${engine}\n`);
          loads.push(await load(name, file, temporary.path, { ...settings, engine, round }));
        }
    }
  } finally {
    await temporary.remove();
  }
  const rows = names.flatMap((name) => rowsOf(name, loads));
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  print(
    `\n  ${settings.target}, ${settings.seconds} s, median of ${settings.rounds}; load average before: ${machine.loadBefore.toFixed(1)}`,
  );
  print(tableOf(rows));
  mkdirSync(out, { recursive: true });
  const file = join(out, 'engines.json');
  writeFileSync(file, `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, ...settings, rows, loads }, null, 2)}\n`);
  print(`\n  ${file}`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string' },
      target: { type: 'string', default: 'embedded' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const ready = readdirSync(SCENARIOS).map((file) => basename(file, '.yaml'));
  const names = values.only?.split(',') ?? ready;
  for (const name of names)
    if (!ready.includes(name)) throw new UserError(`--only: "${name}" is no ready scenario; expected some of ${ready.join(', ')}`);
  await benchmark(
    names,
    { rounds: wholeOption(values, 'rounds'), seconds: wholeOption(values, 'seconds'), target: values.target },
    values.out,
  );
});
