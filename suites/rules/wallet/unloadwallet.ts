import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { isLoaded, refusedIn, withBareWallet } from '../support/own-wallet.ts';

export const unloadwalletRules: readonly Case[] = [
  rule({
    rule: 'unloadwallet/unloaded',
    effect: ['wallet'],
    uses: ['listwallets', 'getwalletinfo'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (name) => {
        await t.result('unloadwallet', { wallet_name: name }, { wallet: null });
        t.ok(!(await isLoaded(t, name)), `the wallet ${name} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is no longer listed after another wallet was unloaded`);
        await refusedIn(t, name, 'getwalletinfo', {}, 'the called wallet is unloaded');
      });
    },
  }),
  rule({
    rule: 'unloadwallet/by-endpoint',
    effect: ['wallet'],
    uses: ['listwallets'],
    run: async (t) => {
      const { name: own } = await t.world.use('wallet');
      await withBareWallet(t, async (wallet) => {
        await t.result('unloadwallet', {}, { wallet });
        t.ok(!(await isLoaded(t, wallet)), `the wallet ${wallet} is still listed after it was unloaded`);
        t.ok(await isLoaded(t, own), `the wallet ${own} is no longer listed after another wallet was unloaded`);
      });
    },
  }),
  rule({
    rule: 'unloadwallet/not-both',
    effect: ['wallet'],
    uses: ['listwallets'],
    run: async (t) => {
      await withBareWallet(t, async (first) =>
        withBareWallet(t, async (second) => {
          await refusedIn(t, first, 'unloadwallet', { wallet_name: second }, 'its endpoint and its argument both name a wallet');
          await refusedIn(t, first, 'unloadwallet', { wallet_name: first }, 'its endpoint and its argument both name the wallet');
          for (const name of [first, second]) t.ok(await isLoaded(t, name), `a refused call unloaded the wallet ${name}`);
        }),
      );
    },
  }),
];
