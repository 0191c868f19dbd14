import type { ListSinceBlockEntry } from '../../../specs/model/generated/wire.d.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { waitUntilDropped } from '../../../fixtures/world/ingredients/dropped.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { foreignAddress, payFromTrial, randomAmountSat } from '../../support/payments.ts';
import { poolIds } from '../mempool/reading.ts';
import { withCaseWallet, type CaseCoin, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { keyOf } from './entries.ts';

const LISTED = 1000;
/** Seconds. Block times do not reach as far into the past. */
const IMPORTED_BEFORE = 90_000_000;

/** The documented fields of an entry. */
const FIELDS = [
  ...(['address', 'category', 'amount', 'label', 'vout', 'fee', 'confirmations', 'trusted', 'blockhash', 'blockindex'] as const),
  ...(['blocktime', 'txid', 'time', 'timereceived', 'comment', 'to', 'bip125-replaceable', 'abandoned'] as const),
];

/** An entry, or a detail of a transaction with its txid, which has some of the fields. */
type Shown = Pick<ListSinceBlockEntry, 'txid' | 'vout' | 'category'> & Partial<ListSinceBlockEntry>;

const fieldsOf = (entry: Shown): unknown[] => FIELDS.map((name) => entry[name] ?? null);

/** By key, since the documents leave the order open. */
const sorted = (entries: readonly Shown[]): unknown[] => entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(fieldsOf);

/** What a wallet has been given. */
interface Furnished {
  readonly addresses: readonly string[];
  readonly labels: readonly string[];
  /** Addresses of keys that the wallet holds. */
  readonly own: readonly string[];
}

/**
 * Gives a wallet of two coins something of everything that it keeps: addresses of each type with labels, imported keys and scripts, a
 * multisig address, payments received by them, and payments sent with comments, of which one was replaced and then abandoned.
 */
async function furnish(t: Trial, wallet: CaseWallet): Promise<Furnished> {
  const labels = Array.from({ length: 6 }, (_, number) => `pyx ${number} ${t.random.word(8)}`);
  const own = [
    await wallet.newAddress(labels[0], 'legacy'),
    await wallet.newAddress(labels[1], 'p2sh-segwit'),
    await wallet.newAddress(labels[1], 'bech32'),
    await wallet.result('getrawchangeaddress', { address_type: 'bech32' }),
  ];
  const [held, watched, foreign] = [
    await t.world.fresh('foreignKey'),
    await t.world.fresh('foreignKey'),
    await t.world.fresh('foreignKey'),
  ];
  await wallet.result('importprivkey', { privkey: held.wif, label: labels[2], rescan: false });
  own.push(held.addresses.legacy);
  const timestamp = Math.floor(Date.now() / 1000) - t.random.integer(10_000, IMPORTED_BEFORE);
  await wallet.result('importmulti', {
    requests: [
      { scriptPubKey: { address: watched.addresses.legacy }, timestamp, watchonly: true, pubkeys: [watched.publicKey], label: labels[3] },
    ],
    options: { rescan: false },
  });
  const { redeemScript, address: script } = multisigOf([foreign.publicKey], await t.world.use('chainParameters'));
  await wallet.result('importaddress', { address: redeemScript, label: labels[4], rescan: false, p2sh: true });
  const keys = [own[0] as string, held.publicKey];
  const multisig = await wallet.result('addmultisigaddress', { nrequired: 2, keys, label: labels[5], address_type: 'legacy' });
  const addresses = [...own, watched.addresses.legacy, script, multisig.address];
  await wallet.receive(addresses.map((address) => ({ address, amountSat: randomAmountSat(t) / 10n })));
  await t.world.mine(1);
  await sendAndAbandon(t, wallet);
  // Never paid, so that only the wallet knows that it was given away.
  return { addresses: [...addresses, await wallet.newAddress(labels[0])], labels, own };
}

async function sendAndAbandon(t: Trial, wallet: CaseWallet): Promise<void> {
  const [comment, comment_to] = [`pyx ${t.random.word(8)}`, `pyx ${t.random.word(8)}`];
  const payment = { address: await foreignAddress(t), amount: formatSat(3_000_000n), comment, comment_to };
  const old = await wallet.result('sendtoaddress', { ...payment, subtractfeefromamount: false, replaceable: true });
  const { txid: bumped } = await wallet.result('bumpfee', { txid: old });
  const leftOver = (await poolIds(t)).includes(old) ? bumped : old;
  await waitUntilDropped(t.world, leftOver, { wallet: wallet.name });
  await wallet.result('abandontransaction', { txid: leftOver });
}

/** What the wallet shows of all that it keeps, by what it is. */
async function shownBy(t: Trial, wallet: CaseWallet, { addresses, labels, own }: Furnished): Promise<Map<string, unknown>> {
  const shown = new Map<string, unknown>();
  const entries = await wallet.result('listtransactions', { label: '*', count: LISTED, skip: 0, include_watchonly: true });
  shown.set('the list of entries in listtransactions', sorted(entries));
  for (const txid of new Set(entries.map((entry) => entry.txid))) {
    const { amount, fee = null, confirmations, details, hex } = await wallet.result('gettransaction', { txid, include_watchonly: true });
    shown.set(`gettransaction of ${txid}`, [amount, fee, confirmations, sorted(details.map((detail) => ({ ...detail, txid }))), hex]);
  }
  for (const address of addresses) {
    const {
      ismine,
      iswatchonly,
      label,
      labels: all = null,
      timestamp = null,
      hdkeypath = null,
      hdseedid = null,
      hex = null,
      pubkey = null,
    } = await wallet.result('getaddressinfo', { address });
    shown.set(`getaddressinfo of ${address}`, [ismine, iswatchonly, label, all, timestamp, hdkeypath, hdseedid, hex, pubkey]);
  }
  for (const label of labels) shown.set(`the addresses of ${label}`, await wallet.result('getaddressesbylabel', { label }));
  shown.set('the list of labels', [...(await wallet.result('listlabels'))].sort());
  for (const address of own) {
    const wif = await wallet.result('dumpprivkey', { address });
    t.world.secrets.add(wif);
    shown.set(`dumpprivkey of ${address}`, wif);
  }
  const { walletname, balance, unconfirmed_balance, immature_balance, txcount, hdseedid = null } = await wallet.result('getwalletinfo');
  shown.set('getwalletinfo', [walletname, balance, unconfirmed_balance, immature_balance, txcount, hdseedid]);
  const received = await wallet.result('listreceivedbyaddress', { minconf: 0, include_empty: true, include_watchonly: true });
  shown.set(
    'the list of addresses in listreceivedbyaddress',
    received.map(({ address, amount, confirmations, label, txids }) => [address, amount, confirmations, label, [...txids].sort()]).sort(),
  );
  const unspent = await wallet.result('listunspent', { minconf: 0 });
  shown.set(
    'the list of outputs in listunspent',
    unspent
      .map((output) => [outpointText(output), output.amount, output.label ?? null, output.spendable, output.solvable, output.safe])
      .sort(),
  );
  return shown;
}

/** What a wallet was given, and what it showed of that. */
interface Known {
  readonly furnished: Furnished;
  readonly before: ReadonlyMap<string, unknown>;
}

/** Compares what the wallet shows now with what it showed, and that it makes no address for a second time. */
async function isKept(t: Trial, wallet: CaseWallet, { furnished, before }: Known, when: string): Promise<void> {
  const after = await shownBy(t, wallet, furnished);
  for (const [what, value] of before) {
    // A finding shows no key.
    if (what.startsWith('dumpprivkey')) t.ok(after.get(what) === value, `${what} differs ${when}`);
    else t.equal(after.get(what), value, `${what} ${when}`);
  }
  const next = await wallet.newAddress();
  t.ok(
    !furnished.addresses.includes(next) && !wallet.coins.some(({ address }) => address === next),
    `getnewaddress returns ${next} again ${when}`,
  );
}

const reload = async (t: Trial, wallet: CaseWallet, meanwhile: () => Promise<void> = async () => {}): Promise<void> => {
  await t.result('unloadwallet', { wallet_name: wallet.name }, { wallet: null });
  await meanwhile();
  await t.result('loadwallet', { filename: wallet.name });
};

const confirmationsOf = async (wallet: CaseWallet, txid: string): Promise<number> =>
  (await wallet.result('gettransaction', { txid, include_watchonly: true })).confirmations;

/** Signs a payment that spends a coin, without sending it. */
async function signedSpend(t: Trial, wallet: CaseWallet, coin: CaseCoin, feeSat: bigint): Promise<string> {
  const hexstring = await t.world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout, sequence: 0 }],
    outputs: [{ [await foreignAddress(t)]: formatSat(coin.amountSat - feeSat) }],
  });
  return (await t.world.result('signrawtransactionwithwallet', { hexstring }, { wallet: wallet.name })).hex;
}

