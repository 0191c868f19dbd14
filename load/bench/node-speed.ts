// Compares coind with litecoind, in alternating rounds: npm run bench:node -- [--rounds 3] [--transactions 1000] [--peer litecoind]
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchNode, type NodeKind } from './bench-node.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { peerKind } from './litecoind.ts';
import { median } from '../statistics/quantile.ts';
import { blocksPerSecond, requestsPerSecond, transactions } from './node-measures.ts';
import { rowOf } from './row.ts';

interface Figures {
  startMs: number;
  blocksPerSecond: number;
  requestsPerSecond: number;
  transactionsPerSecond: number;
  /** The first such block is reported separately, because the code has hardly run before. */
  firstBlockOfTransactionsMs: number;
  blockOfTransactionsMs: number;
  memoryAfter1000BlocksMb: number;
}

/** Number of blocks filled with transactions; the median is reported. */
const BLOCKS = 11;

/** The measured figures, with the required ratio to the peer or the required value. */
const measures: readonly {
  readonly key: keyof Figures;
  readonly what: string;
  readonly digits: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly absoluteAtMost?: number;
}[] = [
  { key: 'startMs', what: 'start to first answer, ms', digits: 0, atMost: 0.8 },
  { key: 'blocksPerSecond', what: 'blocks mined per second', digits: 0, atLeast: 5 },
  { key: 'requestsPerSecond', what: 'getblockcount per second, 16 connections', digits: 0, atLeast: 1 },
  { key: 'transactionsPerSecond', what: 'P2WPKH transactions accepted per second', digits: 0, atLeast: 0.8 },
  { key: 'blockOfTransactionsMs', what: `a block of these mined, ms (median of ${BLOCKS})`, digits: 1, atMost: 2 },
  { key: 'firstBlockOfTransactionsMs', what: 'the first of these blocks, ms', digits: 1 },
  { key: 'memoryAfter1000BlocksMb', what: 'memory after 1,000 blocks, MB', digits: 0, absoluteAtMost: 150 },
];

async function measure(kind: NodeKind, count: number): Promise<Figures> {
  const fresh = await BenchNode.start(kind);
  let startMs: number;
  let blocks: number;
  let memory: number;
  let requests: number;
  try {
    startMs = fresh.startMs;
    blocks = await blocksPerSecond(fresh, 1_000);
    memory = fresh.memory() / 1024 ** 2;
    requests = await requestsPerSecond(fresh, 16, 3_000);
  } finally {
    await fresh.stop();
  }
  const other = await BenchNode.start(kind);
  try {
    const figures = await transactions(other, count, BLOCKS);
    return {
      startMs,
      blocksPerSecond: blocks,
      requestsPerSecond: requests,
      transactionsPerSecond: median(figures.map(({ acceptedPerSecond }) => acceptedPerSecond)),
      firstBlockOfTransactionsMs: figures[0]?.blockMs ?? Number.NaN,
      blockOfTransactionsMs: median(figures.map(({ blockMs }) => blockMs)),
      memoryAfter1000BlocksMb: memory,
    };
  } finally {
    await other.stop();
  }
}

async function benchmark(rounds: number, count: number, peer: string, out: string): Promise<void> {
  const coind = [process.execPath, join(process.cwd(), 'dist/coind.mjs')];
  const kinds: NodeKind[] = [
    peerKind(peer),
    { name: 'coind', command: coind },
    { name: 'coind (pure JavaScript curve)', command: coind, extra: ['-curve=noble'] },
  ];
  const loadBefore = loadavg()[0] ?? 0;
  const all = new Map<string, Figures[]>(kinds.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const kind of kinds) {
      process.stderr.write(`round ${round} of ${rounds}, ${kind.name}\n`);
      all.get(kind.name)?.push(await measure(kind, count));
    }
  }
  const of = (name: string, key: keyof Figures): number => median((all.get(name) ?? []).map((figures) => figures[key]));
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  print(
    `\n  ${'median of '.concat(String(rounds)).padEnd(42)} ${peer.padStart(12)} ${'coind'.padStart(10)} ${'ratio'.padStart(7)}  required      pure JS  ratio`,
  );
  for (const { key, what, digits, atMost, atLeast, absoluteAtMost } of measures) {
    const [theirs, ours, pure] = [of(peer, key), of('coind', key), of('coind (pure JavaScript curve)', key)];
    const ratio = ours / theirs;
    const [required, isMet] =
      atMost !== undefined
        ? [`≤ ${atMost} ×`, ratio <= atMost]
        : atLeast !== undefined
          ? [`≥ ${atLeast} ×`, ratio >= atLeast]
          : absoluteAtMost !== undefined
            ? [`≤ ${absoluteAtMost} MB`, ours <= absoluteAtMost]
            : ['', undefined];
    const verdict = isMet === undefined ? '' : isMet ? 'met' : 'NOT';
    print(
      `  ${what.padEnd(42)} ${theirs.toFixed(digits).padStart(12)} ${ours.toFixed(digits).padStart(10)} ${ratio.toFixed(2).padStart(7)}  ${required.padEnd(8)} ${verdict.padEnd(3)}  ${pure.toFixed(digits).padStart(9)} ${(pure / theirs).toFixed(2).padStart(6)}`,
    );
  }
  if (loadBefore > 0.4 * availableParallelism())
    print(`  warning: the machine was busy before the first run (load ${loadBefore.toFixed(1)} on ${availableParallelism()} cores)`);
  const rows = measures.map(({ key, what, atMost, atLeast }) =>
    rowOf(what, { ours: of('coind', key), beside: peer, theirs: of(peer, key) }, { atMost, atLeast }),
  );
  mkdirSync(out, { recursive: true });
  const file = join(out, 'node-speed.json');
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine: { cores: availableParallelism(), cpu: cpus()[0]?.model ?? 'unknown', node: process.version, loadBefore }, rounds, transactions: count, figures: Object.fromEntries(all), rows }, null, 2)}\n`,
  );
  print(`  ${file}`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      transactions: { type: 'string', default: '1000' },
      peer: { type: 'string', default: 'litecoind' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  await benchmark(wholeOption(values, 'rounds'), wholeOption(values, 'transactions'), values.peer, values.out);
});
