import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { regtest } from '../../coind/regtest.ts';
import type { StartOptions } from '../../fixtures/targets/types.ts';
import { Random } from '../../fixtures/world/random.ts';
import { Answered } from './answered.ts';
import type { AskNode } from './ask.ts';
import { CoindProcess } from './coind-process.ts';
import { fund, loadUntilGone, payers, type LoadOptions, type Unrest } from './kill-load.ts';
import { ServiceLoad, serviceOptions } from './service-load.ts';
import { BlockFiles, serviceTroubles } from './service-recount.ts';
import { until } from '../until.ts';

const common = ['-listen=0', '-txindex=1', '-keypool=10', '-rpcworkqueue=256', ...payers.map((name) => `-wallet=${name}`)];

/** Maximum time before the node is killed: under load, while it starts, while it stops. */
const KILL_WITHIN_MS = { load: 500, start: 800, stop: 60 };
/** On a slow machine it is killed later: not before so many facts of a round were answered at most, and actions of services. */
const FACTS = 20;
const SERVICES = 2;
/** Every so many rounds all answers so far are checked; in the other rounds, those of the last round. */
const ALL_EVERY = 10;

export interface KillRounds {
  readonly rounds: number;
  readonly seed: number;
  readonly unrest: Unrest;
}

export interface KillReport {
  /** What was lost or wrong, one line each. */
  readonly troubles: readonly string[];
  /** Number of answered facts that the node had to keep. */
  readonly facts: number;
  readonly blocks: number;
  /** How often each action of the services was answered. */
  readonly services: ServiceLoad['done'] | undefined;
}

/**
 * Kills a coind at random moments, repeatedly on the same data directory, and checks each time that it starts again and
 * kept what it had answered. Stops after the first round with a problem.
 */
export async function killRounds({ rounds, seed, unrest }: KillRounds): Promise<KillReport> {
  const random = new Random(`kill ${seed}`);
  const answered = new Answered();
  const node = await CoindProcess.create();
  const services = unrest === 'services' ? new ServiceLoad({ random, answered, holders: payers }) : undefined;
  const confFile = join(node.scratchDir, 'masternode.conf');
  const options = services === undefined ? common : [...common, ...serviceOptions(confFile)];
  const blocks = new BlockFiles();
  const troubles: string[] = [];
  let height = 0;
  try {
    const load = (ask: AskNode): LoadOptions => ({ ask, random, answered, folder: node.scratchDir, unrest, services });
    for (let i = 0; i < 3; i++) await killStarting(node, random, options);
    let ask = await node.start(options);
    await fund(load(ask));
    await services?.prepare(ask, confFile);
    while (answered.round < rounds && troubles.length === 0) {
      answered.beginRound();
      const factsBefore = answered.count;
      const actionsBefore = services?.count ?? 0;
      let isOver = false;
      const working = loadUntilGone(load(ask)).finally(() => (isOver = true));
      await Promise.all([
        working,
        (async () => {
          await sleep(random.integer(0, KILL_WITHIN_MS.load));
          const facts = random.integer(0, FACTS);
          await until(
            'the load has done something',
            () => isOver || (answered.count >= factsBefore + facts && (services?.count ?? 0) >= actionsBefore + (services ? SERVICES : 0)),
          );
          await killNowOrStopping(node, ask, random);
        })(),
      ]);
      if (random.integer(1, 5) === 1) await killStarting(node, random, options);
      ask = await node.start(options);
      await services?.restarted(ask);
      const isWhole = answered.round % ALL_EVERY === 0 || answered.round === rounds;
      troubles.push(
        ...(await answered.lost(ask, isWhole ? 0 : answered.round)),
        ...(await troublesOf(ask, isWhole, services !== undefined)),
      );
      if (services !== undefined && isWhole) troubles.push(...(await serviceTroubles(ask, services, blocks)));
      height = await ask<number>('getblockcount');
    }
    if (troubles.length === 0)
      troubles.push(...(await openBackups(ask, node.scratchDir)), ...(await stopsCleanly(node, ask, answered, options)));
    return { troubles, facts: answered.count, blocks: height, services: services?.done };
  } finally {
    await node.remove();
  }
}

async function killStarting(node: CoindProcess, random: Random, options: StartOptions): Promise<void> {
  await node.launch(options);
  await sleep(random.integer(0, KILL_WITHIN_MS.start));
  await node.kill();
}

/** Kills the node at once, or while it stops. */
async function killNowOrStopping(node: CoindProcess, ask: AskNode, random: Random): Promise<void> {
  if (random.integer(1, 8) === 1) {
    await ask('stop');
    await sleep(random.integer(0, KILL_WITHIN_MS.stop));
  }
  await node.kill();
}

/**
 * Contradictions in the state of a node that was just started.
 * @param mayBurn the sum of all coins is not that of all subsidies
 */
async function troublesOf(ask: AskNode, isWhole: boolean, mayBurn: boolean): Promise<string[]> {
  const troubles: string[] = [];
  const expecting = (what: string, holds: boolean): void => {
    if (!holds) troubles.push(what);
  };
  expecting('verifychain found a fault', await ask<boolean>('verifychain', [4, isWhole ? 0 : 6]));
  const { height, total_amount: total } = await ask<{ height: number; total_amount: number }>('gettxoutsetinfo');
  if (!mayBurn) expecting(`the coins of block ${height} are worth ${total}`, total === supplyAt(height));
  for (const wallet of payers) {
    expecting(`${wallet} has locked outputs after a restart`, (await ask<unknown[]>('listlockunspent', [], wallet)).length === 0);
    for (const { txid, vout } of await ask<{ txid: string; vout: number }[]>('listunspent', [0], wallet)) {
      expecting(`${wallet} lists ${txid}:${vout}, which is spent or unknown`, (await ask('gettxout', [txid, vout])) !== null);
    }
    if (!isWhole) continue;
    const balance = await ask<number>('getbalance', [], wallet);
    await ask('rescanblockchain', [], wallet);
    const scanned = await ask<number>('getbalance', [], wallet);
    expecting(`${wallet} had ${balance} and has ${scanned} after a scan of the chain`, balance === scanned);
  }
  return troubles;
}

/** The sum of all subsidies, in coins: nothing is burnt, and the output of the genesis block cannot be spent. */
function supplyAt(tip: number): number {
  let sat = 0n;
  for (let height = 1; height <= tip; height++) sat += 5_000_000_000n >> BigInt(Math.floor(height / regtest.halvingInterval));
  return Number(sat) / 1e8;
}

/** Loads every backup: each must be complete, whenever the node was killed. */
async function openBackups(ask: AskNode, folder: string): Promise<string[]> {
  const troubles: string[] = [];
  for (const name of readdirSync(folder).filter((entry) => /^backup-.*\.dat$/.test(entry)))
    await ask('loadwallet', [join(folder, name)]).catch((error: unknown) => troubles.push(`${name}: ${String(error)}`));
  return troubles;
}

/** Checks that a regular stop keeps the mempool too. */
async function stopsCleanly(node: CoindProcess, ask: AskNode, answered: Answered, options: StartOptions): Promise<string[]> {
  const pool = async (node: AskNode): Promise<string> => (await node<string[]>('getrawmempool')).toSorted().join();
  const before = await pool(ask);
  await ask('stop');
  await node.ended();
  const again = await node.start(options);
  const after = await pool(again);
  return [
    ...(before === after ? [] : [`the mempool was ${before} before the stop and is ${after} after it`]),
    ...(await answered.lost(again, 0)),
  ];
}
