import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { refusedIn, withWallet } from '../support/own-wallet.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { fund, unfunded } from './funded.ts';

/** Which coins of a wallet are taken: in wallets that hold no others. */
export const fundingCoinsRules: readonly Case[] = [
  rule({
    rule: 'fundrawtransaction/true-for-options',
    effect: ['wallet', 'chain'],
    uses: ['importpubkey'],
    run: async (t) =>
      withWallet(t, async (wallet) => {
        const key = await t.world.fresh('foreignKey');
        await t.world.result('importpubkey', { pubkey: key.publicKey, label: '', rescan: false }, { wallet });
        const { txid, vout } = await payFromOutside(t.world, key.addresses.legacy);
        await t.world.mine(1);
        // The only coin is watch-only, and covers this.
        const { hex } = await unfunded(t, [BigInt(t.random.integer(1_000_000, 5_000_000))]);
        await refusedIn(t, wallet, 'fundrawtransaction', { hexstring: hex, options: {}, iswitness: false }, 'the wallet has nothing but a watch-only coin, which was not asked for');
        for (const options of [true, { includeWatching: true }]) {
          const { transaction } = await fund(t, hex, options, { wallet });
          const places = transaction.inputs.map((input) => `${input.txid}:${input.vout}`);
          t.equal(places, [`${txid}:${vout}`], `the inputs that are added with ${JSON.stringify(options)} in place of the options`, { path: 'hex' });
        }
      }),
  }),
  rule({
    rule: 'fundrawtransaction/safe-coins',
    effect: ['wallet', 'chain'],
    uses: ['listunspent'],
    run: async (t) =>
      inFundedWallet(t, [5_000_000n], async ({ name: wallet, outputs: [safe] }) => {
        const address = await t.world.result<string>('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
        const unsafe = await payFromOutside(t.world, address);
        const listed = await t.result<{ txid: string; safe?: boolean }[]>('listunspent', { minconf: 0 }, { wallet });
        t.equal(listed.find(({ txid }) => txid === unsafe.txid)?.safe, false, 'safe of an unconfirmed coin from outside', { path: 'safe' });
        const small = await unfunded(t, [BigInt(t.random.integer(1_000_000, 4_000_000))]);
        const { transaction } = await fund(t, small.hex, {}, { wallet });
        const places = transaction.inputs.map((input) => `${input.txid}:${input.vout}`);
        t.equal(places, [`${safe?.txid}:${safe?.vout}`], 'the inputs that are added where one coin is safe and the other is not', { path: 'hex' });
        const large = await unfunded(t, [unsafe.amountSat - 1_000_000n]);
        await refusedIn(t, wallet, 'fundrawtransaction', { hexstring: large.hex, options: {}, iswitness: false }, 'only a coin that is not safe would cover it');
      }),
  }),
];
