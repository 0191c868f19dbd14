import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { damage, damages, filesOf, numbers, afterPowerLoss, writeFiles } from '../../coind/storage/testing/damage.ts';
import type { AskNode } from './ask.ts';
import { DiskNode } from './disk-node.ts';

const STATE = 'regtest/state';
/** Files to damage; those with more data are listed more often. */
const TARGETS = [
  `${STATE}/state.log`,
  `${STATE}/state.log`,
  `${STATE}/state.log`,
  `${STATE}/state.mark`,
  'regtest/mempool.dat',
  'regtest/wallets/wallet.dat',
];
/** Longer than the interval between two syncs of coind. */
const SYNCED_AFTER_MS = 6_000;
const POWER_LOSS_AFTER_MS = 2_500;

/** The results of the starts. */
export interface Starts {
  readonly started: number;
  readonly refused: number;
  /** Exits by a signal, stacks, wrong answers: one line each. */
  readonly wrong: readonly string[];
}

async function within<T>(what: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-damaged-'));
  try {
    return await what(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes blocks, confirmed and unconfirmed payments, and labels. */
async function use(ask: AskNode, payments: number): Promise<void> {
  await ask('generatetoaddress', [102, await ask<string>('getnewaddress', ['mined'])]);
  await pay(ask, payments);
  await ask('generatetoaddress', [2, await ask<string>('getnewaddress', ['mined'])]);
  await pay(ask, 3);
}

async function pay(ask: AskNode, payments: number): Promise<void> {
  for (let i = 0; i < payments; i++) await ask('sendtoaddress', [await ask<string>('getnewaddress', [`payment ${i}`]), 0.1]);
}

/** The answers of a node about its whole state. */
async function answersOf(ask: AskNode): Promise<string> {
  const tip = await ask<number>('getblockcount');
  const blocks: unknown[] = [];
  for (let height = 0; height <= tip; height++) blocks.push(await ask('getblock', [await ask<string>('getblockhash', [height]), 0]));
  const all = [
    blocks,
    await ask('gettxoutsetinfo'),
    await ask('getrawmempool', [true]),
    await ask('getbalance'),
    await ask('getunconfirmedbalance'),
    await ask('listunspent', [0]),
    await ask('listtransactions', ['*', 1000]),
    await ask('listlabels'),
    await ask('listreceivedbyaddress', [0, true]),
    await ask('verifychain', [4, 0]),
  ];
  return JSON.stringify(all);
}

/** Starts a node and returns its answers or its error message; anything else is a failure. */
async function startOn(datadir: string): Promise<{ readonly answers: string } | { readonly refusal: string } | { readonly wrong: string }> {
  const node = await DiskNode.start(datadir);
  if (!(node instanceof DiskNode)) {
    const isSentence = node.code === 1 && /^Error: [^\n]*(?:damaged|cannot be used)[^\n]*(?:move|restore)[^\n]*\n$/.test(node.stderr);
    return isSentence ? { refusal: node.stderr } : { wrong: `it ended with ${JSON.stringify(node)}` };
  }
  try {
    return { answers: await answersOf(node.ask) };
  } catch (error) {
    return { wrong: `it started, and then ${String(error)}` };
  } finally {
    await node.signal('SIGTERM');
  }
}

/** Starts on copies of a used data directory, each damaged in one of its files. */
export async function startDamaged(copies: number): Promise<Starts> {
  return within(async (folder) => {
    const original = join(folder, 'original');
    const node = await DiskNode.mustStart(original);
    await use(node.ask, 30);
    const expected = await answersOf(node.ask);
    await node.stop();
    const wrong: string[] = [];
    let [started, refused] = [0, 0];
    const ways = Object.keys(damages);
    for (let seed = 0; seed < copies; seed++) {
      const datadir = join(folder, 'damaged');
      cpSync(original, datadir, { recursive: true });
      const [target, how] = [TARGETS[seed % TARGETS.length]!, ways[seed % ways.length]!];
      damage(join(datadir, target), how, numbers(seed));
      const came = await startOn(datadir);
      if ('refusal' in came) refused += 1;
      else if ('answers' in came) started += 1;
      if ('wrong' in came) wrong.push(`${seed}, ${target}, ${how}: ${came.wrong}`);
      if ('answers' in came && came.answers !== expected) wrong.push(`${seed}, ${target}, ${how}: it answers otherwise than before`);
      rmSync(datadir, { recursive: true });
    }
    return { started, refused, wrong };
  });
}

/** Starts on copies of a data directory as they may be after a power loss 2.5 s after a sync. */
export async function startAfterPowerLosses(copies: number): Promise<Starts> {
  return within(async (folder) => {
    const original = join(folder, 'original');
    const node = await DiskNode.mustStart(original);
    await use(node.ask, 10);
    await sleep(SYNCED_AFTER_MS);
    const height = await node.ask<number>('getblockcount');
    const synced = filesOf(join(original, STATE));
    const until = performance.now() + POWER_LOSS_AFTER_MS;
    const hashes = new Map<number, string>();
    while (performance.now() < until) {
      await pay(node.ask, 5);
      for (const hash of await node.ask<string[]>('generatetoaddress', [1, await node.ask<string>('getnewaddress')]))
        hashes.set(await node.ask('getblockcount'), hash);
    }
    cpSync(original, join(folder, 'at the cut'), { recursive: true });
    await node.signal('SIGKILL');
    const later = filesOf(join(folder, 'at the cut', STATE));
    const wrong: string[] = [];
    let [started, refused] = [0, 0];
    for (let seed = 0; seed < copies; seed++) {
      const datadir = join(folder, 'cut');
      cpSync(join(folder, 'at the cut'), datadir, { recursive: true });
      writeFiles(join(datadir, STATE), afterPowerLoss(synced, later, numbers(seed)));
      const again = await DiskNode.start(datadir);
      if (again instanceof DiskNode) {
        started += 1;
        wrong.push(...(await troublesAfterCut(again.ask, height, hashes)).map((trouble) => `${seed}: ${trouble}`));
        await again.signal('SIGTERM');
      } else {
        refused += 1;
        wrong.push(`${seed}: ${JSON.stringify(again)}`);
      }
      rmSync(datadir, { recursive: true });
    }
    return { started, refused, wrong };
  });
}

/** Answers that fit no moment between the sync and the power loss. */
async function troublesAfterCut(ask: AskNode, syncedHeight: number, hashes: ReadonlyMap<number, string>): Promise<string[]> {
  const tip = await ask<number>('getblockcount');
  const best = await ask<string>('getbestblockhash');
  const troubles: string[] = [];
  if (tip < syncedHeight) troubles.push(`block ${syncedHeight} was on the disk, and the tip is ${tip}`);
  if (tip > syncedHeight && hashes.get(tip) !== best) troubles.push(`block ${tip} is ${best}, and was ${hashes.get(tip)}`);
  if ((await ask('verifychain', [4, 0])) !== true) troubles.push('verifychain finds a fault');
  const balance = await ask<number>('getbalance');
  await ask('rescanblockchain');
  const scanned = await ask<number>('getbalance');
  if (balance !== scanned) troubles.push(`the balance was ${balance} and is ${scanned} after a scan of the chain`);
  for (const { txid, vout } of await ask<{ txid: string; vout: number }[]>('listunspent', [0])) {
    if ((await ask('gettxout', [txid, vout])) === null) troubles.push(`${txid}:${vout} is listed and is no coin`);
  }
  return troubles;
}
