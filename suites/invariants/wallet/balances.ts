import type { ServiceCall } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { statements } from '../../support/statements.ts';

/** Calls to the wallet of the case, or to that of the trial. */
type Call = ServiceCall<never>;

const callOf = (t: Trial, wallet?: CaseWallet): Call => wallet?.result ?? t.result;

async function balanceSat(t: Trial, call: Call, minconf?: number): Promise<bigint> {
  return amountSat(t, await (minconf === undefined ? call('getbalance') : call('getbalance', { dummy: '*', minconf })), 'the balance');
}

/** Sum of the spendable outputs in listunspent, in satoshis. */
async function unspentSat(t: Trial, call: Call, minconf: number): Promise<bigint> {
  const outputs = await call('listunspent', { minconf, maxconf: 9_999_999, addresses: [], include_unsafe: false });
  return sumSat(outputs.filter(({ spendable }) => spendable).map(({ amount }) => amountSat(t, amount, 'amount')));
}

/** Sum of the locked outputs with at least these confirmations. listunspent omits them, the balance includes them. */
async function lockedSat(t: Trial, minconf: number): Promise<bigint> {
  let sum = 0n;
  for (const { txid, vout } of await t.result('listlockunspent')) {
    const out = await t.result('gettxout', { txid, n: vout });
    if (!out || out.confirmations < minconf) continue;
    // A locked watch-only output is in no balance.
    const address = out.scriptPubKey.addresses?.[0];
    const { ismine = true } = address === undefined ? {} : await t.result('getaddressinfo', { address });
    if (ismine) sum += amountSat(t, out.value, 'value');
  }
  return sum;
}

const standard = { effect: ['chain', 'wallet'], evidence: 'standard', source: 'arithmetic' } as const;

