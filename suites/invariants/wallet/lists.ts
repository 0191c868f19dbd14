import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import type {
  WalletTransactionDetails,
  ListSinceBlock,
  ListSinceBlockEntry,
  MethodId,
  WalletTransaction,
} from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat, type Recipient } from '../../support/payments.ts';
import { withCaseWallet, withUnpaidWallet, type CaseWallet } from '../case-wallet.ts';
import { keyOf, keysOf } from './entries.ts';

export const listed = (wallet: CaseWallet, count: number, skip = 0, label = '*'): Promise<readonly WalletTransaction[]> =>
  wallet.result('listtransactions', { label, count, skip });
const sinceBlock = (wallet: CaseWallet, blockhash?: string): Promise<ListSinceBlock> => wallet.result('listsinceblock', { blockhash });

async function recipients(t: Trial, wallet: CaseWallet, count: number, label = ''): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (let i = 0; i < count; i++) list.push({ address: await wallet.newAddress(label), amountSat: randomAmountSat(t) });
  return list;
}

/** A wallet with nine entries: three payments received in one block, four in another, one in the pool, and one sent. */
export function withEntries(t: Trial, work: (wallet: CaseWallet) => Promise<void>): Promise<void> {
  return withCaseWallet(
    t,
    Array.from({ length: 3 }, () => randomAmountSat(t)),
    async (wallet) => {
      await wallet.receive(await recipients(t, wallet, 4));
      await t.world.mine(1);
      await wallet.receive(await recipients(t, wallet, 1));
      const comment = `pyx ${t.random.word(8)}`;
      await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(10_000_000n), comment });
      await work(wallet);
    },
  );
}

export const ENTRIES = 9;
const DEFAULT_PAGE = 10;

