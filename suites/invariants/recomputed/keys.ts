import { HDKey } from '@scure/bip32';
import { uncompressedKey } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { addressOfKey, publicKeyOfWif } from '../../../oracles/addresses.ts';
import { fromHex, hash160, toHex } from '../../../oracles/bytes.ts';
import { recoverKeyHash, signatureBytes } from '../../../oracles/message-signature.ts';
import { infoOf, keyOf } from './addresses.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';

/** A method whose wire name contains the brand; the rest of that name. */
const BRANDED = { method: 'cointxfund', rest: 'txfund' } as const;

/** Of the first bytes of signed messages: 4 more than of an uncompressed public key. */
const FIRST_OF_COMPRESSED = 31;

/**
 * Candidates for the word before `Signed Message:`, which the documents do not define: the brand of the node (from the
 * configured names and its subversion), the neutral brand, and that of the oldest chain.
 */
async function brands(t: Trial): Promise<string[]> {
  const { subversion } = await t.result('getnetworkinfo');
  const own = t.world.service.request(BRANDED.method).method.replace(BRANDED.rest, '');
  const words = subversion.match(/[A-Z][a-z]+/g) ?? [];
  return [...new Set([own, own.charAt(0).toUpperCase() + own.slice(1), ...words, 'Coin', 'Bitcoin'])];
}

