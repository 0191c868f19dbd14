import { join } from 'node:path';
import { regtest } from '../../coind/regtest.ts';
import { keyFrom } from '../../fixtures/world/keys.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { ForeignKey } from '../../fixtures/world/types.ts';
import { Refused, Unanswered, type AskNode } from './ask.ts';
import type { Answered } from './answered.ts';
import type { ServiceLoad } from './service-load.ts';

/** Wallets that pay each other. */
export const payers = ['alice', 'bob', 'carol'] as const;

const WORKERS = 6;
/** Codes for no funds at the moment, or a chain of unconfirmed change that is too long. */
const cannotPay: readonly number[] = [-4, -6];
const types = ['legacy', 'p2sh-segwit', 'bech32'] as const;

export interface LoadOptions {
  readonly ask: AskNode;
  readonly random: Random;
  readonly answered: Answered;
  /** A folder of the node. */
  readonly folder: string;
  readonly unrest: Unrest;
  /** Traffic of tokens, mints, proposals and votes beside the payments. */
  readonly services?: ServiceLoad | undefined;
}

/**
 * What disturbs the load. Not two at once: in the shorter branch of a fork a transaction may have to wait for its
 * locktime, and the one that it replaced may be mined before it.
 */
export type Unrest = 'replacements' | 'forks' | 'services';

type Action = (options: LoadOptions) => Promise<void>;

/** Actions with their relative frequencies. */
const weights: readonly (readonly [number, Action])[] = [
  [4, mine],
  [2, readTip],
  [6, giveAddress],
  [4, changeLabel],
  [8, pay],
  [3, payMany],
  [2, payRaw],
  [2, lock],
  [2, importKey],
  [2, watch],
  [1, ban],
  [1, makeWallet],
  [1, backUp],
];
const byUnrest: { readonly [unrest in Unrest]: readonly [number, Action] } = {
  forks: [2, reorganise],
  replacements: [2, bump],
  services: [40, async ({ services, ask }) => services?.act(ask)],
};

/**
 * Calls the node from several workers at once until it no longer answers, and records its answers. Rejects if the node
 * refuses a call that it must execute.
 */
export async function loadUntilGone(options: LoadOptions): Promise<void> {
  const actions = [...weights, byUnrest[options.unrest]].flatMap(([weight, action]) => Array.from({ length: weight }, () => action));
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      try {
        for (;;) await options.random.pick(actions)(options);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
      }
    }),
  );
}

/** Gives every payer mature coins in many outputs. */
export async function fund({ ask, random, answered }: LoadOptions): Promise<void> {
  const mineTo = async (count: number, address: string): Promise<void> => {
    for (const hash of await ask<string[]>('generatetoaddress', [count, address])) answered.block(hash);
  };
  for (const wallet of payers) await mineTo(4, await ask('getnewaddress', [], wallet));
  await mineTo(101, makeKey(random).addresses.bech32);
  for (const wallet of payers) {
    const amounts: Record<string, number> = {};
    for (let i = 0; i < 40; i++) amounts[await ask<string>('getnewaddress', ['', types[i % 3] as string], wallet)] = 1;
    answered.payment(await ask('sendmany', ['', amounts], wallet), wallet);
  }
  await mineTo(1, makeKey(random).addresses.bech32);
}

async function mine({ ask, random, answered }: LoadOptions): Promise<void> {
  const address = await ask<string>('getrawchangeaddress', [], random.pick(payers));
  for (const hash of await ask<string[]>('generatetoaddress', [random.integer(1, 2), address])) answered.block(hash);
}

async function readTip({ ask, answered }: LoadOptions): Promise<void> {
  const hash = await ask<string>('getbestblockhash');
  const { tx } = await ask<{ tx: string[] }>('getblock', [hash, 1]);
  answered.blockContents(hash, tx);
}

async function newAddress({ ask, random, answered }: LoadOptions, wallet: string): Promise<string> {
  const label = random.word(5);
  const address = await ask<string>('getnewaddress', [label, random.pick(types)], wallet);
  answered.address(address, wallet, label);
  return address;
}

async function giveAddress(options: LoadOptions): Promise<void> {
  await newAddress(options, options.random.pick(payers));
}

async function changeLabel(options: LoadOptions): Promise<void> {
  const { ask, random, answered } = options;
  const wallet = random.pick(payers);
  // A new address, so that no other worker changes its label at the same time.
  const address = await newAddress(options, wallet);
  for (let times = random.integer(1, 3); times > 0; times--) {
    const label = random.word(5);
    await answered.label(address, label, () => ask('setlabel', [address, label], wallet));
  }
}

/** A key that no wallet has. */
function makeKey(random: Random): ForeignKey {
  const { pubKeyHashPrefix: pubKeyHash, scriptHashPrefix: scriptHash, wifPrefix: wif, hrp } = regtest;
  return keyFrom(random.bytes(32), { pubKeyHash, scriptHash, wif, hrp });
}

/** A random amount between 0.001 and 0.1, so that the funds suffice. */
function amountOf(random: Random): number {
  return random.integer(100_000, 10_000_000) / 1e8;
}

