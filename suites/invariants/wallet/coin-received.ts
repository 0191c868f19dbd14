import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';

export const walletCoinReceivedInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-received/coin-method',
    text: 'The platform lists each address with its label and the amount that it received.',
    methods: ['coinlistreceivedbyaddress', 'getreceivedbyaddress', 'listreceivedbyaddress'],
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, Other result shapes',
    run: async (t) => {
      const { address, label } = await t.world.use('confirmedReceive');
      const items = await t.result('coinlistreceivedbyaddress');
      const listed = await t.result('listreceivedbyaddress', { minconf: 1 });
      t.equal(
        items.map((item) => item.address).toSorted(),
        listed.map((item) => item.address).toSorted(),
        'the addresses, compared with those of listreceivedbyaddress, each once',
        { evidence: 'standard', source: 'the meaning of the names: both list the addresses that received' },
      );
      const found = items.filter((item) => item.address === address);
      t.equal(found.length, 1, `the number of items for ${address}, which has a confirmed payment`);
      for (const item of found) {
        const received = amountSat(t, await t.result('getreceivedbyaddress', { address }), 'the amount of getreceivedbyaddress');
        t.ok(amountSat(t, item.amount, 'amount') === received, 'the amount differs from that of getreceivedbyaddress', { path: 'amount' });
        t.equal(item.label, label, 'the label of the address', { path: 'label' });
      }
    },
  }),
];