export const recomputedKeyInvariants: readonly Case[] = [
  invariant({
    id: 'recomputed-keys/signed-message',
    text: 'The key recovered from a message signature is that of the signing address.',
    effect: ['read'],
    evidence: 'standard',
    source: 'SEC 1, section 4.1.6: recovery of the public key',
    methods: ['signmessage', 'getnetworkinfo', 'getaddressinfo'],
    run: async (t) => {
      const { address } = await t.world.use('legacyAddress');
      const info = await infoOf(t, address);
      const expected = toHex(hash160(decoded(t, 'pubkey', () => fromHex(keyOf(t, info, 'legacy')))));
      const sign = async (message: string): Promise<Uint8Array> => {
        const text = await t.result('signmessage', { address, message });
        return decoded(t, 'the signature', () => signatureBytes(text));
      };
      const messages = [t.random.word(12), `${t.random.word(300)} Ω`];
      const signatures = [await sign(messages[0] as string), await sign(messages[1] as string)];
      const fits = (brand: string, at: number): boolean => {
        const keyHash = recoverKeyHash(signatures[at] as Uint8Array, messages[at] as string, brand);
        return keyHash !== undefined && toHex(keyHash) === expected;
      };
      const candidates = await brands(t);
      // A candidate that fits one message is the brand; then it must fit both.
      const brand = candidates.find((candidate) => fits(candidate, 0) || fits(candidate, 1));
      if (brand === undefined) {
        t.observe(
          'message-brand',
          'none known fits',
          'the prefix that the node adds to a message before signing is unknown, so its signatures cannot be checked',
        );
        return;
      }
      for (const at of [0, 1]) t.ok(fits(brand, at), `the key recovered from the signature of message ${at + 1} is not that of ${address}`);
    },
  }),
  invariant({
    id: 'recomputed-keys/verified-message',
    text: 'The node verifies its signature of a message, and does not verify it for another message.',
    effect: ['read'],
    evidence: 'standard',
    source: 'SEC 1, section 4.1.4',
    methods: ['signmessage'],
    run: async (t) => {
      const { address } = await t.world.use('legacyAddress');
      const [message, other] = [`pyx ${t.random.word(12)}`, `pyx ${t.random.word(12)}`];
      const signature = await t.result('signmessage', { address, message });
      // Beyond the documents: without it only the prefix of messages, which they do not show, could be guessed.
      const verified = async (text: string): Promise<unknown> => {
        const reply = await t.world.service.call('verifymessage', { address, signature, message: text });
        return reply.type === 'result' ? reply.result : t.inapplicable('the node does not answer verifymessage');
      };
      t.equal(await verified(message), true, 'the answer of verifymessage for the signed message');
      t.equal(await verified(other), false, 'the answer of verifymessage for another message');
    },
  }),
  invariant({
    id: 'recomputed-keys/message-of-imported',
    text: 'A message is signed by an imported key for its uncompressed public key, and by no key that the wallet only watches.',
    effect: ['wallet', 'secret'],
    evidence: 'standard',
    source: 'compact signatures of messages: the first byte tells whether the public key is compressed',
    methods: ['signmessage', 'importprivkey', 'importpubkey'],
    run: async (t) => {
      const key = uncompressedKey((await t.world.fresh('foreignKey')).privateKey, await t.world.use('chainParameters'));
      t.world.secrets.add(key.wif);
      await t.result('importprivkey', { privkey: key.wif, label: '', rescan: false });
      const message = `pyx ${t.random.word(12)}`;
      const signature = await t.result('signmessage', { address: key.address, message });
      const [first = 0] = decoded(t, 'the signature', () => signatureBytes(signature));
      t.ok(first < FIRST_OF_COMPRESSED, `the first byte of the signature is ${first}, as for a compressed public key`);
      const watched = await t.world.fresh('foreignKey');
      await t.result('importpubkey', { pubkey: watched.publicKey, label: '', rescan: false });
      await t.refused('signmessage', { address: watched.addresses.legacy, message }, 'the wallet only watches the key');
    },
  }),
  invariant({
    id: 'recomputed-keys/private-key',
    text: 'The public key and address derived from dumpprivkey are those of the address, for each of the three types.',
    effect: ['read', 'secret'],
    evidence: 'standard',
    source: 'SEC 1, section 3.2',
    methods: ['dumpprivkey', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const name of ['legacyAddress', 'p2shSegwitAddress', 'bech32Address'] as const) {
        const { address, type } = await t.world.use(name);
        const wif = await t.result('dumpprivkey', { address });
        t.world.secrets.add(wif);
        const publicKey = decoded(t, 'the key', () => publicKeyOfWif(wif, chain));
        t.equal(keyOf(t, await infoOf(t, address), type), toHex(publicKey), 'pubkey in getaddressinfo (compared with the private key)');
        t.equal(addressOfKey(publicKey, type, chain), address, `the ${type} address of the private key`);
      }
    },
  }),
  invariant({
    id: 'recomputed-keys/imported-private',
    text: 'After importprivkey the addresses of the key belong to the wallet, and dumpprivkey returns the imported key.',
    effect: ['wallet', 'secret'],
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    methods: ['importprivkey', 'getaddressinfo', 'dumpprivkey'],
    run: async (t) => {
      const key = await t.world.fresh('foreignKey');
      t.equal((await infoOf(t, key.addresses.legacy)).ismine, false, 'ismine before the import', { path: 'ismine' });
      await t.result('importprivkey', { privkey: key.wif, label: '', rescan: false });
      for (const [type, address] of Object.entries(key.addresses)) {
        const info = await infoOf(t, address);
        t.equal(info.ismine, true, `ismine of the ${type} address`, { path: 'ismine' });
        t.equal(info.pubkey ?? info.embedded?.pubkey, key.publicKey, `pubkey of the ${type} address`, { path: 'pubkey' });
      }
      const dumped = await t.result('dumpprivkey', { address: key.addresses.legacy });
      t.ok(dumped === key.wif, 'dumpprivkey did not return the imported key'); // shows neither key
    },
  }),
  invariant({
    id: 'recomputed-keys/imported-public',
    text: 'After importpubkey the addresses of the key are watch-only.',
    effect: ['wallet'],
    evidence: 'document',
    source: 'document 1, Wallet and address methods',
    methods: ['importpubkey', 'getaddressinfo'],
    run: async (t) => {
      const key = await t.world.fresh('foreignKey');
      await t.result('importpubkey', { pubkey: key.publicKey, label: '', rescan: false });
      const info = await infoOf(t, key.addresses.legacy);
      t.equal([info.ismine, info.iswatchonly], [false, true], 'ismine and iswatchonly', { path: 'iswatchonly' });
      t.equal(info.pubkey, key.publicKey, 'pubkey', { path: 'pubkey' });
    },
  }),
  invariant({
    id: 'recomputed-keys/derived',
    text: 'After sethdseed new addresses are derived from the seed by hdkeypath (BIP 32), and hdseedid is the Hash160 of the seed.',
    effect: ['wallet', 'secret'],
    evidence: 'standard',
    source: 'BIP 32',
    methods: ['sethdseed', 'getnewaddress', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      await t.world.use('funds'); // a node may refuse a seed while it synchronises
      const { name: wallet } = await t.world.fresh('secondWallet');
      const seed = await t.world.fresh('foreignKey');
      try {
        await t.result('sethdseed', { newkeypool: true, seed: seed.wif }, { wallet });
        const master = HDKey.fromMasterSeed(seed.privateKey);
        // The documents leave the byte order of hdseedid open.
        const seedHash = hash160(fromHex(seed.publicKey));
        const seedIds = [toHex(seedHash), toHex(Uint8Array.from(seedHash).reverse())];
        for (const type of ['legacy', 'p2sh-segwit', 'bech32'] as const) {
          const address = await t.result('getnewaddress', { label: '', address_type: type }, { wallet });
          const info = await t.result('getaddressinfo', { address }, { wallet });
          t.ok(seedIds.includes(info.hdseedid ?? ''), `hdseedid is ${info.hdseedid ?? 'missing'}, expected ${seedIds.join(' or ')}`, {
            path: 'hdseedid',
          });
          const path = present(t, info.hdkeypath, 'hdkeypath is missing for an address derived from the seed', 'hdkeypath');
          if (
            !t.ok(/^m(\/\d{1,9}'?)+$/.test(path), `hdkeypath is ${JSON.stringify(path)}, expected a path such as m/0'/0'/1'`, {
              path: 'hdkeypath',
            })
          )
            return;
          const { publicKey } = master.derive(path);
          t.equal(keyOf(t, info, type), publicKey && toHex(publicKey), `the key at ${path}`, { path: 'pubkey' });
          t.equal(publicKey && addressOfKey(publicKey, type, chain), address, `the ${type} address of the key at ${path}`);
        }
      } finally {
        await t.world.result('unloadwallet', { wallet_name: wallet });
      }
    },
  }),
];
