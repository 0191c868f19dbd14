import type { Case } from '../../../engine/case.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { invariant } from '../invariant.ts';
import { keysOf } from './entries.ts';
import { ENTRIES, judgePages, listed, withEntries } from './lists.ts';

const documented = {
  effect: ['chain', 'wallet'],
  evidence: 'document',
  source: 'document 1, Wallet and address methods',
  profile: 'accounts',
} as const;

export const walletPageInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-lists/pages-accounts',
    text: 'With accounts, consecutive pages of listtransactions contain every entry exactly once, and a call without arguments is one with a count of 10.',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        await judgePages(t, wallet, [1, 4, ENTRIES - 1]);
        t.equal(keysOf(await wallet.result('listtransactions')), keysOf(await listed(wallet, 10)), 'the page without arguments');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-lists/label-accounts',
    text: 'With accounts, listtransactions of a label lists what its addresses received, and nothing that others did; watched payments with include_watchonly.',
    methods: ['listtransactions', 'importaddress', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const label = `pyx ${t.random.word(8)}`;
        const [first, second, watched] = [await wallet.newAddress(label), await wallet.newAddress(label), await foreignAddress(t)];
        await wallet.result('importaddress', { address: watched, label: 'pyx watched', rescan: false });
        await wallet.receive([first, second, watched].map((address) => ({ address, amountSat: randomAmountSat(t) })));
        const received = (await listed(wallet, 1000, 0, label)).filter(({ category }) => category === 'receive');
        t.equal(received.map(({ address }) => address).sort(), [first, second].sort(), 'the list of addresses that received, for a label');
        for (const include_watchonly of [false, true]) {
          const entries = await wallet.result('listtransactions', { label: '*', count: 1000, skip: 0, include_watchonly });
          t.equal(
            entries.some(({ address }) => address === watched),
            include_watchonly,
            `whether listtransactions lists a watched payment with include_watchonly ${include_watchonly}`,
          );
        }
      }),
  }),
];
