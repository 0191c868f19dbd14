import { scriptOf } from '../../../script/addresses.ts';
import type { Balances } from '../../../wallet/types.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { receiptsOf } from '../wallet/received.ts';

/** Totals of wallets, beyond the documents. */
export const walletTotalHandlers: Handlers<'getbalances' | 'getreceivedbylabel' | 'listwalletdir'> = {
  getbalances(_args, call) {
    const wallet = call.wallet();
    const mine = wallet.coins.balances();
    if (!wallet.keychain.watchesAny) return { mine: balancesJson(mine) };
    const all = wallet.coins.balances({ watchOnly: true });
    const watched = {
      trustedSat: all.trustedSat - mine.trustedSat,
      pendingSat: all.pendingSat - mine.pendingSat,
      immatureSat: all.immatureSat - mine.immatureSat,
    };
    return { mine: balancesJson(mine), watchonly: balancesJson(watched) };
  },

  getreceivedbylabel({ label, minconf }, call) {
    const wallet = call.wallet();
    let sat = 0n;
    for (const [address, entry] of wallet.addressBook.entries()) {
      const script = entry.label === label ? scriptOf(address, call.node.params) : undefined;
      if (script !== undefined && wallet.keychain.index.ownership(script) !== 'none') sat += receiptsOf(script, minconf, wallet).sat;
    }
    return new Amount(sat);
  },

  listwalletdir: (_args, { node: { wallets } }) => ({ wallets: wallets.folder().map((name) => ({ name })) }),
};

function balancesJson({ trustedSat, pendingSat, immatureSat }: Balances) {
  return { trusted: new Amount(trustedSat), untrusted_pending: new Amount(pendingSat), immature: new Amount(immatureSat) };
}
