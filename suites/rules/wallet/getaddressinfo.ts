import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { leaveInitialDownload } from '../../../fixtures/world/ingredients/chain.ts';
import { newMultisig } from '../../../fixtures/world/ingredients/payments.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import { addressOfKey, addressOfScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, hash160, joined, toHex } from '../../../oracles/bytes.ts';
import type { AddressInfo, MultisigResult } from '../../../specs/model/generated/wire.d.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';
import { showsAccounts } from '../support/account-fields.ts';
import { withWallet } from '../support/own-wallet.ts';

/** Maximum difference between the clocks of two machines, in seconds. */
const CLOCK_SECONDS = 7200;

const info = (t: Trial, address: string, wallet?: string): Promise<AddressInfo> => t.result('getaddressinfo', { address }, { wallet });

const inWallet = rule({
  rule: 'getaddressinfo/in-wallet',
  effect: ['read'],
  run: async (t) => {
    const foreign = await info(t, (await t.world.fresh('foreignKey')).addresses.legacy);
    t.equal([foreign.ismine, foreign.iswatchonly], [false, false], 'the list of ismine and iswatchonly of an address outside the wallet');
    // The documents do not say which fields need the wallet, so it is enough that one of those only a wallet can know is absent.
    const ofTheWallet = ['pubkey', 'timestamp', 'hdkeypath', 'hdseedid', 'hdmasterkeyid'] as const;
    t.ok(
      ofTheWallet.some((field) => foreign[field] === undefined),
      `${ofTheWallet.join(', ')} are all present for an address outside the wallet`,
    );
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
    const address = await t.result('getnewaddress');
    t.equal((await info(t, address)).label, '', 'label of an address made without a label', { path: 'label' });
  },
});

const labelsPurpose = rule({
  rule: 'getaddressinfo/labels-purpose',
  effect: ['read'],
  run: async (t) => {
    const { address, label } = await t.world.use('labelled');
    const { labels } = await info(t, address);
    const [first] = labels ?? [];
    t.equal(labels?.length, 1, 'the number of labels of an address with one label', { path: 'labels' });
    t.equal(first?.name, label, 'name in labels', { path: 'labels[0].name' });
    t.equal(first?.purpose, 'receive', 'purpose in labels of a receiving address', { path: 'labels[0].purpose' });
  },
});

const timestamp = rule({
  rule: 'getaddressinfo/timestamp',
  effect: ['wallet'],
  uses: ['getnewaddress', 'createwallet'],
  run: async (t) => {
    const now = Date.now() / 1000;
    await withWallet(t, async (wallet) => {
      const address = await t.result('getnewaddress', {}, { wallet });
      const made = (await info(t, address, wallet)).timestamp;
      if (made === undefined) return t.inapplicable('timestamp is optional, and this node returns none for a key of the wallet');
      t.ok(Math.abs(made - now) < CLOCK_SECONDS, 'timestamp of a new key differs from the current time by more than 2 hours', {
        path: 'timestamp',
      });
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
      const address = await t.result('getnewaddress', {}, { wallet });
      // The documents do not say whether the seed is hashed as a private or as a public key, nor the order of the bytes.
      const hashes = [hash160(seed.privateKey), hash160(secp256k1.getPublicKey(seed.privateKey, true))];
      const expected = hashes.flatMap((hash) => [toHex(hash), toHex(Uint8Array.from(hash).reverse())]);
      const ofAddress = (await info(t, address, wallet)).hdseedid;
      t.ok(ofAddress !== undefined && expected.includes(ofAddress), 'hdseedid of an address is not the Hash160 of the new seed', {
        path: 'hdseedid',
      });
      const ofWallet = (await t.result('getwalletinfo', {}, { wallet })).hdseedid;
      t.equal(ofWallet, ofAddress, 'hdseedid of the wallet (compared with its newest address)', { path: 'hdseedid' });
    });
    await withWallet(
      t,
      async (wallet) => {
        const { hdseedid } = await t.result('getwalletinfo', {}, { wallet });
        t.ok(hdseedid === undefined, 'hdseedid is present for a wallet without private keys', { path: 'hdseedid' });
      },
      true,
    );
  },
});

