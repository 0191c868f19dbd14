import { endsByEncryption } from '../../fixtures/world/ingredients/encryption.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { AUTHENTICATION, envelopeCase } from './envelope-case.ts';

/** Credentials alone do not unlock an encrypted wallet. */
export const privateKeyCases: readonly Case[] = [
  envelopeCase({
    slug: 'authentication/private-keys',
    title: 'A call that uses private keys of an encrypted wallet is refused unless the wallet is unlocked',
    source: AUTHENTICATION,
    rows: ['authentication-private-keys'],
    effect: ['wallet', 'process'],
    uses: ['createwallet', 'encryptwallet', 'walletpassphrase', 'walletlock', 'signmessage', 'getnewaddress', 'loadwallet', 'listwallets'],
    ownNode: true,
    run: async (t) => {
      if (!t.target.capabilities.restart)
        t.inapplicable('encryptwallet shuts the node down, and Pyx cannot restart the node of this target');
      const { name: wallet } = await t.world.fresh('secondWallet');
      const address = await t.world.result('getnewaddress', { label: '', address_type: 'legacy' }, { wallet });
      const passphrase = t.random.word(16);
      t.world.secrets.add(passphrase);
      const signs = async (): Promise<boolean> => (await t.call('signmessage', { address, message: t.random.word(8) }, { wallet })).ok;

      t.ok(await signs(), 'signmessage was refused before the wallet was encrypted');
      await t.world.result('encryptwallet', { passphrase }, { wallet });
      await restartIfDown(t, wallet);
      t.ok(!(await signs()), 'signmessage was answered although the wallet is encrypted and was never unlocked', {
        check: 'refusal',
      });
      await t.result('walletpassphrase', { passphrase, timeout: 60 }, { wallet });
      t.ok(await signs(), 'signmessage was refused although walletpassphrase had unlocked the wallet');
      await t.result('walletlock', {}, { wallet });
      t.ok(!(await signs()), 'signmessage was answered although walletlock had locked the wallet', { check: 'refusal' });
    },
  }),
];

/** Restarts the node if encryptwallet shut it down, and loads the wallet if it is not loaded. */
async function restartIfDown(t: Trial, wallet: string): Promise<void> {
  if (await endsByEncryption(t.world)) await t.node.startAgain();
  if (!(await t.world.result('listwallets')).includes(wallet)) await t.world.result('loadwallet', { filename: wallet });
}
