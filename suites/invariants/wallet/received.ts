import type { ReceivedByAddress } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';

interface PaidAddress {
  readonly address: string;
  readonly label: string;
  /** Payments with two, one and no confirmations, in this order. */
  readonly payments: readonly { readonly txid: string; readonly sat: bigint; readonly confirmations: number }[];
}

/** An address with three payments: two blocks ago, one block ago, and in the pool. */
async function paidThrice(t: Trial, wallet: CaseWallet): Promise<PaidAddress> {
  const label = `pyx ${t.random.word(8)}`;
  const address = await wallet.newAddress(label);
  const payments = [];
  for (const confirmations of [2, 1, 0]) {
    const sat = randomAmountSat(t);
    const { txid } = await wallet.receive([{ address, amountSat: sat }]);
    if (confirmations > 0) await t.world.mine(1);
    payments.push({ txid, sat, confirmations });
  }
  return { address, label, payments };
}

const list = (wallet: CaseWallet, minconf: number, includeEmpty = false): Promise<readonly ReceivedByAddress[]> =>
  wallet.result('listreceivedbyaddress', { minconf, include_empty: includeEmpty });

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Received-by-address entry' } as const;
const arithmetic = { effect: ['chain', 'wallet'], evidence: 'standard', source: 'arithmetic' } as const;

export const walletReceivedInvariants: readonly Case[] = [
  invariant({
    ...arithmetic,
    id: 'wallet-received/amount',
    text: 'The amount received by an address is the sum of the payments with at least minconf confirmations.',
    methods: ['getreceivedbyaddress', 'listreceivedbyaddress', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [], async (wallet) => {
        const { address, payments } = await paidThrice(t, wallet);
        for (const minconf of [0, 1, 2, 3]) {
          const wanted = sumSat(payments.filter(({ confirmations }) => confirmations >= minconf).map(({ sat }) => sat));
          const said = await wallet.result('getreceivedbyaddress', { address, minconf });
          t.equal(amountSat(t, said, 'the amount'), wanted, `getreceivedbyaddress with minconf ${minconf}`);
          const entry = (await list(wallet, minconf, true)).find((entry) => entry.address === address);
          t.equal(amountSat(t, entry?.amount, 'amount'), wanted, `amount in listreceivedbyaddress with minconf ${minconf}`, {
            path: 'amount',
          });
        }
        t.equal(
          await wallet.result('getreceivedbyaddress', { address }),
          await wallet.result('getreceivedbyaddress', { address, minconf: 1 }),
          'getreceivedbyaddress without minconf',
        );
        const listed = (await wallet.result('listreceivedbyaddress')).find((entry) => entry.address === address);
        t.equal(
          amountSat(t, listed?.amount, 'amount'),
          sumSat(payments.filter(({ confirmations }) => confirmations >= 1).map(({ sat }) => sat)),
          'amount in listreceivedbyaddress without minconf',
          { path: 'amount' },
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/transactions',
    text: 'txids in listreceivedbyaddress are the payments with at least minconf confirmations, and confirmations is that of the newest.',
    methods: ['listreceivedbyaddress', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [], async (wallet) => {
        const { address, label, payments } = await paidThrice(t, wallet);
        for (const minconf of [0, 1, 2]) {
          const counted = payments.filter(({ confirmations }) => confirmations >= minconf);
          const entry = (await list(wallet, minconf)).find((entry) => entry.address === address);
          t.equal([...(entry?.txids ?? [])].sort(), counted.map(({ txid }) => txid).sort(), `txids with minconf ${minconf}`, {
            path: 'txids',
          });
          t.equal(
            entry?.confirmations,
            Math.min(...counted.map(({ confirmations }) => confirmations)),
            `confirmations with minconf ${minconf}`,
            { path: 'confirmations' },
          );
          t.equal(entry?.label, label, 'label', { path: 'label' });
        }
        t.equal(
          (await list(wallet, 3)).filter((entry) => entry.address === address),
          [],
          'the list of entries with minconf 3 for an address whose payments have fewer confirmations',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/empty',
    text: 'listreceivedbyaddress lists unpaid addresses, with amount 0, with include_empty only.',
    methods: ['listreceivedbyaddress'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const unpaid = await wallet.newAddress();
        const paid = (await list(wallet, 1)).map(({ address }) => address);
        t.equal(
          paid,
          wallet.coins.map(({ address }) => address),
          'the list of paid addresses',
        );
        t.equal(
          (await wallet.result('listreceivedbyaddress', { minconf: 1 })).map(({ address }) => address),
          paid,
          'the list of addresses without include_empty (compared with include_empty false)',
        );
        const all = await list(wallet, 1, true);
        const entry = all.find(({ address }) => address === unpaid);
        t.equal(amountSat(t, entry?.amount, 'amount'), 0n, 'amount of an unpaid address', { path: 'amount' });
        t.equal(entry?.txids, [], 'txids of an unpaid address', { path: 'txids' });
        for (const address of paid)
          t.ok(
            all.some((entry) => entry.address === address),
            `listreceivedbyaddress with include_empty does not list the paid address ${address}`,
          );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/filter',
    text: 'listreceivedbyaddress with address_filter returns the same entry as the whole list.',
    methods: ['listreceivedbyaddress'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const whole = await list(wallet, 1);
        t.equal(
          whole.map(({ address }) => address).sort(),
          wallet.coins.map(({ address }) => address).sort(),
          'the list of paid addresses',
        );
        const { address } = t.random.pick(wallet.coins);
        const alone = await wallet.result('listreceivedbyaddress', {
          minconf: 1,
          include_empty: true,
          include_watchonly: false,
          address_filter: address,
        });
        t.equal(
          alone,
          whole.filter((entry) => entry.address === address),
          'the answer for one address (compared with the whole list)',
        );
      }),
  }),
  invariant({
    ...arithmetic,
    id: 'wallet-received/entries',
    text: 'amount of each address in listreceivedbyaddress is the sum of its receive entries in listtransactions.',
    methods: ['listreceivedbyaddress', 'listtransactions', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        await paidThrice(t, wallet);
        const sums = new Map<string, bigint>();
        for (const { address = '', category, amount } of await wallet.result('listtransactions', { label: '*', count: 1000 })) {
          if (category === 'receive') sums.set(address, (sums.get(address) ?? 0n) + amountSat(t, amount, 'amount'));
        }
        const received = await list(wallet, 0);
        t.equal(
          received.map(({ address }) => address).sort(),
          [...sums.keys()].sort(),
          'the list of addresses (compared with the entries of listtransactions)',
        );
        for (const { address, amount } of received)
          t.equal(amountSat(t, amount, 'amount'), sums.get(address), `amount of ${address}`, { path: 'amount' });
      }),
  }),
];
