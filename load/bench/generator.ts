// Our load generator beside plain autocannon and wrk, on a bare responder: node scripts/bench.mjs generator [--rounds 5] [--seconds 3]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../statistics/quantile.ts';
import { BenchError } from './bench-node.ts';
import { rowOf } from './row.ts';
import { BENCH_CONNECTIONS, probeSpeed, startResponder, wrkSpeed, type GeneratorSpeed } from './generator-speed.ts';

/** Above what a connection can carry: the open model then sends as fast as answers come. */
const ABOVE_CAPACITY = 1.5;
const PROBE = fileURLToPath(new URL('generator.probe.mjs', import.meta.url));

interface Candidate {
  readonly name: string;
  /** Ratio to the rate of another that is required, or aimed for. */
  readonly atLeast?: readonly { readonly of: string; readonly ratio: number; readonly aim?: boolean }[];
  readonly measure: (address: string, durationMs: number) => Promise<GeneratorSpeed | undefined>;
}

async function benchmark(rounds: number, durationMs: number, out: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-bench-generator-'));
  const speeds = new Map<string, GeneratorSpeed[]>();
  const rate = (name: string): number => median((speeds.get(name) ?? []).map(({ ratePerS }) => ratePerS));
  const candidates: readonly Candidate[] = [
    { name: 'wrk', measure: (address) => wrkSpeed(address, durationMs, folder) },
    {
      name: 'autocannon',
      measure: (address) => probeSpeed(PROBE, { role: 'autocannon', address, durationMs, ratePerS: 0 }),
    },
    {
      name: 'pyx, open model',
      atLeast: [
        { of: 'autocannon', ratio: 1 },
        { of: 'wrk', ratio: 0.8, aim: true },
      ],
      measure: (address) => probeSpeed(PROBE, { role: 'open', address, durationMs, ratePerS: ABOVE_CAPACITY * rate('autocannon') }),
    },
    { name: 'pyx, closed model', measure: (address) => probeSpeed(PROBE, { role: 'closed', address, durationMs, ratePerS: 0 }) },
  ];
  const loadBefore = loadavg()[0] ?? 0;
  const responder = await startResponder(PROBE);
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const { name, measure } of candidates) {
        process.stderr.write(`round ${round} of ${rounds}, ${name}\n`);
        const speed = await measure(responder.address, durationMs);
        if (speed) speeds.set(name, [...(speeds.get(name) ?? []), speed]);
      }
    }
  } finally {
    await responder.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(
    `\n  ${`median of ${rounds}, ${BENCH_CONNECTIONS} connections`.padEnd(28)} ${'calls/s'.padStart(9)} ${'CPU µs/call'.padStart(12)} ${'÷ autocannon'.padStart(13)} ${'÷ wrk'.padStart(7)}`,
  );
  for (const { name, atLeast = [] } of candidates) {
    const measured = speeds.get(name);
    if (!measured) {
      say(`  ${name.padEnd(28)} skipped: it is not installed (apt-get install wrk)`);
      continue;
    }
    const ratio = (to: string): string => (speeds.has(to) ? (rate(name) / rate(to)).toFixed(2) : '–');
    const cpu = median(measured.map(({ cpuUsPerCall }) => cpuUsPerCall)).toFixed(1);
    const verdicts = atLeast
      .filter(({ of }) => speeds.has(of))
      .map(({ of, ratio: least, aim }) => {
        const verdict = rate(name) >= least * rate(of) ? 'met' : aim ? 'missed' : 'NOT';
        return `${aim ? 'aim' : 'required'} ≥ ${least} × ${of}: ${verdict}`;
      });
    say(
      `  ${name.padEnd(28)} ${rate(name).toFixed(0).padStart(9)} ${cpu.padStart(12)} ${ratio('autocannon').padStart(13)} ${ratio('wrk').padStart(7)}  ${verdicts.join(', ')}`,
    );
  }
  if (loadBefore > 0.4 * availableParallelism())
    say(`  warning: the machine was busy before the first run (load ${loadBefore.toFixed(1)} on ${availableParallelism()} cores)`);
  const leftOut = candidates
    .filter(({ name }) => !speeds.has(name))
    .map(({ name }) => `${name}: it is not installed (apt-get install ${name})`);
  const rows = candidates.flatMap(({ name, atLeast = [] }) =>
    atLeast
      .filter(({ of }) => speeds.has(of))
      .map(({ of, ratio }) => rowOf(`calls/s on a bare responder, ${name}`, rate(name), of, rate(of), { atLeast: ratio })),
  );
  mkdirSync(out, { recursive: true });
  const file = join(out, 'generator.json');
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore };
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, rounds, durationMs, connections: BENCH_CONNECTIONS, speeds: Object.fromEntries(speeds), rows, leftOut }, null, 2)}\n`,
  );
  say(`  ${file}`);
}

try {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  if (![rounds, seconds].every((value) => Number.isSafeInteger(value) && value > 0))
    throw new BenchError('--rounds and --seconds are whole numbers above 0');
  await benchmark(rounds, seconds * 1000, values.out);
} catch (error) {
  if (!(error instanceof BenchError) && (error as { code?: string }).code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