/** Checks that the entries of `withEntries` stand on pages of each of these sizes, every one once. */
export async function judgePages(t: Trial, wallet: CaseWallet, sizes: readonly number[]): Promise<void> {
  const all = keysOf(await listed(wallet, 1000));
  t.equal([all.length, new Set(all).size], [ENTRIES, ENTRIES], 'the numbers of entries and of different entries');
  for (const size of sizes) {
    const paged: string[] = [];
    for (let skip = 0; skip < ENTRIES + size; skip += size) {
      const page = keysOf(await listed(wallet, size, skip));
      t.equal(page.length, Math.max(0, Math.min(size, ENTRIES - skip)), `the number of entries with count ${size} and skip ${skip}`);
      paged.push(...page);
    }
    t.equal(paged.sort(), [...all].sort(), `the list of entries on pages of ${size} (compared with a single page)`);
  }
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

export const walletListInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-lists/pages',
    text: 'Consecutive pages of listtransactions contain every entry exactly once.',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) => withEntries(t, (wallet) => judgePages(t, wallet, [1, 4, t.random.integer(5, ENTRIES - 1)])),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/skip',
    text: 'skip omits exactly the entries of a page of that size.',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const all = keysOf(await listed(wallet, 1000));
        const skip = t.random.integer(1, ENTRIES - 1);
        const shown = keysOf(await listed(wallet, skip));
        const rest = keysOf(await listed(wallet, 1000, skip));
        t.equal(
          rest.filter((key) => shown.includes(key)),
          [],
          'the list of entries that are both on a page and among the entries after skip',
        );
        t.equal([...shown, ...rest].sort(), [...all].sort(), 'the list of entries on a page and after skip');
        await wallet.receive(await recipients(t, wallet, 3));
        t.equal(
          keysOf(await wallet.result('listtransactions')),
          keysOf(await listed(wallet, DEFAULT_PAGE)),
          'the list without arguments (compared with count 10)',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/stretch',
    text: 'A page is a contiguous part of the whole list, skip entries from one end.',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const all = keysOf(await listed(wallet, 1000));
        // The documents leave the order open.
        const fromStart = (size: number, skip: number): string[] => all.slice(skip, skip + size);
        const fromEnd = (size: number, skip: number): string[] => all.slice(Math.max(0, all.length - skip - size), all.length - skip);
        const [first = ''] = keysOf(await listed(wallet, 1));
        t.ok(
          first === all[0] || first === all.at(-1),
          `the entry on a page of 1 is ${first}, expected the first or the last of the whole list`,
        );
        const wanted = first === all[0] ? fromStart : fromEnd;
        for (const [size, skip] of [
          [3, 0],
          [2, 3],
          [ENTRIES, 2],
          [t.random.integer(1, 4), t.random.integer(1, 4)],
        ] as const) {
          t.equal(
            keysOf(await listed(wallet, size, skip)),
            wanted(size, skip),
            `the page with count ${size} and skip ${skip} (compared with the whole list)`,
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/label',
    text: 'listtransactions with a label lists the entries received on addresses of the label, as in the whole list.',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const label = `pyx ${t.random.word(8)}`;
        const paid = await recipients(t, wallet, 2, label);
        await wallet.receive(paid);
        const whole = await listed(wallet, 1000);
        const byLabel = await listed(wallet, 1000, 0, label);
        t.equal(byLabel.map(({ address }) => address ?? '').sort(), paid.map(({ address }) => address).sort(), 'the list of addresses');
        t.equal(
          keysOf(byLabel).sort(),
          keysOf(whole.filter((entry) => entry.label === label && entry.category === 'receive')).sort(),
          'the list for a label (compared with the whole list)',
        );
        for (const entry of byLabel)
          t.equal(
            whole.find((candidate) => keyOf(candidate) === keyOf(entry)),
            entry,
            'the entry in the whole list (compared with the list for a label)',
          );
        t.equal(keysOf(await listed(wallet, 1, 0, label)).length, 1, 'the number of entries on a page of one');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/since-start',
    text: 'listsinceblock without blockhash lists the entries of listtransactions.',
    methods: ['listsinceblock', 'listtransactions', 'gettransaction', 'sendtoaddress', 'getbestblockhash'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const all = await listed(wallet, 1000);
        const { transactions, lastblock } = await sinceBlock(wallet);
        t.equal(keysOf([...transactions]).sort(), keysOf(all).sort(), 'the list of entries in listsinceblock');
        t.equal(lastblock, await t.result('getbestblockhash'), 'lastblock (compared with the best block)', { path: 'lastblock' });
        for (const entry of transactions) {
          const same = all.find((candidate) => keyOf(candidate) === keyOf(entry));
          for (const name of [
            'address',
            'amount',
            'fee',
            'label',
            'confirmations',
            'blockhash',
            'blockindex',
            'blocktime',
            'time',
            'timereceived',
            'trusted',
            'comment',
            'bip125-replaceable',
            'abandoned',
          ] as const) {
            t.equal(entry[name], same?.[name], `${name} in listsinceblock (compared with listtransactions)`, {
              path: `transactions.${name}`,
            });
          }
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/fed-back',
    text: 'Calling listsinceblock with its lastblock lists each entry that was not confirmed before exactly once.',
    methods: ['listsinceblock', 'listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const first = await sinceBlock(wallet);
        const settled = keysOf(first.transactions.filter(({ confirmations = 0 }) => confirmations > 0));
        await wallet.receive(await recipients(t, wallet, 2));
        await t.world.mine(1);
        await wallet.receive(await recipients(t, wallet, 1));
        const next = keysOf([...(await sinceBlock(wallet, first.lastblock)).transactions]);
        t.equal(
          next.filter((key) => settled.includes(key)),
          [],
          'the list of entries that were confirmed in the first answer and are listed again',
          { path: 'transactions' },
        );
        const all = keysOf(await listed(wallet, 1000));
        t.equal([...settled, ...next].sort(), all.sort(), 'the list of entries in both answers (compared with all entries)', {
          path: 'transactions',
        });
        await t.world.mine(1);
        const last = await sinceBlock(wallet);
        t.equal(
          (await sinceBlock(wallet, last.lastblock)).transactions,
          [],
          'the list since the best block, of a wallet without pool transactions',
          { path: 'transactions' },
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/since-block',
    text: 'listsinceblock with a blockhash lists the transactions of later blocks and unconfirmed transactions.',
    methods: ['listsinceblock', 'listtransactions', 'getblockheader', 'getblockhash', 'gettransaction', 'sendtoaddress', 'getblockcount'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const top = await t.result('getblockcount');
        const entries: (WalletTransaction & { height: number })[] = [];
        for (const entry of await listed(wallet, 1000)) {
          const height =
            entry.blockhash === undefined || entry.confirmations < 1
              ? top + 1
              : (await t.result('getblockheader', { hash: entry.blockhash })).height;
          entries.push({ ...entry, height });
        }
        for (const height of [top - 2, top - 1, top]) {
          const { transactions } = await sinceBlock(wallet, await t.result('getblockhash', { height }));
          t.equal(
            keysOf([...transactions]).sort(),
            keysOf(entries.filter((entry) => entry.height > height)).sort(),
            `the list of entries since block ${height}`,
            { path: 'transactions' },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/target-confirmations',
    text: 'target_confirmations moves lastblock back block by block and does not change the list.',
    methods: ['listsinceblock', 'getblockhash', 'getblockcount', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const top = await t.result('getblockcount');
        const whole = await sinceBlock(wallet);
        const start = await t.result('getblockhash', { height: 0 });
        for (const target of [1, 2, t.random.integer(3, 9)]) {
          const { lastblock, transactions } = await wallet.result('listsinceblock', { blockhash: start, target_confirmations: target });
          t.equal(
            lastblock,
            await t.result('getblockhash', { height: top - target + 1 }),
            `lastblock with target_confirmations ${target}`,
            {
              path: 'lastblock',
            },
          );
          t.equal(keysOf([...transactions]).sort(), keysOf([...whole.transactions]).sort(), 'the list of entries', {
            path: 'transactions',
          });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/watch-only',
    text: 'Balances and lists include watch-only outputs with include_watchonly only.',
    methods: [
      'importaddress',
      'getbalance',
      'listtransactions',
      'listreceivedbyaddress',
      'listsinceblock',
      'listunspent',
      'gettransaction',
      'getblockhash',
      'getaddressinfo',
    ],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const address = await foreignAddress(t);
        await wallet.result('importaddress', { address, label: 'watched', rescan: false });
        const amount = randomAmountSat(t);
        const { txid } = await wallet.receive([{ address, amountSat: amount }]);
        await t.world.mine(1);
        for (const given of [undefined, false, true]) {
          const how = given === undefined ? 'without include_watchonly' : `with include_watchonly ${given}`;
          const watching = given === true;
          const wanted = watching ? 1 : 0;
          const balance = amountSat(
            t,
            await wallet.result('getbalance', { dummy: '*', minconf: 0, include_watchonly: given }),
            'the balance',
          );
          t.equal(balance, watching ? amount : 0n, `the balance ${how}`);
          const transactions = await wallet.result('listtransactions', { label: '*', count: 10, skip: 0, include_watchonly: given });
          t.equal(transactions.filter((entry) => entry.txid === txid).length, wanted, `the number of entries in listtransactions ${how}`);
          const since = await wallet.result('listsinceblock', {
            blockhash: await t.result('getblockhash', { height: 0 }),
            target_confirmations: 1,
            include_watchonly: given,
          });
          t.equal(since.transactions.length, wanted, `the number of entries in listsinceblock ${how}`, { path: 'transactions' });
          const received = await wallet.result('listreceivedbyaddress', { minconf: 1, include_empty: false, include_watchonly: given });
          t.equal(
            received.map((entry) => entry.address),
            watching ? [address] : [],
            `the list of addresses in listreceivedbyaddress ${how}`,
          );
          const { details } = await wallet.result('gettransaction', { txid, include_watchonly: given });
          t.equal(details.length, wanted, `the number of details in gettransaction ${how}`, { path: 'details' });
        }
        const [output] = await wallet.result('listunspent');
        t.equal(output?.txid, txid, 'the transaction of the only unspent output', { path: 'txid' });
        t.equal(output?.spendable, false, 'spendable of a watch-only output', { path: 'spendable' });
        const info = await wallet.result('getaddressinfo', { address });
        t.equal([info.ismine, info.iswatchonly], [false, true], 'the list of ismine and iswatchonly of the address');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/mined',
    text: 'gettransaction, listtransactions and listsinceblock list a mined coin alike: mature, immature, and no longer in the chain.',
    methods: ['gettransaction', 'listtransactions', 'listsinceblock', 'getblock', 'invalidateblock'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const { world } = t;
        const address = await wallet.newAddress();
        const [mature = ''] = await world.mine(1, address);
        await world.mine(MATURITY, (await world.use('unownedAddress')).address);
        const [last = ''] = await world.mine(1, address);
        await listedAlike(t, wallet, [mature, last], 'in the chain');
        await world.result('invalidateblock', { blockhash: last });
        try {
          await listedAlike(t, wallet, [last], 'in a block that is no longer in the chain');
        } finally {
          await world.result('reconsiderblock', { blockhash: last });
        }
        await listedAlike(t, wallet, [mature, last], 'in the chain again');
      }),
  }),
];

/** The coins that these blocks made have the same entries in the three lists, each as documented. */
async function listedAlike(t: Trial, wallet: CaseWallet, blocks: readonly string[], where: string): Promise<void> {
  const checked = <T>(method: MethodId, args: { readonly [param: string]: Wire } = {}): Promise<T> =>
    checkedResult(t, method, args, { wallet: wallet.name }) as Promise<T>;
  const all = await checked<readonly WalletTransaction[]>('listtransactions', { label: '*', count: 1000 });
  const { transactions } = await checked<ListSinceBlock>('listsinceblock');
  for (const blockhash of blocks) {
    const { tx } = await t.result('getblock', { blockhash, verbosity: 1 });
    const txid = tx[0] as string;
    const { details } = await checked<WalletTransactionDetails>('gettransaction', { txid });
    const ofCoin = (entries: readonly ListSinceBlockEntry[]): string[] => keysOf(entries.filter((entry) => entry.txid === txid));
    const expected = keysOf(details.map((detail) => ({ ...detail, txid })));
    const what = `of a mined coin ${where} (compared with gettransaction)`;
    t.equal(ofCoin(all), expected, `the list of entries in listtransactions ${what}`);
    t.equal(ofCoin(transactions), expected, `the list of entries in listsinceblock ${what}`, { path: 'transactions' });
  }
}
