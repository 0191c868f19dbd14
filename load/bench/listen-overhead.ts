// What pyx listen adds to a call, beside a direct connection and a bare relay of TCP, in alternating rounds:
// node scripts/bench.mjs listen-overhead [--rounds 5] [--calls 2000] [--method getblockchaininfo] [--out DIR]
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { thisMachine } from '../machine.ts';
import { median } from '../statistics/quantile.ts';
import { BenchError, BenchNode, credentials } from './bench-node.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { RawConnection } from './raw-connection.ts';
import { rowOf, tableOf } from './row.ts';

/** What pyx listen may add to a call at p50. */
const MAX_ADDED_MS = 0.3;

interface Settings {
  readonly rounds: number;
  readonly calls: number;
  readonly method: string;
}

/** A way to the node, and what its calls took in each round, in milliseconds. */
interface Way {
  readonly name: string;
  readonly connection: RawConnection;
  readonly rounds: { readonly p50: number; readonly p99: number }[];
}

/** A program that stands before the node. */
interface Between {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts a program that prints its port. `where`: finds it in a line. */
async function startBetween(args: readonly string[], stream: 'stdout' | 'stderr', where: RegExp): Promise<Between> {
  const env = { ...process.env, PYX_RPC_USER: credentials.user, PYX_RPC_PASSWORD: credentials.password };
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  (stream === 'stdout' ? child.stderr : child.stdout).resume();
  const printed: string[] = [];
  for await (const line of createInterface(child[stream] as Readable)) {
    const port = where.exec(line)?.[1];
    if (port !== undefined) {
      (child[stream] as Readable).resume();
      return { child, port: Number(port) };
    }
    printed.push(line);
  }
  throw new BenchError(`${args.join(' ')} did not listen: ${printed.join(' ')}`);
}

async function stop({ child }: Between): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  child.kill('SIGINT');
  await ended;
}

async function round({ connection }: Way, { calls, method }: Settings): Promise<Way['rounds'][number]> {
  const request = RawConnection.request(method);
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const sentAt = performance.now();
    await connection.send(request);
    times.push(performance.now() - sentAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number;
  return { p50: at(0.5), p99: at(0.99) };
}

async function benchmark(settings: Settings, out: string): Promise<void> {
  const { rounds, calls, method } = settings;
  const machine = thisMachine();
  const folder = await TemporaryFolder.create('bench');
  const node = await BenchNode.start({ name: 'coind', command: [process.execPath, join(process.cwd(), 'bin/coind.js')] });
  const between: Between[] = [];
  const ways: Way[] = [];
  try {
    const target = `http://127.0.0.1:${node.port}`;
    between.push(
      await startBetween([fileURLToPath(new URL('listen-overhead.probe.mjs', import.meta.url)), String(node.port)], 'stdout', /^(\d+)$/),
      await startBetween(
        [join(process.cwd(), 'bin/pyx.js'), 'listen', '--target', target, '--out', folder.path],
        'stderr',
        /^listening at http:\/\/127\.0\.0\.1:(\d+),/,
      ),
    );
    const ports = [node.port, ...between.map(({ port }) => port)];
    for (const [index, name] of ['direct', 'bare relay', 'pyx listen'].entries())
      ways.push({ name, connection: await RawConnection.open({ kind: node.kind, port: ports[index] as number }), rounds: [] });
    // A round of warm-up: all programs compile or fill their caches in it.
    for (let number = 0; number <= rounds; number++) {
      process.stderr.write(`round ${number} of ${rounds}\n`);
      for (const way of ways) {
        const measured = await round(way, settings);
        if (number > 0) way.rounds.push(measured);
      }
    }
  } finally {
    for (const { connection } of ways) connection.close();
    for (const one of between) await stop(one);
    await node.stop();
    await folder.remove();
  }
  const [direct, bare, listening] = ways as [Way, Way, Way];
  const of = (way: Way, key: 'p50' | 'p99'): number => median(way.rounds.map((measured) => measured[key]));
  const rows = (['p50', 'p99'] as const).flatMap((key) =>
    [direct, bare].map((way) =>
      rowOf(`${key} of ${method} through pyx listen, ms`, { ours: of(listening, key), beside: way.name, theirs: of(way, key) }),
    ),
  );
  // In turn, so that what else the machine does is on both sides.
  const addedMs = median(listening.rounds.map(({ p50 }, index) => p50 - (direct.rounds[index]?.p50 ?? 0)));
  process.stdout.write(`\n  ${calls} calls over one connection, median of ${rounds} rounds after one of warm-up\n${tableOf(rows)}\n`);
  process.stdout.write(
    `  pyx listen adds ${addedMs.toFixed(3)} ms at p50, aim ≤ ${MAX_ADDED_MS} ms: ${addedMs <= MAX_ADDED_MS ? 'met' : 'missed'}\n`,
  );
  mkdirSync(out, { recursive: true });
  const file = join(out, 'listen-overhead.json');
  const figures = Object.fromEntries(ways.map(({ name, rounds: measured }) => [name, measured]));
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, ...settings, addedMs, figures, rows }, null, 2)}\n`,
  );
  process.stdout.write(`  ${file}\n`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      calls: { type: 'string', default: '2000' },
      method: { type: 'string', default: 'getblockchaininfo' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  await benchmark({ rounds: wholeOption(values, 'rounds'), calls: wholeOption(values, 'calls'), method: values.method }, values.out);
});
