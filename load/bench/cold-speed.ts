// Compares a fresh coind with a fresh litecoind, in alternating rounds:
// node scripts/bench.mjs cold-speed [--rounds 7] [--peer litecoind] [--other-coind FILE] [--out DIR]
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../../fixtures/temporary/temporary-folder.ts';
import { thisMachine } from '../machine.ts';
import { median } from '../statistics/quantile.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import type { PreparedFile } from '../transactions/types.ts';
import { BenchNode, type NodeKind } from './bench-node.ts';
import { benchProgram, wholeOption } from './bench-program.ts';
import { firstRequests, firstTransactions, type Work } from './cold-measures.ts';
import { peerKind } from './litecoind.ts';
import { rowOf, tableOf, type Expected, type Row } from './row.ts';

const CALLS = 8_000;
const CONNECTIONS = 16;
const TRANSACTIONS = 1_000;

interface Figures {
  readonly start: Work;
  readonly requests: Work;
  readonly transactions: Work;
  readonly block: Work;
}

/** The work and what its time should be in relation to the peer's. */
const measures: readonly (Expected & { readonly key: keyof Figures; readonly what: string })[] = [
  { key: 'start', what: 'start to first answer', atMost: 0.5 },
  { key: 'requests', what: `first ${CALLS} getblockcount, ${CONNECTIONS} connections`, atMost: 1 },
  { key: 'transactions', what: `first ${TRANSACTIONS} sendrawtransaction, 1 connection`, atMost: 1 },
  { key: 'block', what: `first block, of ${TRANSACTIONS} transactions`, atMost: 1.5 },
];

interface Candidate {
  readonly kind: NodeKind;
  readonly prepared: PreparedFile;
  readonly figures: Figures[];
}

async function measure({ kind, prepared }: Candidate): Promise<Figures> {
  const called = await BenchNode.start(kind);
  let start: Work;
  let requests: Work;
  try {
    start = { wallMs: called.startMs, cpuMs: called.cpuMs() };
    requests = await firstRequests(called, CALLS, CONNECTIONS);
  } finally {
    await called.stop();
  }
  const sentTo = await BenchNode.start(kind);
  try {
    const { accepted, block } = await firstTransactions(sentTo, prepared);
    return { start, requests, transactions: accepted, block };
  } finally {
    await sentTo.stop();
  }
}

/** The transactions of one kind of node: chains differ in their first block. */
async function prepare(kind: NodeKind, folder: string): Promise<PreparedFile> {
  const file = join(folder, `${kind.name}.ndjson`);
  const node = await BenchNode.start(kind);
  try {
    await prepareTransactions({ funder: node.client, count: TRANSACTIONS, outputsPerTx: 2, seed: 1, out: file });
  } finally {
    await node.stop();
  }
  return openPrepared(file);
}

const coindKind = (name: string, program: string): NodeKind => ({ name, command: [process.execPath, program] });

async function benchmark(rounds: number, peer: string, otherCoind: string | undefined, out: string): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const temporary = await TemporaryFolder.create('bench');
  const folder = temporary.path;
  const candidate = async (kind: NodeKind): Promise<Candidate> => ({ kind, prepared: await prepare(kind, folder), figures: [] });
  try {
    const theirs = await candidate(peerKind(peer));
    const ours = await candidate(coindKind('coind', join(process.cwd(), 'bin/coind.js')));
    const others = otherCoind === undefined ? [] : [{ ...ours, kind: coindKind('other coind', otherCoind), figures: [] }];
    // The round before the first one is not counted: the client of this process is cold in it.
    for (let round = 0; round <= rounds; round++) {
      for (const candidate of [theirs, ours, ...others]) {
        process.stderr.write(`round ${round} of ${rounds}, ${candidate.kind.name}, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
        const figures = await measure(candidate);
        if (round > 0) candidate.figures.push(figures);
      }
    }
    const rows = [ours, ...others].flatMap((candidate) => rowsOf(theirs, candidate));
    process.stdout.write(`\n  fresh nodes, median of ${rounds}\n${tableOf(rows)}\n`);
    mkdirSync(out, { recursive: true });
    const file = join(out, 'cold-speed.json');
    const figures = Object.fromEntries([theirs, ours, ...others].map((candidate) => [candidate.kind.name, candidate.figures]));
    const results = { measuredAt: new Date().toISOString(), machine: { ...thisMachine(), loadBefore }, rounds, figures, rows };
    writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
    process.stdout.write(`  ${file}\n`);
  } finally {
    await temporary.remove();
  }
}

function rowsOf(theirs: Candidate, ours: Candidate): Row[] {
  return measures.flatMap(({ key, what, ...expected }) => {
    const of = (candidate: Candidate, time: keyof Work): number => median(candidate.figures.map((figures) => figures[key][time]));
    const name = ours.kind.name === 'coind' ? what : `${ours.kind.name}: ${what}`;
    return [
      rowOf(`${name}, ms`, { ours: of(ours, 'wallMs'), beside: theirs.kind.name, theirs: of(theirs, 'wallMs') }, expected),
      rowOf(`${name}, ms of CPU`, { ours: of(ours, 'cpuMs'), beside: theirs.kind.name, theirs: of(theirs, 'cpuMs') }),
    ];
  });
}

await benchProgram(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      peer: { type: 'string', default: 'litecoind' },
      'other-coind': { type: 'string' },
      out: { type: 'string', default: join('pyx-out', 'bench') },
    },
  });
  await benchmark(wholeOption(values, 'rounds'), values.peer, values['other-coind'], values.out);
});
