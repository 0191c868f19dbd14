import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { keysOf } from './entries.ts';
import { ENTRIES, listed, withEntries } from './lists.ts';

export const walletPageInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-lists/pages-accounts',
    text: 'With accounts, consecutive pages of listtransactions contain every entry exactly once, and a page without arguments has 10.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    profile: 'accounts',
    methods: ['listtransactions', 'gettransaction', 'sendtoaddress'],
    run: (t) =>
      withEntries(t, async (wallet) => {
        const all = keysOf(await listed(wallet, 1000));
        t.equal([all.length, new Set(all).size], [ENTRIES, ENTRIES], 'the numbers of entries and of different entries');
        for (const size of [1, 4, ENTRIES - 1]) {
          const paged: string[] = [];
          for (let skip = 0; skip < ENTRIES + size; skip += size) {
            const page = keysOf(await listed(wallet, size, skip));
            t.equal(page.length, Math.max(0, Math.min(size, ENTRIES - skip)), `the number of entries with count ${size} and skip ${skip}`);
            paged.push(...page);
          }
          t.equal(paged.sort(), [...all].sort(), `the list of entries on pages of ${size} (compared with a single page)`);
        }
        t.equal(keysOf(await wallet.result('listtransactions')), keysOf(await listed(wallet, 10)), 'the page without arguments');
      }),
  }),
];