const documented = { evidence: 'document', source: 'document 1, States and transitions' } as const;
const shownMethods = [
  ...(['listtransactions', 'gettransaction', 'getaddressinfo', 'getaddressesbylabel', 'listlabels', 'dumpprivkey'] as const),
  ...(['getwalletinfo', 'listreceivedbyaddress', 'listunspent', 'importprivkey', 'importmulti', 'importaddress'] as const),
  ...(['addmultisigaddress', 'getrawchangeaddress', 'sendtoaddress', 'bumpfee', 'abandontransaction', 'getrawmempool'] as const),
];

export const walletKeptInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-kept/reloaded',
    text: 'A wallet that was unloaded and loaded shows the same transactions, addresses, labels, keys and balances as before.',
    effect: ['chain', 'wallet', 'secret'],
    methods: ['loadwallet', 'unloadwallet', ...shownMethods],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const furnished = await furnish(t, wallet);
        const before = await shownBy(t, wallet, furnished);
        await reload(t, wallet);
        await isKept(t, wallet, { furnished, before }, 'after the wallet was unloaded and loaded');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-kept/restarted',
    text: 'A wallet shows the same transactions, addresses, labels, keys and balances after a restart of the node as before.',
    effect: ['chain', 'wallet', 'secret', 'process'],
    ownNode: true,
    methods: ['loadwallet', ...shownMethods],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      await withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const furnished = await furnish(t, wallet);
        await t.world.mine(1); // the documents do not say that a pool is kept
        const before = await shownBy(t, wallet, furnished);
        await t.node.restart();
        await t.world.use('wallet');
        if (!(await t.world.result('listwallets')).includes(wallet.name)) await t.result('loadwallet', { filename: wallet.name });
        await isKept(t, wallet, { furnished, before }, 'after a restart of the node');
      });
    },
  }),
  invariant({
    ...documented,
    id: 'wallet-kept/blocks-missed',
    source: 'document 1, Wallet transaction entry',
    text: 'A wallet that is loaded lists the payments of blocks that were mined meanwhile, and not those of blocks that left the chain meanwhile.',
    effect: ['chain', 'wallet'],
    methods: [
      'loadwallet',
      'unloadwallet',
      'gettransaction',
      'listunspent',
      'getbalance',
      'sendtoaddress',
      'invalidateblock',
      'reconsiderblock',
    ],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const address = await wallet.newAddress();
        const sent = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        const sat = randomAmountSat(t);
        let [mined, late, block] = ['', '', ''];
        await reload(t, wallet, async () => {
          ({ txid: mined } = await payFromTrial(t, [{ address, amountSat: sat }]));
          [block = ''] = await t.world.mine(1, await foreignAddress(t));
          ({ txid: late } = await payFromTrial(t, [{ address, amountSat: sat }]));
        });
        await wallet.knows(late);
        const judge = async (wanted: number, when: string): Promise<void> => {
          t.equal(await confirmationsOf(wallet, sent), wanted, `confirmations of the payment that was in the pool ${when}`, {
            path: 'confirmations',
          });
          t.equal(await confirmationsOf(wallet, mined), wanted, `confirmations of the payment that was mined ${when}`, {
            path: 'confirmations',
          });
          t.equal(await confirmationsOf(wallet, late), 0, `confirmations of the payment in the pool ${when}`, { path: 'confirmations' });
          const listed = (await wallet.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [address] })).map(
            ({ txid }) => txid,
          );
          t.equal(listed, wanted > 0 ? [mined] : [], `the list of confirmed outputs of the address ${when}`);
        };
        await judge(1, 'while the wallet was not loaded');
        const balance = amountSat(t, await wallet.result('getbalance', { dummy: '*', minconf: 1 }), 'the balance');
        try {
          await reload(t, wallet, async () => void (await t.world.result('invalidateblock', { blockhash: block })));
          await judge(0, 'before its block left the chain');
        } finally {
          await reload(t, wallet, async () => void (await t.world.result('reconsiderblock', { blockhash: block })));
        }
        await judge(1, 'when its block was put back');
        t.equal(
          amountSat(t, await wallet.result('getbalance', { dummy: '*', minconf: 1 }), 'the balance'),
          balance,
          'the balance when the block was put back',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-kept/conflict-missed',
    source: 'document 1, Wallet transaction entry',
    text: 'A payment conflicts with the chain if a block spends its coin otherwise while the wallet is not loaded, and no longer if the block leaves the chain.',
    effect: ['chain', 'wallet'],
    methods: [
      'loadwallet',
      'unloadwallet',
      'gettransaction',
      'sendrawtransaction',
      'listunspent',
      'getrawmempool',
      'invalidateblock',
      'reconsiderblock',
    ],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const [coin] = wallet.coins as [CaseCoin];
        const feeSat = await feeFor(t.world);
        const [first, second] = [await signedSpend(t, wallet, coin, feeSat), await signedSpend(t, wallet, coin, 10n * feeSat)];
        const old = await sendTransaction(t.world, first);
        await wallet.knows(old);
        let [replacing, block] = ['', ''];
        await reload(t, wallet, async () => {
          const { ok } = await t.call('sendrawtransaction', { hexstring: second });
          if (!ok || (await poolIds(t)).includes(old)) return;
          [block = ''] = await t.world.mine(1, await foreignAddress(t));
          replacing = (await t.world.result('getblock', { blockhash: block, verbosity: 1 })).tx.find((txid) => txid !== old) ?? '';
        });
        if (replacing === '') t.inapplicable('the pool of this node does not replace a transaction by one with a higher fee');
        const confirmations = await confirmationsOf(wallet, old);
        t.ok(
          confirmations < 0,
          `confirmations is ${confirmations} for a payment whose coin a block spends otherwise, expected less than 0`,
          {
            path: 'confirmations',
          },
        );
        t.equal((await wallet.result('listunspent', { minconf: 0 })).length, 0, 'the number of unspent outputs of the wallet');
        try {
          await reload(t, wallet, async () => void (await t.world.result('invalidateblock', { blockhash: block })));
          t.equal(await confirmationsOf(wallet, old), 0, 'confirmations of the payment when the block has left the chain', {
            path: 'confirmations',
          });
        } finally {
          await t.world.result('reconsiderblock', { blockhash: block });
        }
        t.ok((await confirmationsOf(wallet, old)) < 0, 'confirmations of the payment is not less than 0 when the block was put back', {
          path: 'confirmations',
        });
      }),
  }),
];