const hdmasterkeyid = rule({
  rule: 'getaddressinfo/hdmasterkeyid',
  effect: ['read'],
  run: async (t) => {
    const { hdmasterkeyid, hdseedid } = await info(t, (await t.world.use('legacyAddress')).address);
    if (hdmasterkeyid === undefined) return t.inapplicable('hdmasterkeyid is optional, and this node returns none');
    t.equal(hdmasterkeyid, hdseedid, 'hdmasterkeyid (compared with hdseedid)', { path: 'hdmasterkeyid' });
  },
});

const accountOption = rule({
  rule: 'getaddressinfo/account-option',
  effect: ['read'],
  uses: ['listunspent'],
  run: async (t) => {
    await t.world.use('spendable'); // so that the list is not empty
    const { address } = await t.world.use('legacyAddress');
    t.ok((await info(t, address)).account === undefined, 'account is present on a node started without -deprecatedrpc=accounts', {
      path: 'account',
    });
    const unspent = await t.result('listunspent');
    if (unspent.length === 0) t.sawNothing('unspent output');
    t.ok(
      unspent.every(({ account }) => account === undefined),
      'account is present in listunspent on a node started without -deprecatedrpc=accounts',
      { path: 'account' },
    );
  },
});

const accounts = rule({
  rule: 'getaddressinfo/account-option',
  case: 'with',
  effect: ['read'],
  profile: 'accounts',
  run: async (t) => showsAccounts(t, 'getaddressinfo', { address: (await t.world.use('labelled')).address }),
});

/** Single-key addresses of the wallet, of each type. */
async function single(t: Trial): Promise<{ legacy: AddressInfo; wrapped: AddressInfo; segwit: AddressInfo }> {
  const { world } = t;
  return {
    legacy: await info(t, (await world.use('legacyAddress')).address),
    wrapped: await info(t, (await world.use('p2shSegwitAddress')).address),
    segwit: await info(t, (await world.use('bech32Address')).address),
  };
}

const scriptWhen = rule({
  rule: 'getaddressinfo/script-when',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const { legacy, wrapped, segwit } = await single(t);
    for (const addressInfo of [legacy, segwit]) {
      t.equal(addressInfo.isscript, false, 'isscript of a single-key address', { path: 'isscript' });
      t.ok(addressInfo.script === undefined, 'script is present for an address that is not a script address', { path: 'script' });
    }
    const unknown = await info(t, (await t.world.fresh('foreignKey')).addresses['p2sh-segwit']);
    t.equal(unknown.isscript, true, 'isscript of a P2SH address outside the wallet', { path: 'isscript' });
    t.ok(unknown.script === undefined, 'script is present for an address with an unknown redeem script', { path: 'script' });
    t.equal(wrapped.script, 'witness_v0_keyhash', 'script of a P2SH address with a witness program for one key', { path: 'script' });
    const { address } = await newMultisig(t.world);
    t.equal((await info(t, address)).script, 'multisig', 'script of a P2SH multisig address', { path: 'script' });
  },
});

const redeemScript = rule({
  rule: 'getaddressinfo/hex',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const made = await newMultisig(t.world);
    const shown = await info(t, made.address);
    t.equal(shown.hex, made.redeemScript, 'hex of a multisig address (compared with its redeem script)', { path: 'hex' });
    const { wrapped } = await single(t);
    for (const addressInfo of [shown, wrapped]) {
      const script = addressInfo.hex === undefined ? 'missing' : toHex(payToScriptHash(fromHex(addressInfo.hex)));
      t.equal(script, addressInfo.scriptPubKey, 'the P2SH output script of hex', { path: 'hex', evidence: 'standard', source: 'BIP 16' });
    }
  },
});

const multisigFields = rule({
  rule: ['getaddressinfo/pubkeys-multisig', 'getaddressinfo/sigsrequired-multisig'],
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const { address, publicKeys, required } = await newMultisig(t.world);
    const shown = await info(t, address);
    t.equal([...(shown.pubkeys ?? [])].sort(), [...publicKeys].sort(), 'pubkeys of a multisig address', { path: 'pubkeys' });
    t.equal(shown.sigsrequired, required, 'sigsrequired of a multisig address', { path: 'sigsrequired' });
    for (const addressInfo of Object.values(await single(t))) {
      t.ok(addressInfo.pubkeys === undefined, 'pubkeys is present for an address that is not multisig', { path: 'pubkeys' });
      t.ok(addressInfo.sigsrequired === undefined, 'sigsrequired is present for an address that is not multisig', { path: 'sigsrequired' });
    }
  },
});

