// Our load generator beside plain autocannon and wrk, on a bare responder and on litecoind:
// node scripts/bench.mjs generator [--rounds 5] [--seconds 2] [--peer litecoind] [--out DIR]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { thisMachine } from '../machine.ts';
import { median } from '../statistics/quantile.ts';
import { BenchError, BenchNode, credentials } from './bench-node.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { peerKind } from './litecoind.ts';
import { rowOf, tableOf, type Row } from './row.ts';
import { BENCH_CONNECTIONS, probeSpeed, startResponder, wrkSpeed, type GeneratorSpeed, type LoadedServer } from './generator-speed.ts';

/** Above what a connection can carry: the open model then sends as fast as answers come. */
const ABOVE_CAPACITY = 1.5;
const PROBE = fileURLToPath(new URL('generator.probe.mjs', import.meta.url));

interface Subject {
  /** As rows name it. */
  readonly name: string;
  /** Whether the generator decides how fast it is, so that ratios can be required. A node sets the pace of all generators. */
  readonly limitedByGenerator: boolean;
  readonly start: () => Promise<LoadedServer & { stop(): Promise<void> }>;
}

interface Candidate {
  readonly name: string;
  /** Ratio to the rate of another generator that is aimed for where the generator decides; undefined: none. */
  readonly beside?: readonly { readonly name: string; readonly atLeast?: number }[];
  /** Ratio to the CPU time of autocannon for a call that is aimed for there. */
  readonly cpuAtMost?: number;
  readonly measure: (server: LoadedServer) => Promise<GeneratorSpeed | undefined>;
}

type Speeds = ReadonlyMap<string, GeneratorSpeed[]>;

const rateIn = (speeds: Speeds, name: string): number => median((speeds.get(name) ?? []).map(({ ratePerS }) => ratePerS));

const cpuIn = (speeds: Speeds, name: string): number => median((speeds.get(name) ?? []).map(({ cpuUsPerCall }) => cpuUsPerCall));

function candidatesOf(speeds: Speeds, durationMs: number, folder: string): readonly Candidate[] {
  return [
    { name: 'wrk', measure: (server) => wrkSpeed(server, durationMs, folder) },
    { name: 'autocannon', measure: (server) => probeSpeed(PROBE, { role: 'autocannon', server, durationMs, ratePerS: 0 }) },
    {
      name: 'pyx, open model',
      beside: [
        { name: 'autocannon', atLeast: 1.1 },
        { name: 'wrk', atLeast: 0.85 },
      ],
      cpuAtMost: 1,
      measure: (server) => probeSpeed(PROBE, { role: 'open', server, durationMs, ratePerS: ABOVE_CAPACITY * rateIn(speeds, 'autocannon') }),
    },
    {
      name: 'pyx, closed model',
      beside: [
        { name: 'autocannon', atLeast: 1.1 },
        { name: 'wrk', atLeast: 0.85 },
      ],
      cpuAtMost: 1,
      measure: (server) => probeSpeed(PROBE, { role: 'closed', server, durationMs, ratePerS: 0 }),
    },
  ];
}

/** All generators in turn, as often as there are rounds. */
async function measure(subject: Subject, { rounds, durationMs, folder }: Settings): Promise<Measured> {
  const speeds = new Map<string, GeneratorSpeed[]>();
  const candidates = candidatesOf(speeds, durationMs, folder);
  const server = await subject.start();
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const { name, measure: run } of candidates) {
        process.stderr.write(`${subject.name}, round ${round} of ${rounds}, ${name}\n`);
        const speed = await run(server);
        if (speed) speeds.set(name, [...(speeds.get(name) ?? []), speed]);
      }
    }
  } finally {
    await server.stop();
  }
  const aim = (value: number | undefined): number | undefined => (subject.limitedByGenerator ? value : undefined);
  const rows = candidates.flatMap(({ name, beside = [], cpuAtMost }) => [
    ...beside
      .filter((other) => speeds.has(other.name))
      .map((other) =>
        rowOf(
          `calls/s on ${subject.name}, ${name}`,
          { ours: rateIn(speeds, name), beside: other.name, theirs: rateIn(speeds, other.name) },
          { atLeast: aim(other.atLeast) },
        ),
      ),
    ...(cpuAtMost === undefined
      ? []
      : [
          rowOf(
            `CPU µs per call on ${subject.name}, ${name}`,
            { ours: cpuIn(speeds, name), beside: 'autocannon', theirs: cpuIn(speeds, 'autocannon') },
            { atMost: aim(cpuAtMost) },
          ),
        ]),
  ]);
  const leftOut = candidates
    .filter(({ name }) => !speeds.has(name))
    .map(({ name }) => `${name} on ${subject.name}: it is not installed (apt-get install ${name})`);
  return { rows, leftOut, speeds };
}

interface Settings {
  readonly rounds: number;
  readonly durationMs: number;
  readonly folder: string;
}

interface Measured {
  readonly rows: readonly Row[];
  readonly leftOut: readonly string[];
  readonly speeds: Speeds;
}

async function startPeer(peer: string): ReturnType<Subject['start']> {
  const node = await BenchNode.start(peerKind(peer));
  return { address: node.client.address, credentials, stop: () => node.stop() };
}

async function benchmark({ rounds, durationMs }: Omit<Settings, 'folder'>, peer: string, out: string): Promise<void> {
  const temporary = await TemporaryFolder.create('bench');
  const folder = temporary.path;
  const machine = thisMachine();
  const subjects: readonly Subject[] = [
    { name: 'a bare responder', limitedByGenerator: true, start: () => startResponder(PROBE) },
    { name: peer, limitedByGenerator: false, start: () => startPeer(peer) },
  ];
  const measured: (Measured & { readonly server: string })[] = [];
  try {
    for (const subject of subjects) {
      try {
        measured.push({ server: subject.name, ...(await measure(subject, { rounds, durationMs, folder })) });
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        measured.push({ server: subject.name, rows: [], leftOut: [`${subject.name}: ${error.message}`], speeds: new Map() });
      }
    }
  } finally {
    await temporary.remove();
  }
  const rows = measured.flatMap((measurement) => measurement.rows);
  const leftOut = measured.flatMap((measurement) => measurement.leftOut);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`\n  getblockcount by POST, ${BENCH_CONNECTIONS} connections, ${durationMs / 1000} s, median of ${rounds}`);
  if (rows.length > 0) say(tableOf(rows));
  for (const what of leftOut) say(`  left out: ${what}`);
  if ((machine.loadBefore ?? 0) > 0.4 * machine.cores)
    say(`  warning: the machine was busy before the first run (load ${machine.loadBefore?.toFixed(1)} on ${machine.cores} cores)`);
  if (rows.length === 0) throw new BenchError(`nothing could be measured: ${leftOut.join('; ')}`);
  mkdirSync(out, { recursive: true });
  const file = join(out, 'generator.json');
  const servers = measured.map(({ server, speeds }) => ({ server, speeds: Object.fromEntries(speeds) }));
  const results = {
    measuredAt: new Date().toISOString(),
    machine,
    rounds,
    durationMs,
    connections: BENCH_CONNECTIONS,
    servers,
    rows,
    leftOut,
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  say(`  ${file}`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      peer: { type: 'string', default: 'litecoind' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  await benchmark({ rounds: wholeOption(values, 'rounds'), durationMs: wholeOption(values, 'seconds') * 1000 }, values.peer, values.out);
});
