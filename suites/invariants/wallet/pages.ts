import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { keysOf } from './entries.ts';
import { ENTRIES, judgePages, listed, withEntries } from './lists.ts';

export const walletPageInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-lists/pages-accounts',
    text: 'With accounts, consecutive pages of listtransactions contain every entry exactly once, and a call without arguments is one with a count of 10.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    profile: 'accounts',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        await judgePages(t, wallet, [1, 4, ENTRIES - 1]);
        t.equal(keysOf(await wallet.result('listtransactions')), keysOf(await listed(wallet, 10)), 'the page without arguments');
      }),
  }),
];
