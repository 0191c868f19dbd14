import { setTimeout as sleep } from 'node:timers/promises';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/types.ts';
import { AUTHENTICATION, envelopeCase } from './envelope-case.ts';

/** How long a node has to shut down after encryptwallet; one that is still there then did not mean to. */
const shutdownMs = 1_500;

/** Credentials alone do not open an encrypted wallet. */
export const privateKeyCases: readonly Case[] = [
  envelopeCase({
    slug: 'authentication/private-keys',
    title: 'What uses private keys of an encrypted wallet needs it unlocked',
    source: AUTHENTICATION,
    rows: ['authentication-private-keys'],
    effect: ['wallet', 'process'],
    uses: ['createwallet', 'encryptwallet', 'walletpassphrase', 'walletlock', 'signmessage', 'getnewaddress', 'loadwallet', 'listwallets'],
    ownNode: true,
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('encryptwallet shuts the node down, and the target cannot start it again');
      const { name: wallet } = await t.world.fresh('secondWallet');
      const address = await t.world.result('getnewaddress', { label: '', address_type: 'legacy' }, { wallet });
      const passphrase = t.random.word(16);
      t.world.secrets.add(passphrase);
      const signs = async (): Promise<boolean> => (await t.call('signmessage', { address, message: t.random.word(8) }, { wallet })).ok;

      t.ok(await signs(), 'signmessage must be answered before the wallet is encrypted');
      await t.world.result('encryptwallet', { passphrase }, { wallet });
      await comeBack(t, wallet);
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

/** Starts the node again if encryptwallet made it shut down, and loads the wallet if it is not. */
async function comeBack(t: Trial, wallet: string): Promise<void> {
  const abort = new AbortController();
  await Promise.race([
    t.node.ended,
    sleep(shutdownMs, undefined, { signal: abort.signal }).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    }),
  ]);
  abort.abort();
  if (!t.node.alive()) await t.node.startAgain();
  if (!(await t.world.result('listwallets')).includes(wallet)) await t.world.result('loadwallet', { filename: wallet });
}
