import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { statements } from '../../support/statements.ts';

/** A count above the number of entries of any wallet in a trial. */
const ALL = 100_000;

const count = (t: Trial): Promise<number> => t.result('getblockcount');

/** Confirmations of a block of this height, and of its transactions, computed from the height of the chain. */
const expected = async (t: Trial, height: number): Promise<number> => (await count(t)) - height + 1;

const inBlock = async (t: Trial, blockhash: string): Promise<number> =>
  (await t.result('getblock', { blockhash, verbosity: 1 })).confirmations;
const inWholeBlock = async (t: Trial, blockhash: string): Promise<number> =>
  (await t.result('getblock', { blockhash, verbosity: 2 })).confirmations;
const inHeader = async (t: Trial, hash: string): Promise<number> => (await t.result('getblockheader', { hash })).confirmations;

const ofTransaction = async (t: Trial, txid: string): Promise<number | undefined> =>
  (await t.result('getrawtransaction', { txid, verbose: true })).confirmations;

const ofOutput = async (t: Trial, txid: string, n: number): Promise<number | undefined> =>
  present(t, await t.result('gettxout', { txid, n }), 'gettxout returned null for an unspent output').confirmations;

const inWallet = async (t: Trial, txid: string): Promise<number | undefined> => (await t.result('gettransaction', { txid })).confirmations;

/** Entries of a transaction in a list of the wallet; at least one is required. */
function entriesOf<T extends { readonly txid?: string }>(t: Trial, list: readonly T[], txid: string, whose: string): T[] {
  const entries = list.filter((entry) => entry.txid === txid);
  present(t, entries[0], `${whose} does not list the wallet transaction ${txid}`);
  return entries;
}

const listed = async (t: Trial, txid: string): Promise<number | undefined> =>
  entriesOf(t, await t.result('listtransactions', { label: '*', count: ALL }), txid, 'listtransactions')[0]?.confirmations;

const sinceStart = async (t: Trial, txid: string): Promise<number | undefined> =>
  entriesOf(t, (await t.result('listsinceblock')).transactions, txid, 'listsinceblock')[0]?.confirmations;

const unspent = async (t: Trial, txid: string, address: string): Promise<number | undefined> =>
  entriesOf(t, await t.result('listunspent', { minconf: 0, maxconf: 9_999_999, addresses: [address] }), txid, 'listunspent')[0]
    ?.confirmations;

const received = async (t: Trial, address: string): Promise<number | undefined> => {
  const [entry] = await t.result('listreceivedbyaddress', {
    minconf: 0,
    include_empty: false,
    include_watchonly: false,
    address_filter: address,
  });
  return present(t, entry, `listreceivedbyaddress does not list the paid address ${address}`).confirmations;
};

const reading = {
  effect: ['read'],
  evidence: 'standard',
  source: 'arithmetic: height of the chain, less that of the block, plus one',
} as const;

