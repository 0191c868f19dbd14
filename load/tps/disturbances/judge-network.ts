import { setTimeout as delay } from 'node:timers/promises';
import { MAX_EXAMPLES } from '../limits.ts';
import type { TpsNode } from '../network/types.ts';
import type { LostTransactions, RoundDisturbances } from '../results.ts';
import { chainSince, spentTwice } from './chain-since.ts';
import type { ConflictingPair } from './conflicting-pair.ts';
import { forgottenText, holdings, type FaultWallet } from './wallets.ts';

const POLL_MS = 100;

/** A transaction that a node has accepted. */
export interface Accepted {
  readonly txid: string;
  readonly node: string;
  /** It was in the memory of a node that was not killed since. */
  readonly wasHeld: boolean;
}

export interface JudgedNetwork {
  readonly nodes: readonly TpsNode[];
  /** Of the chain before the round. */
  readonly height: number;
  readonly accepted: readonly Accepted[];
  readonly wallets: readonly FaultWallet[];
  readonly pairs: readonly ConflictingPair[];
  /** What wallets did not know right after a start, in sentences. */
  readonly forgotten: readonly string[];
  /** Until all nodes have the same. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What was judged, with what does not hold. */
export type NetworkVerdict = RoundDisturbances['checks'][number];

export type Judgement = Pick<RoundDisturbances, 'lost' | 'lostWithPool' | 'conflicts' | 'checks'>;

/**
 * Judges a network in which all faults are over, and what can be mined is mined. None of it depends on which nodes have failed.
 * Throws `NodeCallError` where a node does not answer.
 */
export async function judgeNetwork(network: JudgedNetwork): Promise<Judgement> {
  const { nodes, height, accepted, wallets, pairs, forgotten } = network;
  const checks: NetworkVerdict[] = [];
  const judged = (check: NetworkVerdict['check'], count: number, problems: readonly string[]): void => {
    if (count > 0) checks.push({ check, judged: count, problems: problems.slice(0, MAX_EXAMPLES) });
  };
  const pools = await samePools(network);
  judged('same-transactions', nodes.length, differing(nodes, pools));
  const mined = await chainSince(nodes[0]!.call, height);
  const kept = new Set([...mined.map(({ txid }) => txid), ...pools.flatMap((pool) => [...pool])]);
  const missing = accepted.filter(({ txid }) => !kept.has(txid));
  const lost = lostTransactions(missing.filter(({ wasHeld }) => wasHeld));
  judged('accepted-kept', accepted.length, lost.count === 0 ? [] : [lossText(lost, accepted.length)]);
  const paying = wallets.filter(({ payments }) => payments.length > 0);
  const payments = paying.reduce((sum, wallet) => sum + wallet.payments.length, 0);
  const now = (await Promise.all(paying.map(forgottenText))).flat();
  judged('wallet-kept', payments, [...new Set([...forgotten, ...now])]);
  judged('balances', wallets.length, await balanceTexts(wallets));
  const conflicts = pairs.map(({ txids }) => ({ txids: [...txids], mined: mined.filter(({ txid }) => txids.includes(txid)).length }));
  judged('no-double-spend', mined.length, [
    ...spentTwice(mined).map((outpoint) => `${outpoint} is spent twice in the blocks mined since`),
    ...conflicts
      .filter(({ mined: count }) => count !== 1)
      .map(({ txids, mined: count }) => `${count} of ${txids.join(' and ')} are in the chain, which spend the same coin: one must be`),
  ]);
  judged('verifychain', nodes.length, await unverified(nodes));
  return { lost, lostWithPool: lostTransactions(missing.filter(({ wasHeld }) => !wasHeld)), conflicts, checks };
}

/** The memory pools of all nodes, once they are the same, or when the time for it is over. */
async function samePools({ nodes, timeoutMs, signal }: JudgedNetwork): Promise<Set<string>[]> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const pools = await Promise.all(nodes.map(async ({ call }) => new Set(await call('getrawmempool'))));
    if (pools.every((pool) => areSame(pool, pools[0]!)) || performance.now() > until) return pools;
    await delay(POLL_MS, undefined, { signal });
  }
}

const areSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((txid) => b.has(txid));

function differing(nodes: readonly TpsNode[], pools: readonly ReadonlySet<string>[]): string[] {
  const [first] = pools;
  return nodes.flatMap(({ name }, index) => {
    const own = pools[index]!;
    if (areSame(own, first!)) return [];
    const only = [...own].filter((txid) => !first!.has(txid));
    const not = [...first!].filter((txid) => !own.has(txid));
    return [
      `the memory pool of ${name} differs from that of ${nodes[0]!.name} after all was mined: it has ${only.length} others and lacks ${not.length} (${[...only, ...not].slice(0, MAX_EXAMPLES).join(', ')})`,
    ];
  });
}

function lostTransactions(missing: readonly Accepted[]): LostTransactions {
  return { count: missing.length, examples: missing.slice(0, MAX_EXAMPLES).map(({ txid, node }) => ({ txid, node })) };
}

function lossText({ count, examples }: LostTransactions, accepted: number): string {
  const named = examples.map(({ txid, node }) => `${txid} of ${node}`).join(', ');
  return `${count} of ${accepted} accepted transactions are in no memory pool and no block, although a node had them that was not killed since: ${named}`;
}

async function balanceTexts(wallets: readonly FaultWallet[]): Promise<string[]> {
  const texts: string[] = [];
  for (const wallet of wallets) {
    const { balanceSat, unspentSat } = await holdings(wallet);
    if (balanceSat !== unspentSat)
      texts.push(
        `the balance of the wallet of ${wallet.node.name} is ${balanceSat} satoshis, and its unspent outputs are ${unspentSat} together`,
      );
  }
  return texts;
}

async function unverified(nodes: readonly TpsNode[]): Promise<string[]> {
  const answers = await Promise.all(nodes.map(({ call }) => call('verifychain')));
  return nodes.flatMap(({ name }, index) =>
    answers[index] === true ? [] : [`verifychain on ${name} is ${JSON.stringify(answers[index])}`],
  );
}
