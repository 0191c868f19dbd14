import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';

/** More entries than any wallet of a trial has. */
const ALL = 100_000;

const count = (t: Trial): Promise<number> => t.result('getblockcount');

/** Confirmations of what stands in a block of this height, as arithmetic has them. */
const expected = async (t: Trial, height: number): Promise<number> => (await count(t)) - height + 1;

const inBlock = async (t: Trial, blockhash: string): Promise<number> =>
  (await t.result('getblock', { blockhash, verbosity: 1 })).confirmations;
const inWholeBlock = async (t: Trial, blockhash: string): Promise<number> =>
  (await t.result('getblock', { blockhash, verbosity: 2 })).confirmations;
const inHeader = async (t: Trial, hash: string): Promise<number> => (await t.result('getblockheader', { hash })).confirmations;

const ofTransaction = async (t: Trial, txid: string): Promise<number | undefined> =>
  (await t.result('getrawtransaction', { txid, verbose: true })).confirmations;

const ofOutput = async (t: Trial, txid: string, n: number): Promise<number | undefined> =>
  present(t, await t.result('gettxout', { txid, n }), 'gettxout hides an output that nothing spends').confirmations;

const inWallet = async (t: Trial, txid: string): Promise<number | undefined> => (await t.result('gettransaction', { txid })).confirmations;

/** Entries of a transaction in a list of the wallet; there must be one at least. */
function entriesOf<T extends { readonly txid?: string }>(t: Trial, list: readonly T[], txid: string, whose: string): T[] {
  const entries = list.filter((entry) => entry.txid === txid);
  present(t, entries[0], `${whose} does not list ${txid}, a transaction of the wallet`);
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
  return present(t, entry, `listreceivedbyaddress does not list ${address}, which was paid`).confirmations;
};

const reading = {
  effect: ['read'],
  evidence: 'standard',
  source: 'arithmetic: height of the chain, less that of the block, plus one',
} as const;

export const confirmationInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'chain-confirmations/blocks',
    text: 'Confirmations of a block are the blocks from it to the best one, both counted, in getblock and getblockheader.',
    methods: ['getblock', 'getblockheader', 'getblockcount'],
    run: async (t) => {
      const { blockhash, height } = await t.world.use('confirmedSend');
      const wanted = await expected(t, height);
      t.equal(await inHeader(t, blockhash), wanted, 'confirmations in getblockheader', { path: 'confirmations' });
      t.equal(await inBlock(t, blockhash), wanted, 'confirmations in getblock', { path: 'confirmations' });
      t.equal(await inWholeBlock(t, blockhash), wanted, 'confirmations in getblock, verbosity 2,', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/transactions',
    text: 'Confirmations of a transaction are those of its block in getrawtransaction, with and without the block named.',
    methods: ['getrawtransaction', 'getblockcount'],
    run: async (t) => {
      const { txid, blockhash, height } = await t.world.use('confirmedSend');
      const wanted = await expected(t, height);
      t.equal(await ofTransaction(t, txid), wanted, 'confirmations in getrawtransaction', { path: 'confirmations' });
      const inThatBlock = await t.result('getrawtransaction', { txid, verbose: true, blockhash });
      t.equal(inThatBlock.confirmations, wanted, 'confirmations in getrawtransaction with the block named', { path: 'confirmations' });
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
    text: 'Confirmations of an output are those of its block in gettxout, as of the best block.',
    methods: ['gettxout', 'getblockcount', 'getbestblockhash'],
    run: async (t) => {
      const { txid, vout, height } = await t.world.use('confirmedSend');
      const out = present(t, await t.result('gettxout', { txid, n: vout }), 'gettxout hides an output that nothing spends');
      t.equal(out.confirmations, await expected(t, height), 'confirmations in gettxout', { path: 'confirmations' });
      t.equal(out.bestblock, await t.result('getbestblockhash'), 'bestblock', { path: 'bestblock' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/wallet',
    text: 'Confirmations of a wallet transaction are those of its block in gettransaction, listtransactions and listsinceblock.',
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
      for (const { txid, blockhash, confirmations } of entries) {
        if (blockhash === undefined) continue;
        const height = heights.get(blockhash) ?? (await t.result('getblockheader', { hash: blockhash })).height;
        heights.set(blockhash, height);
        // Below zero stands for how deep the conflict lies.
        if ((confirmations ?? 0) >= 0)
          t.equal(confirmations, top - height + 1, `confirmations of ${txid} in block ${height}`, { path: 'confirmations' });
      }
      t.ok(heights.size > 0, 'no entry stands in a block, though the wallet has a confirmed payment');
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/unspent',
    text: 'Confirmations of an unspent output of the wallet are those of gettxout, and of its block.',
    methods: ['listunspent', 'gettxout', 'getblockcount', 'getrawtransaction'],
    run: async (t) => {
      const { txid, height, address } = await t.world.use('confirmedReceive');
      t.equal(await unspent(t, txid, address), await expected(t, height), 'confirmations in listunspent', { path: 'confirmations' });
      for (let i = 0; i < 3; i++) {
        const coin = await t.world.fresh('spendable');
        const said = await unspent(t, coin.txid, coin.address);
        t.equal(said, await ofOutput(t, coin.txid, coin.vout), 'confirmations in listunspent, beside gettxout,', { path: 'confirmations' });
        t.equal(said, await ofTransaction(t, coin.txid), 'confirmations in listunspent, beside getrawtransaction,', {
          path: 'confirmations',
        });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-confirmations/received',
    text: 'An address that was paid once has the confirmations of that payment in listreceivedbyaddress.',
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
    text: 'A transaction in the pool has no confirmation anywhere.',
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
    text: 'A block that is mined adds one confirmation to all that was confirmed, and the first to what was in the pool.',
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
      // Getting coins may take mining, and spend what was received: that has to be over when the payment is in the pool.
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
      t.equal(await inWallet(t, waiting.txid), 1, 'confirmations in gettransaction of what was in the pool', { path: 'confirmations' });
      t.equal(await ofTransaction(t, waiting.txid), 1, 'confirmations in getrawtransaction of what was in the pool', {
        path: 'confirmations',
      });
      t.equal(await ofOutput(t, waiting.txid, 0), 1, 'confirmations in gettxout of what was in the pool', { path: 'confirmations' });
    },
  }),
];
