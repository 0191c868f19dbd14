import { secp256k1 } from '@noble/curves/secp256k1.js';
import { leaveInitialDownload } from '../../../fixtures/world/ingredients/chain.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { hash160, toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { withWallet } from '../support/own-wallet.ts';

/** Clocks of two machines may differ by so much. */
const CLOCK_SECONDS = 7200;

interface AddressInfo {
  readonly ismine: boolean;
  readonly iswatchonly: boolean;
  readonly pubkey?: string;
  readonly label?: string;
  readonly labels?: readonly { readonly name?: string; readonly purpose?: string }[];
  readonly account?: string;
  readonly timestamp?: number;
  readonly hdkeypath?: string;
  readonly hdseedid?: string;
  readonly hdmasterkeyid?: string;
}

const info = (t: Trial, address: string, wallet?: string): Promise<AddressInfo> =>
  t.result<AddressInfo>('getaddressinfo', { address }, wallet === undefined ? {} : { wallet });

const inWallet = rule({
  rule: 'getaddressinfo/in-wallet',
  effect: ['read'],
  run: async (t) => {
    const foreign = await info(t, (await t.world.fresh('foreignKey')).addresses.legacy);
    t.equal([foreign.ismine, foreign.iswatchonly], [false, false], 'ismine and iswatchonly of an address of nobody');
    // Which fields need the wallet is not said, so one of those that it alone can know is enough.
    const ofTheWallet = ['pubkey', 'timestamp', 'hdkeypath', 'hdseedid', 'hdmasterkeyid'] as const;
    t.ok(ofTheWallet.some((field) => foreign[field] === undefined), `${ofTheWallet.join(', ')} are all given for an address that no wallet has seen`);
    const own = await info(t, (await t.world.use('legacyAddress')).address);
    t.equal(own.ismine, true, 'ismine of an address of the wallet', { path: 'ismine' });
    t.ok(own.pubkey !== undefined, 'pubkey is missing for an address of the wallet', { path: 'pubkey' });
  },
});

const defaultLabel = rule({
  rule: 'getaddressinfo/default-label',
  effect: ['wallet'],
  uses: ['getnewaddress'],
  run: async (t) => {
    await t.world.use('wallet');
    const address = await t.result<string>('getnewaddress');
    t.equal((await info(t, address)).label, '', 'the label of an address made without one', { path: 'label' });
  },
});

const labelsPurpose = rule({
  rule: 'getaddressinfo/labels-purpose',
  effect: ['read'],
  run: async (t) => {
    const { address, label } = await t.world.use('labelled');
    const { labels } = await info(t, address);
    const [first] = labels ?? [];
    t.equal(labels?.length, 1, 'the number of labels of an address that was given one', { path: 'labels' });
    t.equal(first?.name, label, 'the name of the label', { path: 'labels[0].name' });
    t.equal(first?.purpose, 'receive', 'the purpose of the label of an address made to be paid at', { path: 'labels[0].purpose' });
  },
});

const timestamp = rule({
  rule: 'getaddressinfo/timestamp',
  effect: ['wallet'],
  uses: ['getnewaddress', 'createwallet'],
  run: async (t) => {
    const now = Date.now() / 1000;
    await withWallet(t, async (wallet) => {
      const address = await t.result<string>('getnewaddress', {}, { wallet });
      const made = (await info(t, address, wallet)).timestamp;
      if (made === undefined) return t.inapplicable('timestamp is optional, and this node gives none for a key of its own');
      t.ok(Math.abs(made - now) < CLOCK_SECONDS, 'the timestamp of a key made just now is not within 2 hours of now, in seconds', { path: 'timestamp' });
    });
  },
});

const hdseedid = rule({
  rule: ['getaddressinfo/hdseedid', 'getwalletinfo/hdseedid'],
  effect: ['wallet'],
  uses: ['sethdseed', 'getnewaddress', 'createwallet'],
  run: async (t) => {
    await leaveInitialDownload(t.world);
    const seed = await t.world.fresh('foreignKey');
    await withWallet(t, async (wallet) => {
      await t.result('sethdseed', { newkeypool: true, seed: seed.wif }, { wallet });
      const address = await t.result<string>('getnewaddress', {}, { wallet });
      // The documents do not say whether the seed is hashed as a private or as a public key, nor the order of the bytes.
      const hashes = [hash160(seed.privateKey), hash160(secp256k1.getPublicKey(seed.privateKey, true))];
      const expected = hashes.flatMap((hash) => [toHex(hash), toHex(Uint8Array.from(hash).reverse())]);
      const ofAddress = (await info(t, address, wallet)).hdseedid;
      t.ok(ofAddress !== undefined && expected.includes(ofAddress), 'hdseedid of an address is not the Hash160 of the seed that was set', { path: 'hdseedid' });
      const ofWallet = (await t.result<AddressInfo>('getwalletinfo', {}, { wallet })).hdseedid;
      t.equal(ofWallet, ofAddress, 'hdseedid of the wallet, by that of its newest address', { path: 'hdseedid' });
    });
    await withWallet(t, async (wallet) => {
      const { hdseedid } = await t.result<AddressInfo>('getwalletinfo', {}, { wallet });
      t.ok(hdseedid === undefined, 'hdseedid is given for a wallet that can have no keys, and so no HD', { path: 'hdseedid' });
    }, true);
  },
});

const hdmasterkeyid = rule({
  rule: 'getaddressinfo/hdmasterkeyid',
  effect: ['read'],
  run: async (t) => {
    const { hdmasterkeyid, hdseedid } = await info(t, (await t.world.use('legacyAddress')).address);
    if (hdmasterkeyid === undefined) return t.inapplicable('hdmasterkeyid is optional, and this node gives none');
    t.equal(hdmasterkeyid, hdseedid, 'hdmasterkeyid, by hdseedid', { path: 'hdmasterkeyid' });
  },
});

const accountOption = rule({
  rule: 'getaddressinfo/account-option',
  effect: ['read'],
  uses: ['listunspent'],
  run: async (t) => {
    await t.world.use('spendable'); // so that there is something to list
    const { address } = await t.world.use('legacyAddress');
    t.ok((await info(t, address)).account === undefined, 'account is given by a node that was started without -deprecatedrpc=accounts', { path: 'account' });
    const unspent = await t.result<{ account?: string }[]>('listunspent');
    t.ok(unspent.every(({ account }) => account === undefined), 'listunspent gives account on a node that was started without -deprecatedrpc=accounts', { path: 'account' });
  },
});

export const getaddressinfoRules: readonly Case[] = [
  inWallet, defaultLabel, labelsPurpose, timestamp, hdseedid, hdmasterkeyid, accountOption,
];
