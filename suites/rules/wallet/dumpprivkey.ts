import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

const importable = rule({
  rule: 'dumpprivkey/importable',
  effect: ['wallet', 'secret'],
  uses: ['importprivkey', 'getaddressinfo', 'createwallet'],
  run: async (t) => {
    const { address } = await t.world.fresh('legacyAddress');
    const wif = await t.result('dumpprivkey', { address });
    t.world.secrets.add(wif);
    const { name } = await t.world.use('secondWallet');
    const ismine = async (): Promise<boolean> => (await t.result('getaddressinfo', { address }, { wallet: name })).ismine;
    t.equal(await ismine(), false, 'ismine of the address in another wallet, before its key is imported there', { path: 'ismine' });
    await t.result('importprivkey', { privkey: wif, label: 'pyx dumped', rescan: false }, { wallet: name });
    t.equal(await ismine(), true, 'ismine of the address in another wallet, after the key from dumpprivkey is imported there', {
      path: 'ismine',
    });
  },
});

export const dumpprivkeyRules: readonly Case[] = [importable];
