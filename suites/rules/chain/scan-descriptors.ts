import type { HDKey } from '@scure/bip32';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { addressOf, extendedKey } from './extended-key.ts';
import { finds, payAll, scan } from './scan.ts';

/** What these descriptors stand for is said by public standards; the documents only say that they are accepted. */
const STANDARD = { keys: 'BIP 380', pkh: 'BIP 381', multi: 'BIP 383', combo: 'BIP 384' } as const;
const HARDENED = 0x80000000;

/** Pays the third and the seventh child of a key; holds that only a range that reaches them finds them. */
async function ranged(t: Trial, key: HDKey, hardened: boolean, descriptors: readonly string[]): Promise<void> {
  const child = (index: number): HDKey => key.deriveChild(hardened ? index + HARDENED : index);
  const [near, far] = await payAll(t, [await addressOf(t, child(3)), await addressOf(t, child(7))]);
  if (!near || !far) throw new Error('two addresses were paid by less than two outputs');
  for (const desc of descriptors) {
    await finds(t, [{ desc, range: 5 }], [near], 'a range of 5', STANDARD.keys);
    await finds(t, [{ desc, range: 9 }], [near, far], 'a range of 9', STANDARD.keys);
  }
}

export const scanDescriptorRules: readonly Case[] = [
  rule({
    rule: ['scantxoutset/addr', 'scantxoutset/object-string'],
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses } = await t.world.fresh('foreignKey');
      for (const address of Object.values(addresses)) {
        await finds(t, [`addr(${address})`], await payAll(t, [address]), 'the address that was paid');
      }
    },
  }),
  rule({
    rule: 'scantxoutset/raw',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses } = await t.world.fresh('foreignKey');
      const [legacy, segwit] = await payAll(t, [addresses.legacy, addresses.bech32]);
      if (!legacy || !segwit) throw new Error('two addresses were paid by less than two outputs');
      await finds(t, [`raw(${legacy.scriptPubKey})`], [legacy], 'the script of one output');
      await finds(t, [`raw(${legacy.scriptPubKey})`, `raw(${segwit.scriptPubKey})`], [legacy, segwit], 'the scripts of both outputs');
    },
  }),
  rule({
    rule: ['scantxoutset/pkh', 'scantxoutset/key-hex'],
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses, publicKey } = await t.world.fresh('foreignKey');
      const [legacy] = await payAll(t, [addresses.legacy, addresses.bech32]);
      if (!legacy) throw new Error('an address was paid by no output');
      await finds(t, [`pkh(${publicKey})`], [legacy], 'the key of a P2PKH output', STANDARD.pkh);
    },
  }),
  rule({
    rule: 'scantxoutset/combo',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { addresses, publicKey } = await t.world.fresh('foreignKey');
      await finds(t, [`combo(${publicKey})`], await payAll(t, Object.values(addresses)), 'the key of outputs of several types', STANDARD.combo);
    },
  }),
  rule({
    rule: 'scantxoutset/sh-multi',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')].map(({ publicKey }) => publicKey);
      const { address } = multisigOf(keys, await t.world.use('chainParameters'));
      await finds(t, [`sh(multi(${keys.length},${keys.join(',')}))`], await payAll(t, [address]), 'the keys of a P2SH multisig output', STANDARD.multi);
    },
  }),
  rule({
    rule: 'scantxoutset/key-extended',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await finds(t, [`pkh(${key.publicExtendedKey})`], await payAll(t, [await addressOf(t, key)]), 'an extended key', STANDARD.keys);
    },
  }),
  rule({
    rule: 'scantxoutset/key-path',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      const path = [t.random.integer(0, 1_000), t.random.integer(0, 1_000)];
      const child = path.reduce((parent, index) => parent.deriveChild(index), key);
      await finds(t, [`pkh(${key.publicExtendedKey}/${path.join('/')})`], await payAll(t, [await addressOf(t, child)]), 'an extended key with a path', STANDARD.keys);
    },
  }),
  rule({
    rule: 'scantxoutset/key-unhardened-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(t, key, false, [`pkh(${key.publicExtendedKey}/*)`]);
    },
  }),
  rule({
    rule: 'scantxoutset/key-hardened-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(t, key, true, ["/*'", '/*h'].map((mark) => `pkh(${key.privateExtendedKey}${mark})`));
    },
  }),
  rule({
    rule: 'scantxoutset/object-range',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const key = await extendedKey(t);
      await ranged(t, key.deriveChild(1), false, [`pkh(${key.publicExtendedKey}/1/*)`]);
      const { unspents } = await scan(t, [{ desc: `pkh(${key.publicExtendedKey}/2/*)`, range: 9 }]);
      t.equal(unspents, [], 'the list of outputs found by a path that nobody paid', { path: 'unspents' });
    },
  }),
];