export const walletBalanceInvariants: readonly Case[] = [
  invariant({
    ...standard,
    ...statements.balance,
    effect: ['read'],
    methods: ['getbalance', 'listunspent', 'listlockunspent', 'gettxout', 'getaddressinfo'],
    run: async (t) => {
      await t.world.use('confirmedReceive');
      for (const minconf of [1, 2, t.random.integer(3, 12)]) {
        const wanted = (await unspentSat(t, callOf(t), minconf)) + (await lockedSat(t, minconf));
        t.equal(
          await balanceSat(t, callOf(t), minconf),
          wanted,
          `the balance with minconf ${minconf} (compared with the sum of the unspent outputs)`,
        );
      }
    },
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/by-confirmations',
    text: 'getbalance with minconf is the sum of the payments with at least that many confirmations.',
    methods: ['getbalance', 'listunspent', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const [old] = wallet.coins.map((coin) => coin.amountSat);
        const young = randomAmountSat(t);
        await wallet.receive([{ address: await wallet.newAddress(), amountSat: young }]);
        await t.world.mine(1);
        const wanted = [(old ?? 0n) + young, (old ?? 0n) + young, old ?? 0n, 0n];
        for (const [minconf, sum] of wanted.entries()) {
          t.equal(await balanceSat(t, callOf(t, wallet), minconf), sum, `the balance with minconf ${minconf}`);
          t.equal(await unspentSat(t, callOf(t, wallet), minconf), sum, `the sum of the unspent outputs with minconf ${minconf}`);
        }
        t.equal(await balanceSat(t, callOf(t, wallet)), wanted[0], 'the balance without minconf');
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/default-minconf',
    text: 'getbalance without minconf is the balance with minconf 0, also while change of the wallet is unconfirmed.',
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    methods: ['getbalance', 'sendtoaddress'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const [coin] = wallet.coins;
        await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat((coin?.amountSat ?? 0n) / 2n) });
        t.equal(await balanceSat(t, callOf(t, wallet)), await balanceSat(t, callOf(t, wallet), 0), 'the balance without minconf');
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/own-change',
    text: 'Unconfirmed change of own payments is safe and a part of the spendable balance, also that of a payment which spends such change.',
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    methods: ['getbalance', 'listunspent', 'sendtoaddress', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const to = await foreignAddress(t);
        let left = sumSat(wallet.coins.map((coin) => coin.amountSat));
        for (const which of ['a payment', 'a payment that spends its change']) {
          const paid = left / 3n;
          const txid = await wallet.result('sendtoaddress', { address: to, amount: formatSat(paid) });
          left += amountSat(t, (await wallet.result('gettransaction', { txid })).fee, 'fee') - paid;
          const change = await wallet.result('listunspent', { minconf: 0, maxconf: 0 });
          t.equal(
            change.map(({ safe }) => safe),
            [true],
            `the list of safe of the change after ${which}`,
            { path: '[].safe' },
          );
          t.equal(await balanceSat(t, callOf(t, wallet)), left, `the balance after ${which}, of which the change is not confirmed`);
          t.equal(await balanceSat(t, callOf(t, wallet), 1), 0n, `the balance with minconf 1 after ${which}`);
        }
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/unconfirmed',
    text: 'A payment from outside is in the unconfirmed balance only until a block confirms it, and then in the balance only.',
    methods: ['getunconfirmedbalance', 'getwalletinfo', 'getbalance', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const held = sumSat(wallet.coins.map((coin) => coin.amountSat));
        const coming = randomAmountSat(t);
        const check = async (confirmed: bigint, unconfirmed: bigint, when: string): Promise<void> => {
          const info = await wallet.result('getwalletinfo');
          t.equal(amountSat(t, info.balance, 'balance'), confirmed, `balance in getwalletinfo ${when}`, { path: 'balance' });
          t.equal(
            amountSat(t, info.unconfirmed_balance, 'unconfirmed_balance'),
            unconfirmed,
            `unconfirmed_balance in getwalletinfo ${when}`,
            { path: 'unconfirmed_balance' },
          );
          t.equal(
            amountSat(t, await wallet.result('getunconfirmedbalance'), 'the balance'),
            unconfirmed,
            `the unconfirmed balance ${when}`,
          );
          t.equal(await balanceSat(t, callOf(t, wallet), 1), confirmed, `the balance ${when}`);
        };
        await check(held, 0n, 'before the payment');
        await wallet.receive([{ address: await wallet.newAddress(), amountSat: coming }]);
        await check(held, coming, 'while the payment is in the pool');
        await t.world.mine(1);
        await check(held + coming, 0n, 'after the payment is confirmed');
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/immature',
    text: 'A new coinbase of the wallet is in the immature balance and not in the balance.',
    methods: ['getwalletinfo', 'getbalance', 'getblock', 'invalidateblock', 'reconsiderblock'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const before = await wallet.result('getwalletinfo');
        t.equal(amountSat(t, before.immature_balance, 'immature_balance'), 0n, 'immature_balance of a wallet without a coinbase', {
          path: 'immature_balance',
        });
        const [blockhash = ''] = await t.world.mine(1, await wallet.newAddress());
        const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
        const after = await wallet.result('getwalletinfo');
        t.equal(after.immature_balance, tx[0]?.vout[0]?.value, 'immature_balance (compared with the coinbase)', {
          path: 'immature_balance',
        });
        t.equal(after.balance, before.balance, 'balance after an immature coinbase', { path: 'balance' });
        t.equal(await wallet.result('getbalance'), before.balance, 'getbalance after an immature coinbase');
        await t.world.result('invalidateblock', { blockhash });
        try {
          const without = await wallet.result('getwalletinfo');
          t.equal(
            [without.immature_balance, without.unconfirmed_balance, without.balance],
            [before.immature_balance, before.unconfirmed_balance, before.balance],
            'immature_balance, unconfirmed_balance and balance when the block of the coinbase has left the chain',
            { path: 'immature_balance' },
          );
        } finally {
          await t.world.result('reconsiderblock', { blockhash });
        }
        const again = await wallet.result('getwalletinfo');
        t.equal(again.immature_balance, after.immature_balance, 'immature_balance when the block was put back', {
          path: 'immature_balance',
        });
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/transaction-count',
    text: 'txcount is the number of different transactions in listtransactions.',
    source: 'document 1, Wallet info',
    evidence: 'document',
    methods: ['getwalletinfo', 'listtransactions', 'sendtoaddress', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const own = [await wallet.newAddress(), await wallet.newAddress()];
        await wallet.receive(own.map((address) => ({ address, amountSat: randomAmountSat(t) })));
        await t.world.mine(1);
        await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        const listed = await wallet.result('listtransactions', { label: '*', count: 100 });
        const { txcount } = await wallet.result('getwalletinfo');
        t.equal(txcount, new Set(listed.map(({ txid }) => txid)).size, 'txcount', { path: 'txcount' });
        t.equal(txcount, 3, 'txcount of a wallet with two received payments and one sent payment', { path: 'txcount' });
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/send',
    text: 'A payment reduces the balance by its amount and fee, before and after it is confirmed.',
    methods: ['getbalance', 'sendtoaddress', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const before = await balanceSat(t, callOf(t, wallet));
        t.equal(
          before,
          sumSat(wallet.coins.map((coin) => coin.amountSat)),
          'the balance before the payment (compared with the received amounts)',
        );
        const amount = BigInt(t.random.integer(1_000_000, 5_000_000));
        const txid = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(amount) });
        const said = await wallet.result('gettransaction', { txid });
        const fee = amountSat(t, said.fee, 'fee');
        t.equal(amountSat(t, said.amount, 'amount'), -amount, 'amount of the payment', { path: 'amount' });
        t.ok(fee < 0n, `the fee of a payment is ${fee} sat, expected less than 0`, { path: 'fee' });
        t.equal(await balanceSat(t, callOf(t, wallet)), before - amount + fee, 'the balance after the payment');
        await t.world.mine(1);
        t.equal(await balanceSat(t, callOf(t, wallet), 1), before - amount + fee, 'the balance after the payment is confirmed');
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/to-itself',
    text: 'A payment of a wallet to itself reduces the balance by the fee only.',
    methods: ['getbalance', 'sendtoaddress', 'gettransaction', 'listunspent'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const before = await balanceSat(t, callOf(t, wallet));
        const txid = await wallet.result('sendtoaddress', { address: await wallet.newAddress(), amount: formatSat(2_000_000n) });
        const fee = amountSat(t, (await wallet.result('gettransaction', { txid })).fee, 'fee');
        t.ok(fee < 0n, `the fee of a payment is ${fee} sat, expected less than 0`, { path: 'fee' });
        await t.world.mine(1);
        t.equal(await balanceSat(t, callOf(t, wallet)), before + fee, 'the balance after the wallet paid itself');
        t.equal(await unspentSat(t, callOf(t, wallet), 1), before + fee, 'the sum of the unspent outputs after the wallet paid itself');
      }),
  }),
  invariant({
    ...standard,
    id: 'wallet-balances/two-wallets',
    text: 'A payment between two wallets reduces the balance of the payer by amount and fee, and increases that of the payee by the amount.',
    methods: ['getbalance', 'sendtoaddress', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], (payer) =>
        withSpareCaseWallet(t, [], async (payee) => {
          const before = await balanceSat(t, callOf(t, payer));
          const amount = BigInt(t.random.integer(1_000_000, 5_000_000));
          const txid = await payer.result('sendtoaddress', { address: await payee.newAddress(), amount: formatSat(amount) });
          await payee.knows(txid);
          const paid = await payer.result('gettransaction', { txid });
          const got = await payee.result('gettransaction', { txid });
          t.equal(amountSat(t, got.amount, 'amount'), amount, 'amount in gettransaction of the payee', { path: 'amount' });
          t.equal(amountSat(t, paid.amount, 'amount'), -amount, 'amount in gettransaction of the payer', { path: 'amount' });
          t.equal(got.fee, undefined, 'fee in gettransaction of the payee', {
            path: 'fee',
            evidence: 'document',
            source: 'document 1, `gettransaction` result',
          });
          await t.world.mine(1);
          t.equal(await balanceSat(t, callOf(t, payee), 1), amount, 'the balance of the payee');
          t.equal(await balanceSat(t, callOf(t, payer), 1), before - amount + amountSat(t, paid.fee, 'fee'), 'the balance of the payer');
        }),
      ),
  }),
];
