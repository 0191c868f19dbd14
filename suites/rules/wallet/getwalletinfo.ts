import { satoshis } from '../../../client/wire-json.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import type { WalletInfo } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';

/** Clocks of two machines may differ by so much. */
const CLOCK_SECONDS = 7200;
/** Above the size that nodes of a trial start with, so that the wallet adds no keys by itself. */
const POOL_SIZE = 12;
/** From sending a call until its answer, on the same machine. */
const CALL_SECONDS = 3;

const info = (t: Trial, wallet?: string): Promise<WalletInfo> => t.result('getwalletinfo', {}, { wallet });

const oldest = rule({
  rule: 'getwalletinfo/keypoololdest',
  effect: ['wallet'],
  uses: ['createwallet'],
  run: (t) =>
    withWallet(t, async (wallet) => {
      const { keypoololdest } = await info(t, wallet);
      t.ok(
        Math.abs(keypoololdest - Date.now() / 1000) < CLOCK_SECONDS,
        'keypoololdest of a wallet made just now is not within 2 hours of now, in seconds',
        { path: 'keypoololdest' },
      );
    }),
});

const externalOnly = rule({
  rule: 'getwalletinfo/keypoolsize-external',
  effect: ['wallet'],
  uses: ['createwallet', 'keypoolrefill', 'getrawchangeaddress'],
  // Never a spare one: from its pool keys were taken, which may be filled up meanwhile.
  run: (t) =>
    withWallet(t, async (wallet) => {
      await t.world.result('keypoolrefill', { newsize: POOL_SIZE }, { wallet });
      const before = await info(t, wallet);
      if (before.keypoolsize_hd_internal === undefined) return t.inapplicable('the wallet has no keys of its own for change');
      for (let i = 0; i < 2; i++) await t.world.result('getrawchangeaddress', { address_type: 'bech32' }, { wallet });
      const after = await info(t, wallet);
      t.equal(after.keypoolsize, before.keypoolsize, 'keypoolsize after two keys were taken for change', { path: 'keypoolsize' });
    }),
});

/** Whether the keys of change addresses are derived on another chain than those of addresses for receiving (BIP 32). */
async function hasInternalKeys(t: Trial, wallet: string): Promise<boolean> {
  const chainOf = async (method: 'getnewaddress' | 'getrawchangeaddress'): Promise<string | undefined> => {
    const address = await t.world.result(method, { address_type: 'bech32' }, { wallet });
    const { hdkeypath } = await t.world.result('getaddressinfo', { address }, { wallet });
    return hdkeypath?.slice(0, hdkeypath.lastIndexOf('/'));
  };
  const [receiving, change] = [await chainOf('getnewaddress'), await chainOf('getrawchangeaddress')];
  return receiving !== undefined && change !== undefined && receiving !== change;
}

const internalKeys = rule({
  rule: 'getwalletinfo/internal-keys',
  effect: ['wallet'],
  uses: ['createwallet', 'getnewaddress', 'getrawchangeaddress', 'getaddressinfo'],
  run: async (t) => {
    await withWallet(
      t,
      async (wallet) => {
        const { keypoolsize_hd_internal } = await info(t, wallet);
        t.ok(keypoolsize_hd_internal === undefined, 'keypoolsize_hd_internal is given for a wallet that can have no keys', {
          path: 'keypoolsize_hd_internal',
        });
      },
      true,
    );
    await withSpareWallet(t, async (wallet) => {
      if (!(await hasInternalKeys(t, wallet))) return;
      const { keypoolsize_hd_internal } = await info(t, wallet);
      t.ok(
        keypoolsize_hd_internal !== undefined,
        'keypoolsize_hd_internal is missing, though the wallet derives its keys for change on a chain of their own',
        {
          check: 'presence',
          path: 'keypoolsize_hd_internal',
        },
      );
    });
  },
});

const privateKeysEnabled = rule({
  rule: 'getwalletinfo/private-keys-enabled',
  effect: ['wallet'],
  uses: ['createwallet'],
  run: async (t) => {
    await t.world.use('wallet');
    t.equal((await info(t)).private_keys_enabled, true, 'private_keys_enabled of an ordinary wallet', { path: 'private_keys_enabled' });
    await withWallet(
      t,
      async (wallet) => {
        t.equal((await info(t, wallet)).private_keys_enabled, false, 'private_keys_enabled of a wallet made to be watch-only', {
          path: 'private_keys_enabled',
        });
      },
      true,
    );
  },
});

const hdmasterkeyid = rule({
  rule: 'getwalletinfo/hdmasterkeyid',
  effect: ['read'],
  run: async (t) => {
    await t.world.use('wallet');
    const { hdmasterkeyid, hdseedid } = await info(t);
    if (hdmasterkeyid === undefined) return t.inapplicable('this node gives no hdmasterkeyid');
    t.equal(hdmasterkeyid, hdseedid, 'hdmasterkeyid, by hdseedid', { path: 'hdmasterkeyid' });
  },
});

const unlockedUntil = rule({
  rule: ['getwalletinfo/unlocked-until', 'getwalletinfo/unlocked-until-locked'],
  effect: ['wallet'],
  profile: 'encrypted',
  uses: ['walletpassphrase', 'walletlock'],
  run: async (t) => {
    const { passphrase } = await t.world.use('encryptedWallet');
    t.equal((await info(t)).unlocked_until, 0, 'unlocked_until of a locked wallet', { path: 'unlocked_until' });
    const timeout = t.random.integer(200, 5000);
    const from = Math.floor(Date.now() / 1000) + timeout;
    await t.world.result('walletpassphrase', { passphrase, timeout });
    try {
      const { unlocked_until: until } = await info(t);
      t.ok(
        until !== undefined && until >= from - 1 && until <= from + CALL_SECONDS,
        `unlocked_until is not ${timeout} seconds after the moment of unlocking`,
        { path: 'unlocked_until' },
      );
    } finally {
      await t.world.result('walletlock');
    }
    t.equal((await info(t)).unlocked_until, 0, 'unlocked_until of a wallet that was locked again', { path: 'unlocked_until' });
  },
});

const balance = rule({
  rule: 'getwalletinfo/balance',
  effect: ['wallet', 'chain'],
  uses: ['createwallet'],
  run: (t) =>
    withSpareWallet(t, async (wallet) => {
      const first = await pay(t.world, await addressIn(t.world, wallet), false);
      await t.world.mine(1);
      const second = await pay(t.world, await addressIn(t.world, wallet), false);
      const shown = await info(t, wallet);
      t.equal(satoshis(shown.balance), first.amountSat, 'balance with one payment confirmed and another not', { path: 'balance' });
      t.equal(satoshis(shown.unconfirmed_balance), second.amountSat, 'unconfirmed_balance with one payment confirmed and another not', {
        path: 'unconfirmed_balance',
      });
    }),
});

export const getwalletinfoRules: readonly Case[] = [
  oldest,
  externalOnly,
  internalKeys,
  privateKeysEnabled,
  hdmasterkeyid,
  unlockedUntil,
  balance,
];
