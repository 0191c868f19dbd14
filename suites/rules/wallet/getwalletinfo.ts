import { satoshis } from '../../../client/wire-json.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { NOT_EXECUTED } from '../../support/state.ts';
import type { WalletInfo } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';

/** Maximum difference between the clocks of two machines, in seconds. */
const CLOCK_SECONDS = 7200;
/** Above the key pool size of the nodes in a trial, so that the wallet adds no keys itself. */
const POOL_SIZE = 12;
/** Maximum time between a call and its answer on the same machine. */
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
        'keypoololdest of a new wallet differs from the current time by more than 2 hours',
        { path: 'keypoololdest' },
      );
    }),
});

const externalOnly = rule({
  rule: 'getwalletinfo/keypoolsize-external',
  effect: ['wallet'],
  uses: ['createwallet', 'keypoolrefill', 'getrawchangeaddress'],
  // Not a spare wallet: keys were taken from its pool, which may be refilled meanwhile.
  run: (t) =>
    withWallet(t, async (wallet) => {
      await t.world.result('keypoolrefill', { newsize: POOL_SIZE }, { wallet });
      const before = await info(t, wallet);
      if (before.keypoolsize_hd_internal === undefined) return t.inapplicable('the wallet has no separate key pool for change');
      for (let i = 0; i < 2; i++) await t.world.result('getrawchangeaddress', { address_type: 'bech32' }, { wallet });
      const after = await info(t, wallet);
      t.equal(after.keypoolsize, before.keypoolsize, 'keypoolsize after two change keys were taken', { path: 'keypoolsize' });
    }),
});

/** Whether change addresses are derived on another chain than receiving addresses (BIP 32). */
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
        t.ok(keypoolsize_hd_internal === undefined, 'keypoolsize_hd_internal is present for a wallet without private keys', {
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
        'keypoolsize_hd_internal is missing, although the wallet derives change keys on a separate chain',
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
        t.equal((await info(t, wallet)).private_keys_enabled, false, 'private_keys_enabled of a wallet created with disable_private_keys', {
          path: 'private_keys_enabled',
        });
      },
      true,
    );
  },
});

/** A wallet without private keys takes none and makes none, whatever it answers. */
const watchOnlyEnforced = rule({
  rule: 'getwalletinfo/private-keys-enabled',
  case: 'enforced',
  effect: ['wallet'],
  uses: [
    ...(['createwallet', 'getaddressinfo', 'importprivkey', 'importmulti', 'sethdseed'] as const),
    ...(['getnewaddress', 'getrawchangeaddress', 'listlabels'] as const),
  ],
  run: async (t) => {
    const [first, second, seed] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
    await withWallet(
      t,
      async (wallet) => {
        const holdsNone = async (address: string, after: string): Promise<void> => {
          const { ismine } = await t.result('getaddressinfo', { address }, { wallet });
          t.equal(ismine, false, `ismine of ${after} in a wallet created with disable_private_keys`, { path: 'ismine' });
        };
        const label = newLabel(t.world);
        const imported = await t.call('importprivkey', { privkey: first.wif, label, rescan: false }, { wallet });
        await holdsNone(first.addresses.legacy, 'the address of a key after importprivkey');
        if (!imported.ok)
          t.ok(
            !(await t.result('listlabels', {}, { wallet })).includes(label),
            'listlabels lists the label of a refused importprivkey, expected no change by it',
            { evidence: 'standard', source: NOT_EXECUTED },
          );
        const address = second.addresses.legacy;
        const request = { scriptPubKey: { address }, timestamp: 'now', keys: [second.wif] };
        await t.call('importmulti', { requests: [request], options: { rescan: false } }, { wallet });
        await holdsNone(address, 'the address of a key after importmulti');
        await t.call('sethdseed', { newkeypool: true, seed: seed.wif }, { wallet });
        for (const method of ['getnewaddress', 'getrawchangeaddress'] as const) {
          const made = await t.call(method, {}, { wallet });
          if (made.ok) await holdsNone(made.result as string, `an address of ${method}`);
        }
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
    if (hdmasterkeyid === undefined) return t.inapplicable('this node returns no hdmasterkeyid');
    t.equal(hdmasterkeyid, hdseedid, 'hdmasterkeyid (compared with hdseedid)', { path: 'hdmasterkeyid' });
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
        `unlocked_until is not ${timeout} seconds after walletpassphrase`,
        { path: 'unlocked_until' },
      );
    } finally {
      await t.world.result('walletlock');
    }
    t.equal((await info(t)).unlocked_until, 0, 'unlocked_until after walletlock', { path: 'unlocked_until' });
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
      t.equal(satoshis(shown.balance), first.amountSat, 'balance with a confirmed and an unconfirmed payment', { path: 'balance' });
      t.equal(satoshis(shown.unconfirmed_balance), second.amountSat, 'unconfirmed_balance with a confirmed and an unconfirmed payment', {
        path: 'unconfirmed_balance',
      });
    }),
});

export const getwalletinfoRules: readonly Case[] = [
  oldest,
  externalOnly,
  internalKeys,
  privateKeysEnabled,
  watchOnlyEnforced,
  hdmasterkeyid,
  unlockedUntil,
  balance,
];
