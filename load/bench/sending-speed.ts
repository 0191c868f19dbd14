// Transactions that coind and litecoind accept per second over several connections, in alternating rounds:
// node scripts/bench.mjs sending-speed [--rounds 5] [--transactions 3000] [--connections 8] [--peer litecoind] [--out DIR]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { thisMachine } from '../machine.ts';
import { median } from '../statistics/quantile.ts';
import { BenchNode, type NodeKind } from './bench-node.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { peerKind } from './litecoind.ts';
import { rowOf, tableOf } from './row.ts';
import { SendingNode, type Sent } from './sending-node.ts';

interface Settings {
  readonly rounds: number;
  readonly transactions: number;
  readonly connections: number;
}

interface Candidate {
  readonly name: string;
  readonly node: SendingNode;
  readonly rounds: Sent[];
}

async function benchmark(settings: Settings, peer: string, out: string): Promise<void> {
  const { rounds, transactions, connections } = settings;
  const machine = thisMachine();
  const temporary = await TemporaryFolder.create('bench');
  const folder = temporary.path;
  const kinds: readonly NodeKind[] = [peerKind(peer), { name: 'coind', command: [process.execPath, join(process.cwd(), 'bin/coind.js')] }];
  const candidates: Candidate[] = [];
  try {
    // A round of warm-up: both nodes and this process compile or fill their caches in it.
    for (const kind of kinds) {
      process.stderr.write(`transactions for ${kind.name}\n`);
      const node = await BenchNode.start(kind);
      const count = transactions * (rounds + 1);
      candidates.push({ name: kind.name, node: new SendingNode(node, { count, connections, folder }), rounds: [] });
    }
    for (const { node } of candidates) await node.prepare();
    for (let round = 0; round <= rounds; round++) {
      for (const { name, node, rounds: measured } of candidates) {
        process.stderr.write(`round ${round} of ${rounds}, ${name}\n`);
        const sent = await node.send(transactions);
        if (round > 0) measured.push(sent);
      }
    }
  } finally {
    for (const { node } of candidates) await node.stop();
    await temporary.remove();
  }
  const [theirs, ours] = candidates as [Candidate, Candidate];
  const of = (candidate: Candidate, key: keyof Sent): number => median(candidate.rounds.map((sent) => sent[key]));
  const rows = [
    rowOf(`sendrawtransaction accepted/s, ${connections} connections`, {
      ours: of(ours, 'acceptedPerS'),
      beside: peer,
      theirs: of(theirs, 'acceptedPerS'),
    }),
    rowOf(`ms of CPU for ${transactions} of these`, { ours: of(ours, 'cpuMs'), beside: peer, theirs: of(theirs, 'cpuMs') }),
  ];
  process.stdout.write(`\n  P2WPKH transactions of 1 input and 2 outputs, median of ${rounds} after one of warm-up\n${tableOf(rows)}\n`);
  mkdirSync(out, { recursive: true });
  const file = join(out, 'sending-speed.json');
  const figures = Object.fromEntries(candidates.map((candidate) => [candidate.name, candidate.rounds]));
  writeFileSync(file, `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, ...settings, figures, rows }, null, 2)}\n`);
  process.stdout.write(`  ${file}\n`);
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      transactions: { type: 'string', default: '3000' },
      connections: { type: 'string', default: '8' },
      peer: { type: 'string', default: 'litecoind' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  const settings: Settings = {
    rounds: wholeOption(values, 'rounds'),
    transactions: wholeOption(values, 'transactions'),
    connections: wholeOption(values, 'connections'),
  };
  await benchmark(settings, values.peer, values.out);
});