const pubkeySingle = rule({
  rule: 'getaddressinfo/pubkey-single',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const chain = await t.world.use('chainParameters');
    const { legacy, segwit } = await single(t);
    for (const [type, addressInfo] of [
      ['legacy', legacy],
      ['bech32', segwit],
    ] as const) {
      const { pubkey } = addressInfo;
      const address = pubkey === undefined ? 'missing' : decoded(t, 'pubkey', () => addressOfKey(fromHex(pubkey), type, chain));
      t.equal(address, addressInfo.address, `the ${type} address of pubkey`, { path: 'pubkey' });
    }
  },
});

const embedded = rule({
  rule: 'getaddressinfo/embedded',
  effect: ['read'],
  run: async (t) => {
    const { wrapped } = await single(t);
    const { pubkey, embedded: inner } = wrapped;
    const key = inner?.pubkey ?? pubkey;
    if (inner === undefined || key === undefined)
      return t.inapplicable('embedded and pubkey are optional, and this node returns none for P2SH with a witness program');
    const chain = await t.world.use('chainParameters');
    const expected = decoded(t, 'pubkey', () => addressOfKey(fromHex(key), 'bech32', chain));
    t.equal(inner.address, expected, 'the embedded address', { path: 'embedded.address' });
    t.equal(inner.scriptPubKey, toHex(joined([0x00, 0x14], hash160(fromHex(key)))), 'the script of the embedded address', {
      path: 'embedded.scriptPubKey',
    });
    t.equal(inner.isscript, false, 'isscript of an embedded address of one key', { path: 'embedded.isscript' });
    t.equal(inner.iswitness, true, 'iswitness of an embedded witness address', { path: 'embedded.iswitness' });
  },
});

/** Checks an optional field if it is present. */
function where(t: Trial, given: unknown, expected: unknown, field: string): void {
  if (given !== undefined) t.equal(given, expected, `${field} of the embedded address`, { path: `embedded.${field}` });
}

const embeddedScript = rule({
  rule: 'getaddressinfo/embedded',
  case: 'script',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const { publicKeys } = await newMultisig(t.world);
    const label = newLabel(t.world);
    const add = (type: 'bech32' | 'p2sh-segwit', name: string): Promise<MultisigResult> =>
      t.world.result('addmultisigaddress', { nrequired: 2, keys: [...publicKeys], label: name, address_type: type });
    const segwit = await add('bech32', label);
    const { embedded: inner } = await info(t, (await add('p2sh-segwit', newLabel(t.world))).address);
    if (inner === undefined) return t.inapplicable('embedded is optional, and this node returns none for P2SH with a witness script');
    t.equal(inner.address, segwit.address, 'the embedded address', { path: 'embedded.address' });
    t.equal(inner.isscript, true, 'isscript of an embedded multisig address', { path: 'embedded.isscript' });
    where(t, inner.script, 'multisig', 'script');
    where(t, inner.hex, segwit.redeemScript, 'hex');
    where(t, inner.pubkeys && [...inner.pubkeys].sort(), [...publicKeys].sort(), 'pubkeys');
    where(t, inner.sigsrequired, 2, 'sigsrequired');
    where(t, inner.label, label, 'label');
  },
});

/** Fields that an embedded address shares with the result for the address itself. */
const SHARED = [
  ...(['scriptPubKey', 'isscript', 'iswitness', 'witness_version', 'witness_program', 'script', 'hex', 'sigsrequired'] as const),
  ...(['pubkeys', 'pubkey', 'iscompressed', 'label', 'labels', 'hdmasterkeyid'] as const),
];

