// How coind grows beside litecoind, on a chain with one payment to the wallet in each block:
// node scripts/bench.mjs growth [--payments 5000,10000,20000] [--peer litecoind | --peer none] [--other-coind FILE] [--out DIR]
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { thisMachine } from '../machine.ts';
import { median } from '../statistics/quantile.ts';
import { BenchNode, type NodeKind } from './bench-node.ts';
import { benchProgram } from './bench-program.ts';
import { FAUCET_OUTPUTS, FaucetChain } from './faucet-chain.ts';
import { peerKind } from './litecoind.ts';
import { rowOf, tableOf, type Row } from './row.ts';

const CALLS = 5;
const MIB = 1024 ** 2;

/** A node with a number of payments in its chain. */
interface Size {
  readonly payments: number;
  readonly diskMib: number;
  readonly startCpuMs: number;
  readonly memoryMib: number;
  readonly coinSetCpuMs: number;
  /** Of a block with a payment, since the size before. */
  readonly blockCpuMs: number;
}

const measures: readonly { readonly key: Exclude<keyof Size, 'payments'>; readonly what: string; readonly atMost?: number }[] = [
  { key: 'diskMib', what: 'disk, MiB', atMost: 2 },
  { key: 'memoryMib', what: 'memory after a start, MiB' },
  { key: 'startCpuMs', what: 'start, ms of CPU' },
  { key: 'coinSetCpuMs', what: 'gettxoutsetinfo, ms of CPU' },
  { key: 'blockCpuMs', what: 'a block with a payment, ms of CPU' },
];

/** What the files of a folder occupy on the disk, bytes. */
function occupied(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).blocks * 512,
    0,
  );
}

async function grow(kind: NodeKind, sizes: readonly number[]): Promise<Size[]> {
  const folder = await TemporaryFolder.create('bench');
  let node: BenchNode | undefined;
  try {
    node = await BenchNode.start(kind, folder);
    const chain = await FaucetChain.begin(node, sizes.at(-1)! / FAUCET_OUTPUTS);
    const measured: Size[] = [];
    let payments = 0;
    for (const size of sizes) {
      const [cpuBefore, before] = [node.cpuMs(), payments];
      for (; payments < size; payments += FAUCET_OUTPUTS) await chain.pay(node, payments / FAUCET_OUTPUTS);
      const blockCpuMs = (node.cpuMs() - cpuBefore) / (size - before);
      await node.stop();
      const diskMib = occupied(folder.path) / MIB;
      node = await BenchNode.start(kind, folder);
      const { txcount } = await node.result('getwalletinfo');
      if (txcount !== size) throw new UserError(`${kind.name}: the wallet has ${txcount} of ${size} payments`);
      const [startCpuMs, memoryMib] = [node.cpuMs(), node.memory() / MIB];
      measured.push({ payments: size, diskMib, startCpuMs, memoryMib, coinSetCpuMs: await coinSetCpuMs(node), blockCpuMs });
      process.stderr.write(`${JSON.stringify(measured.at(-1))}\n`);
    }
    return measured;
  } finally {
    await node?.stop();
    await folder.remove();
  }
}

async function coinSetCpuMs(node: BenchNode): Promise<number> {
  const each: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const before = node.cpuMs();
    await node.result('gettxoutsetinfo');
    each.push(node.cpuMs() - before);
  }
  return median(each);
}

async function benchmark(sizes: readonly number[], peer: string, otherCoind: string | undefined, out: string): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const kinds: NodeKind[] = [
    { name: 'coind', command: [process.execPath, join(process.cwd(), 'bin/coind.js')] },
    ...(otherCoind === undefined ? [] : [{ name: 'other coind', command: [process.execPath, otherCoind] }]),
    ...(peer === 'none' ? [] : [peerKind(peer)]),
  ];
  const figures: { readonly [name: string]: Size[] } = {};
  for (const kind of kinds) {
    process.stderr.write(`${kind.name}\n`);
    Object.assign(figures, { [kind.name]: await grow(kind, sizes) });
  }
  const rows: Row[] = measures.flatMap(({ key, what, atMost }) =>
    kinds
      .slice(1)
      .flatMap(({ name: beside }) =>
        sizes.map((size, at) =>
          rowOf(
            `${size.toLocaleString('en')} payments: ${what}`,
            { ours: figures['coind']![at]![key], beside, theirs: figures[beside]![at]![key] },
            beside === peer && atMost !== undefined ? { atMost } : {},
          ),
        ),
      ),
  );
  process.stdout.write(`${tableOf(rows)}\n`);
  mkdirSync(out, { recursive: true });
  const file = join(out, 'growth.json');
  writeFileSync(
    file,
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine: { ...thisMachine(), loadBefore }, figures, rows }, null, 2)}\n`,
  );
  process.stdout.write(`  ${file}\n`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '5000,10000,20000' },
      peer: { type: 'string', default: 'litecoind' },
      'other-coind': { type: 'string' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const sizes = values.payments.split(',').map(Number);
  if (sizes.some((size, at) => !(size > (sizes[at - 1] ?? 0)) || size % FAUCET_OUTPUTS !== 0))
    throw new UserError(`--payments takes ascending multiples of ${FAUCET_OUTPUTS}, such as 5000,10000, not "${values.payments}"`);
  await benchmark(sizes, values.peer, values['other-coind'], values.out);
});