async function paying(what: () => Promise<void>): Promise<void> {
  try {
    await what();
  } catch (error) {
    if (!(error instanceof Refused) || !cannotPay.includes(error.code)) throw error;
  }
}

async function pay(options: LoadOptions): Promise<void> {
  const { ask, random, answered } = options;
  const [from, to] = [random.pick(payers), random.pick(payers)];
  const address = await newAddress(options, to);
  await paying(async () => {
    answered.payment(await ask('sendtoaddress', [address, amountOf(random), 'comment'], from), from);
  });
}

async function payMany(options: LoadOptions): Promise<void> {
  const { ask, random, answered } = options;
  const from = random.pick(payers);
  const amounts: Record<string, number> = {};
  for (const to of payers) amounts[await newAddress(options, to)] = amountOf(random);
  await paying(async () => {
    answered.payment(await ask('sendmany', ['', amounts], from), from);
  });
}

async function payRaw(options: LoadOptions): Promise<void> {
  const { ask, random, answered } = options;
  const from = random.pick(payers);
  const address = await newAddress(options, random.pick(payers));
  const unfunded = await ask<string>('createrawtransaction', [[], [{ [address]: amountOf(random) }]]);
  await paying(async () => {
    // Locked, since another worker could spend the same coins before they are sent.
    const { hex } = await ask<{ hex: string }>('fundrawtransaction', [unfunded, { lockUnspents: true }], from);
    const signed = await ask<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', [hex], from);
    try {
      answered.payment(await ask('sendrawtransaction', [signed.hex]), from);
    } catch (error) {
      // It may spend unconfirmed outputs: their chain may be too long, or a fork may have removed them.
      if (!(error instanceof Refused) || ![-25, -26].includes(error.code)) throw error;
    }
  });
}

async function bump(options: LoadOptions): Promise<void> {
  const { ask, random, answered } = options;
  const from = random.pick(payers);
  const address = await newAddress(options, random.pick(payers));
  await paying(async () => {
    const original = await ask<string>('sendtoaddress', [address, amountOf(random), '', '', false, true], from);
    try {
      const { txid } = await ask<{ txid: string }>('bumpfee', [original], from);
      answered.payment(txid, from);
    } catch (error) {
      // It was mined in the meantime, or its outputs were spent.
      if (!(error instanceof Refused) || ![-8, -4, -5].includes(error.code)) throw error;
    }
  });
}

async function lock({ ask, random }: LoadOptions): Promise<void> {
  const wallet = random.pick(payers);
  const coins = await ask<{ txid: string; vout: number }[]>('listunspent', [], wallet);
  if (coins.length < 10) return;
  const { txid, vout } = random.pick(coins);
  try {
    await ask('lockunspent', [false, [{ txid, vout }]], wallet);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== -8) throw error; // it was spent in the meantime
  }
}

async function importKey({ ask, random, answered }: LoadOptions): Promise<void> {
  const [wallet, key] = [random.pick(payers), makeKey(random)];
  await ask('importprivkey', [key.wif, '', false], wallet);
  answered.importedKey(key.addresses.bech32, key.wif, wallet);
}

async function watch({ ask, random, answered }: LoadOptions): Promise<void> {
  const [wallet, key] = [random.pick(payers), makeKey(random)];
  await ask('importaddress', [key.addresses.legacy, '', false], wallet);
  answered.watched(key.addresses.legacy, wallet);
}

async function ban({ ask, random, answered }: LoadOptions): Promise<void> {
  const subnet = `198.51.100.${random.integer(0, 255)}/32`;
  try {
    await ask('setban', [subnet, 'add', 86_400]);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== -23) throw error; // it is banned already
  }
  answered.banned(subnet);
}

async function makeWallet({ ask, random, answered }: LoadOptions): Promise<void> {
  if (answered.wallets.size >= 12) return;
  const name = `extra-${random.word(8)}`;
  await ask('createwallet', [name]);
  answered.wallet(name);
}

async function backUp({ ask, random, folder }: LoadOptions): Promise<void> {
  const wallet = random.pick(payers);
  await ask('backupwallet', [join(folder, `backup-${wallet}-${random.integer(0, 3)}.dat`)], wallet); // over an older one
}

/** Mines another branch, then reconsiders the old one. */
async function reorganise({ ask, random, answered }: LoadOptions): Promise<void> {
  const { blocks, bestblockhash } = await ask<{ blocks: number; bestblockhash: string }>('getblockchaininfo');
  let hash = bestblockhash;
  const depth = random.integer(0, 2);
  for (let i = 0; i < depth; i++) hash = (await ask<{ previousblockhash: string }>('getblockheader', [hash])).previousblockhash;
  answered.chainMayChangeFrom(blocks - depth);
  await ask('invalidateblock', [hash]);
  const address = await ask<string>('getrawchangeaddress', [], random.pick(payers));
  for (const block of await ask<string[]>('generatetoaddress', [random.integer(1, 4), address])) answered.block(block);
  await ask('reconsiderblock', [hash]);
}
