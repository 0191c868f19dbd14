import { createBareWallet } from '../../fixtures/world/ingredients/wallets.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { show } from '../../engine/show.ts';
import { CALL_ENVELOPE, envelopeCase } from './envelope-case.ts';

/** The path of a request can name a wallet. The documents leave its form open; these cases use `/wallet/<name>`. */
export const walletPathCases: readonly Case[] = [
  envelopeCase({
    slug: 'wallet-path/selects',
    title: 'A call to the endpoint of a wallet is answered by that wallet',
    source: CALL_ENVELOPE,
    rows: ['path-wallet'],
    effect: ['wallet'],
    uses: ['getwalletinfo', 'createwallet', 'unloadwallet'],
    run: async (t) => {
      const { name } = await t.world.use('wallet');
      await withSecondWallet(t, async (otherName) => {
        const [first, second] = [await walletAt(t, name), await walletAt(t, otherName)];
        if (first !== name && second !== otherName) {
          return t.observe(
            'form',
            'not /wallet/<name>',
            `getwalletinfo at /wallet/<name> of two wallets names the wallets ${show(first)} and ${show(second)}`,
          );
        }
        t.equal(first, name, 'the wallet at the endpoint of the first one', { path: 'walletname' });
        t.equal(second, otherName, 'the wallet at the endpoint of the second one', { path: 'walletname' });
      });
    },
  }),
  envelopeCase({
    slug: 'wallet-path/unloadwallet-named-twice',
    title: 'unloadwallet is refused when endpoint and argument both name a wallet',
    source: CALL_ENVELOPE,
    rows: ['path-wallet-unloadwallet'],
    effect: ['wallet'],
    method: 'unloadwallet',
    uses: ['getwalletinfo', 'createwallet', 'unloadwallet', 'listwallets'],
    run: async (t) => {
      await withSecondWallet(t, async (name) => {
        if ((await walletAt(t, name)) !== name) t.inapplicable('the node does not support the endpoint /wallet/<name>');
        const answer = await t.call('unloadwallet', { wallet_name: name }, { wallet: name });
        t.ok(
          !answer.ok,
          `unloadwallet returned ${answer.ok ? show(answer.result) : ''}, expected a refusal: both the endpoint and the argument name a wallet`,
          { check: 'refusal' },
        );
        t.ok((await t.result('listwallets')).includes(name), 'the wallet is no longer loaded after unloadwallet was refused', {
          check: 'refused-in-vain',
        });
      });
    },
  }),
];

/** The wallet name in getwalletinfo at the endpoint of this wallet; null when it is refused. */
async function walletAt(t: Trial, wallet: string): Promise<unknown> {
  const answer = await t.call('getwalletinfo', {}, { wallet });
  return answer.ok ? (answer.result as { readonly walletname?: unknown }).walletname : null;
}

async function withSecondWallet(t: Trial, run: (name: string) => Promise<void>): Promise<void> {
  await t.world.use('wallet'); // selects the wallet of calls without a wallet path before a second wallet is loaded
  const name = await createBareWallet(t.world);
  try {
    await run(name);
  } finally {
    if ((await t.world.result('listwallets')).includes(name)) await t.world.result('unloadwallet', {}, { wallet: name });
  }
}
