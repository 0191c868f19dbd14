import type { ReceivedByAddress } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { randomAmountSat } from '../../support/payments.ts';
import { withPurse, withSparePurse, type Purse } from '../purse.ts';

interface PaidAddress {
  readonly address: string;
  readonly label: string;
  /** Payments, the one with most confirmations first: two, one, none. */
  readonly payments: readonly { readonly txid: string; readonly sat: bigint; readonly confirmations: number }[];
}

/** One address paid three times: two blocks ago, one block ago, and in the pool. */
async function paidThrice(t: Trial, purse: Purse): Promise<PaidAddress> {
  const label = `pyx ${t.random.word(8)}`;
  const address = await purse.newAddress(label);
  const payments = [];
  for (const confirmations of [2, 1, 0]) {
    const sat = randomAmountSat(t);
    const { txid } = await purse.receive([{ address, amountSat: sat }]);
    if (confirmations > 0) await t.world.mine(1);
    payments.push({ txid, sat, confirmations });
  }
  return { address, label, payments };
}

const list = (purse: Purse, minconf: number, includeEmpty = false): Promise<readonly ReceivedByAddress[]> =>
  purse.result('listreceivedbyaddress', { minconf, include_empty: includeEmpty });

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Received-by-address entry' } as const;
const arithmetic = { effect: ['chain', 'wallet'], evidence: 'standard', source: 'arithmetic' } as const;

export const walletReceivedInvariants: readonly Case[] = [
  invariant({
    ...arithmetic,
    id: 'wallet-received/amount',
    text: 'What an address has received is the sum of the payments with as many confirmations.',
    methods: ['getreceivedbyaddress', 'listreceivedbyaddress', 'gettransaction'],
    run: (t) =>
      withSparePurse(t, [], async (purse) => {
        const { address, payments } = await paidThrice(t, purse);
        for (const minconf of [0, 1, 2, 3]) {
          const wanted = sumSat(payments.filter(({ confirmations }) => confirmations >= minconf).map(({ sat }) => sat));
          const said = await purse.result('getreceivedbyaddress', { address, minconf });
          t.equal(amountSat(t, said, 'the amount'), wanted, `what the address has received with ${minconf} confirmations`);
          const entry = (await list(purse, minconf, true)).find((one) => one.address === address);
          t.equal(amountSat(t, entry?.amount, 'amount'), wanted, `amount in listreceivedbyaddress with ${minconf} confirmations`, {
            path: 'amount',
          });
        }
        t.equal(
          await purse.result('getreceivedbyaddress', { address }),
          await purse.result('getreceivedbyaddress', { address, minconf: 1 }),
          'what the address has received without minconf',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/transactions',
    text: 'The txids of an address are those of the payments that count, and confirmations are those of the newest.',
    methods: ['listreceivedbyaddress', 'gettransaction'],
    run: (t) =>
      withSparePurse(t, [], async (purse) => {
        const { address, label, payments } = await paidThrice(t, purse);
        for (const minconf of [0, 1, 2]) {
          const counted = payments.filter(({ confirmations }) => confirmations >= minconf);
          const entry = (await list(purse, minconf)).find((one) => one.address === address);
          t.equal([...(entry?.txids ?? [])].sort(), counted.map(({ txid }) => txid).sort(), `txids with ${minconf} confirmations`, {
            path: 'txids',
          });
          t.equal(
            entry?.confirmations,
            Math.min(...counted.map(({ confirmations }) => confirmations)),
            `confirmations with ${minconf} confirmations`,
            { path: 'confirmations' },
          );
          t.equal(entry?.label, label, 'label', { path: 'label' });
        }
        t.equal(
          (await list(purse, 3)).filter((one) => one.address === address),
          [],
          'the list of entries with 3 confirmations for an address whose payments have fewer',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/empty',
    text: 'With include_empty come the addresses that were never paid, with nothing received; without it they do not.',
    methods: ['listreceivedbyaddress'],
    run: (t) =>
      withPurse(t, [randomAmountSat(t)], async (purse) => {
        const unpaid = await purse.newAddress();
        const paid = (await list(purse, 1)).map(({ address }) => address);
        t.equal(
          paid,
          purse.coins.map(({ address }) => address),
          'the list of addresses that were paid',
        );
        const all = await list(purse, 1, true);
        const entry = all.find(({ address }) => address === unpaid);
        t.equal(amountSat(t, entry?.amount, 'amount'), 0n, 'amount of an address that was never paid', { path: 'amount' });
        t.equal(entry?.txids, [], 'txids of an address that was never paid', { path: 'txids' });
        for (const address of paid)
          t.ok(
            all.some((one) => one.address === address),
            `with include_empty ${address} is missing, which was paid`,
          );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-received/filter',
    text: 'The entry of an address asked for alone is that of the whole list.',
    methods: ['listreceivedbyaddress'],
    run: (t) =>
      withPurse(t, [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)], async (purse) => {
        const whole = await list(purse, 1);
        t.equal(
          whole.map(({ address }) => address).sort(),
          purse.coins.map(({ address }) => address).sort(),
          'the list of addresses that were paid',
        );
        const { address } = t.random.pick(purse.coins);
        const alone = await purse.result('listreceivedbyaddress', {
          minconf: 1,
          include_empty: true,
          include_watchonly: false,
          address_filter: address,
        });
        t.equal(
          alone,
          whole.filter((one) => one.address === address),
          'the answer for one address (compared with the whole list)',
        );
      }),
  }),
  invariant({
    ...arithmetic,
    id: 'wallet-received/entries',
    text: 'What each address has received is the sum of its entries of category receive.',
    methods: ['listreceivedbyaddress', 'listtransactions', 'gettransaction'],
    run: (t) =>
      withPurse(t, [randomAmountSat(t), randomAmountSat(t)], async (purse) => {
        await paidThrice(t, purse);
        const sums = new Map<string, bigint>();
        for (const { address = '', category, amount } of await purse.result('listtransactions', { label: '*', count: 1000 })) {
          if (category === 'receive') sums.set(address, (sums.get(address) ?? 0n) + amountSat(t, amount, 'amount'));
        }
        const received = await list(purse, 0);
        t.equal(
          received.map(({ address }) => address).sort(),
          [...sums.keys()].sort(),
          'the list of addresses (compared with those of the entries)',
        );
        for (const { address, amount } of received)
          t.equal(amountSat(t, amount, 'amount'), sums.get(address), `amount of ${address}`, { path: 'amount' });
      }),
  }),
];