const embeddedSameFields = rule({
  rule: 'getaddressinfo/embedded',
  case: 'same-fields',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const { publicKeys } = await newMultisig(t.world);
    const add = async (type: 'bech32' | 'p2sh-segwit'): Promise<string> => {
      const keys = [...publicKeys];
      return (await t.world.result('addmultisigaddress', { nrequired: 2, keys, label: newLabel(t.world), address_type: type })).address;
    };
    await add('bech32');
    for (const address of [(await t.world.use('p2shSegwitAddress')).address, await add('p2sh-segwit')]) {
      const { embedded: inner } = await info(t, address);
      if (inner === undefined) return t.inapplicable('embedded is optional, and this node returns none for P2SH with a witness script');
      const own = await info(t, inner.address);
      for (const field of SHARED) where(t, inner[field], own[field], field);
      for (const field of ['pubkey', 'iscompressed'] as const)
        t.equal(inner[field] !== undefined, own[field] !== undefined, `presence of ${field} in embedded`, { path: `embedded.${field}` });
    }
  },
});

const embeddedTwice = rule({
  rule: 'getaddressinfo/embedded',
  case: 'twice',
  effect: ['wallet'],
  uses: ['importaddress'],
  run: async (t) => {
    const { addresses, publicKey } = await t.world.fresh('foreignKey');
    const script = fromHex(publicKeyHashScript(publicKey));
    const program = payToWitnessScriptHash(script);
    for (const imported of [script, program]) {
      await t.world.result('importaddress', { address: toHex(imported), label: newLabel(t.world), rescan: false, p2sh: true });
    }
    const chain = await t.world.use('chainParameters');
    const { embedded: inner } = await info(t, addressOfScript(payToScriptHash(program), chain) ?? '');
    if (inner === undefined) return t.inapplicable('embedded is optional, and this node returns none for P2SH with a witness script');
    t.equal(inner.address, addressOfScript(program, chain), 'the embedded address', { path: 'embedded.address' });
    where(t, inner.script, 'pubkeyhash', 'script');
    if (inner.hex !== undefined) t.equal(inner.embedded?.address, addresses.legacy, 'the address in it', { path: 'embedded.embedded' });
    where(t, inner.embedded?.scriptPubKey, toHex(script), 'embedded.scriptPubKey');
  },
});

/** The documented fields that an embedded address shares with the same address asked for directly. */
const SHARED_FIELDS = [
  'address',
  'scriptPubKey',
  'isscript',
  'iswitness',
  'witness_version',
  'witness_program',
  'script',
  'hex',
  'pubkeys',
  'sigsrequired',
  'pubkey',
  'iscompressed',
  'label',
  'labels',
] as const;

const embeddedSame = rule({
  rule: 'getaddressinfo/embedded',
  case: 'same',
  effect: ['wallet'],
  uses: ['addmultisigaddress'],
  run: async (t) => {
    const { publicKeys } = await newMultisig(t.world);
    const multisig = { nrequired: 2, keys: [...publicKeys], label: newLabel(t.world) };
    for (const address_type of ['bech32', 'p2sh-segwit'] as const)
      await t.world.result('addmultisigaddress', { ...multisig, address_type });
    const { address } = await t.world.result('addmultisigaddress', { ...multisig, address_type: 'p2sh-segwit' });
    for (const { embedded: inner } of [await info(t, address), (await single(t)).wrapped]) {
      if (inner === undefined) return t.inapplicable('embedded is optional, and this node returns none for P2SH with a witness program');
      const direct = await info(t, inner.address);
      for (const field of SHARED_FIELDS)
        t.equal(inner[field], direct[field], `${field} of the embedded address (compared with the address itself)`, {
          path: `embedded.${field}`,
        });
    }
  },
});

const embeddedWithout = rule({
  rule: 'getaddressinfo/embedded-without',
  effect: ['read'],
  run: async (t) => {
    const { wrapped } = await single(t);
    const inner = wrapped.embedded;
    if (inner === undefined) return t.inapplicable('embedded is optional, and this node returns none for P2SH with a witness program');
    for (const field of ['timestamp', 'hdkeypath', 'hdseedid', 'ismine', 'iswatchonly', 'account']) {
      t.ok(!(field in inner), `embedded has ${field}, expected no ${field}`, { path: `embedded.${field}` });
    }
  },
});

export const getaddressinfoRules: readonly Case[] = [
  inWallet,
  defaultLabel,
  labelsPurpose,
  timestamp,
  hdseedid,
  hdmasterkeyid,
  accountOption,
  accounts,
  scriptWhen,
  redeemScript,
  multisigFields,
  pubkeySingle,
  embedded,
  embeddedScript,
  embeddedSameFields,
  embeddedTwice,
  embeddedSame,
  embeddedWithout,
];