export const confirmationInvariants: readonly Case[] = [
  invariant({
    ...reading,
    ...statements.confirmations,
    methods: ['getblock', 'getblockheader', 'getblockcount'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      const wanted = await expected(t, height);
      t.equal(await inHeader(t, blockhash), wanted, 'confirmations in getblockheader', { path: 'confirmations' });
      t.equal(await inBlock(t, blockhash), wanted, 'confirmations in getblock', { path: 'confirmations' });
      t.equal(await inWholeBlock(t, blockhash), wanted, 'confirmations in getblock with verbosity 2', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/transactions',
    text: 'Confirmations of a transaction in getrawtransaction are those of its block, with and without blockhash.',
    methods: ['getrawtransaction', 'getblockcount'],
    run: async (t) => {
      const { txid, blockhash, height } = await t.world.use('confirmedSend');
      const wanted = await expected(t, height);
      t.equal(await ofTransaction(t, txid), wanted, 'confirmations in getrawtransaction', { path: 'confirmations' });
      const inThatBlock = await t.result('getrawtransaction', { txid, verbose: true, blockhash });
      t.equal(inThatBlock.confirmations, wanted, 'confirmations in getrawtransaction with blockhash', { path: 'confirmations' });
      t.equal(inThatBlock.in_active_chain, true, 'in_active_chain for a block on the main chain', {
        path: 'in_active_chain',
        evidence: 'document',
        source: 'document 2, Other results',
      });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/outputs',
    text: 'Confirmations of an output in gettxout are those of its block.',
    methods: ['gettxout', 'getblockcount', 'getbestblockhash'],
    run: async (t) => {
      const { txid, vout, height } = await t.world.use('confirmedSend');
      const out = present(t, await t.result('gettxout', { txid, n: vout }), 'gettxout returned null for an unspent output');
      t.equal(out.confirmations, await expected(t, height), 'confirmations in gettxout', { path: 'confirmations' });
      t.equal(out.bestblock, await t.result('getbestblockhash'), 'bestblock', { path: 'bestblock' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/wallet',
    text: 'Confirmations of a wallet transaction in gettransaction, listtransactions and listsinceblock are those of its block.',
    methods: ['gettransaction', 'listtransactions', 'listsinceblock', 'getblockcount'],
    run: async (t) => {
      const { txid, height } = await t.world.use('walletSend');
      const wanted = await expected(t, height);
      t.equal(await inWallet(t, txid), wanted, 'confirmations in gettransaction', { path: 'confirmations' });
      t.equal(await listed(t, txid), wanted, 'confirmations in listtransactions', { path: 'confirmations' });
      t.equal(await sinceStart(t, txid), wanted, 'confirmations in listsinceblock', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/listed',
    text: 'Every entry of listtransactions in a block on the main chain has the confirmations of that block.',
    methods: ['listtransactions', 'getblockheader', 'getblockcount'],
    run: async (t) => {
      await t.world.use('walletSend');
      const heights = new Map<string, number>();
      const top = await count(t);
      const entries = await t.result('listtransactions', { label: '*', count: 60 });
      for (const { txid, blockhash, confirmations = 0 } of entries) {
        // A negative value is the depth of a conflict.
        if (blockhash === undefined || confirmations < 0) continue;
        // That an entry without confirmations names no block, is not stated.
        if (confirmations === 0 && !(await t.call('getblockheader', { hash: blockhash })).ok) continue;
        const height = heights.get(blockhash) ?? (await t.result('getblockheader', { hash: blockhash })).height;
        heights.set(blockhash, height);
        t.equal(confirmations, top - height + 1, `confirmations of ${txid} in block ${height}`, { path: 'confirmations' });
      }
      t.ok(heights.size > 0, 'no entry is in a block, expected the confirmed payment of the wallet');
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/unspent',
    text: 'Confirmations of an unspent output in listunspent equal those in gettxout and those of its block.',
    methods: ['listunspent', 'gettxout', 'getblockcount', 'getrawtransaction'],
    run: async (t) => {
      const { txid, height, address } = await t.world.use('confirmedReceive');
      t.equal(await unspent(t, txid, address), await expected(t, height), 'confirmations in listunspent', { path: 'confirmations' });
      for (let i = 0; i < 3; i++) {
        const coin = await t.world.fresh('spendable');
        const said = await unspent(t, coin.txid, coin.address);
        t.equal(said, await ofOutput(t, coin.txid, coin.vout), 'confirmations in listunspent (compared with gettxout)', {
          path: 'confirmations',
        });
        t.equal(said, await ofTransaction(t, coin.txid), 'confirmations in listunspent (compared with getrawtransaction)', {
          path: 'confirmations',
        });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/received',
    text: 'Confirmations in listreceivedbyaddress of an address with one payment are those of the payment.',
    methods: ['listreceivedbyaddress', 'gettransaction', 'getblockcount'],
    run: async (t) => {
      const { txid, address, height } = await t.world.use('confirmedReceive');
      const wanted = await expected(t, height);
      t.equal(await received(t, address), wanted, 'confirmations in listreceivedbyaddress', { path: 'confirmations' });
      t.equal(await inWallet(t, txid), wanted, 'confirmations in gettransaction', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/none',
    text: 'A transaction in the pool has no confirmations in any method.',
    methods: ['gettransaction', 'listtransactions', 'listsinceblock', 'getrawtransaction', 'gettxout'],
    run: async (t) => {
      const { txid, vout } = await t.world.use('walletUnconfirmedSend');
      t.equal(await inWallet(t, txid), 0, 'confirmations in gettransaction', { path: 'confirmations' });
      t.equal(await listed(t, txid), 0, 'confirmations in listtransactions', { path: 'confirmations' });
      t.equal(await sinceStart(t, txid), 0, 'confirmations in listsinceblock', { path: 'confirmations' });
      t.equal(await ofOutput(t, txid, vout), 0, 'confirmations in gettxout', { path: 'confirmations' });
      t.equal((await ofTransaction(t, txid)) ?? 0, 0, 'confirmations in getrawtransaction', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/grow',
    text: 'A new block adds one confirmation to every confirmed transaction, and transactions from the pool get their first.',
    effect: ['chain', 'wallet'],
    methods: [
      'getblock',
      'getblockheader',
      'getrawtransaction',
      'gettxout',
      'gettransaction',
      'listtransactions',
      'listunspent',
      'listreceivedbyaddress',
    ],
    run: async (t) => {
      // Getting coins may require mining and may spend received coins, so it must be done before the payment enters the pool.
      await t.world.use('confirmedReceive');
      await reserveCoins(t, 1);
      const { txid, vout, blockhash, address } = await t.world.use('confirmedReceive');
      const waiting = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: randomAmountSat(t) }]);
      const read = async (): Promise<Record<string, number | undefined>> => ({
        getblock: await inBlock(t, blockhash),
        getblockheader: await inHeader(t, blockhash),
        getrawtransaction: await ofTransaction(t, txid),
        gettxout: await ofOutput(t, txid, vout),
        gettransaction: await inWallet(t, txid),
        listtransactions: await listed(t, txid),
        listunspent: await unspent(t, txid, address),
        listreceivedbyaddress: await received(t, address),
      });
      const before = await read();
      await t.world.mine(1);
      for (const [method, confirmations] of Object.entries(await read())) {
        t.equal(confirmations, (before[method] ?? Number.NaN) + 1, `confirmations in ${method} after one more block`, {
          path: 'confirmations',
        });
      }
      t.equal(await inWallet(t, waiting.txid), 1, 'confirmations in gettransaction of the transaction that was in the pool', {
        path: 'confirmations',
      });
      t.equal(await ofTransaction(t, waiting.txid), 1, 'confirmations in getrawtransaction of the transaction that was in the pool', {
        path: 'confirmations',
      });
      t.equal(await ofOutput(t, waiting.txid, 0), 1, 'confirmations in gettxout of the transaction that was in the pool', {
        path: 'confirmations',
      });
    },
  }),
];
