import { secp256k1 } from '@noble/curves/secp256k1.js';
import { leaveInitialDownload } from '../../../fixtures/world/ingredients/chain.ts';
import { publicKeyHashScript, segwitAddress, uncompressedKey } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { addressOfScript } from '../../../oracles/addresses.ts';
import { fromHex, hash160, toHex } from '../../../oracles/bytes.ts';
import { foreignAddress } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { withUnpaidWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { FUNDERS, withLargeCoin } from '../raw/funders.ts';

/** More seeds than a node that chooses among a few has. */
const SEEDS = 9;

const documented = { effect: ['wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

/** Makes two wallets with the same seed; with a new key pool, both have the same keys in the same order. */
const withTwins = (t: Trial, newkeypool: boolean, work: (wallet: CaseWallet, twin: CaseWallet) => Promise<void>): Promise<void> =>
  withUnpaidWallet(t, (first) =>
    withUnpaidWallet(t, async (second) => {
      await leaveInitialDownload(t.world);
      const seed = (await t.world.fresh('foreignKey')).wif;
      for (const wallet of [first, second]) await wallet.result('sethdseed', { newkeypool, seed });
      await work(first, second);
    }),
  );

export const walletKeyInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-keys/random-seed',
    text: 'sethdseed without arguments drops the unused keys and makes new ones from a random seed.',
    methods: ['sethdseed', 'getnewaddress'],
    run: (t) =>
      withTwins(t, true, async (wallet, twin) => {
        // Each wallet shows the next key of the other.
        const next = await twin.newAddress();
        await wallet.result('sethdseed');
        const first = await wallet.newAddress();
        t.ok(first !== next, 'the next address after sethdseed without arguments is that of the seed before');
        await twin.result('sethdseed');
        t.ok((await twin.newAddress()) !== first, 'two wallets have the same address after sethdseed without arguments');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/pool-kept',
    text: 'sethdseed with newkeypool false keeps the unused keys.',
    methods: ['sethdseed', 'getnewaddress'],
    run: (t) =>
      withTwins(t, false, async (wallet, twin) => {
        t.ok(
          (await wallet.newAddress()) !== (await twin.newAddress()),
          'two wallets have the same next address after sethdseed with newkeypool false and the same seed',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/refill',
    text: 'keypoolrefill fills the key pool to newsize.',
    methods: ['keypoolrefill', 'getwalletinfo'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const { keypoolsize } = await wallet.result('getwalletinfo');
        // Above the present size: the documents do not say that keys are dropped.
        const newsize = keypoolsize + t.random.integer(5, 15);
        await wallet.result('keypoolrefill', { newsize });
        const after = await wallet.result('getwalletinfo');
        t.equal(after.keypoolsize, newsize, 'keypoolsize after keypoolrefill', { path: 'keypoolsize' });
        const internal = after.keypoolsize_hd_internal;
        if (internal !== undefined)
          t.equal(internal, newsize, 'keypoolsize_hd_internal after keypoolrefill', { path: 'keypoolsize_hd_internal' });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/multisig-type',
    text: 'addmultisigaddress without address_type makes an address of the type of -addresstype.',
    profile: 'options',
    methods: ['addmultisigaddress'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const { publicKey } = await t.world.fresh('foreignKey');
        const args = { nrequired: 1, keys: [publicKey] };
        const legacy = await wallet.result('addmultisigaddress', { ...args, label: '', address_type: 'legacy' });
        const { address } = await wallet.result('addmultisigaddress', args);
        t.equal(address, legacy.address, 'the address without address_type on a node with -addresstype=legacy', { path: 'address' });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/seeds-differ',
    text: 'sethdseed without a seed sets another seed each time.',
    methods: ['sethdseed', 'getwalletinfo'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        await leaveInitialDownload(t.world);
        const first = (await wallet.result('getwalletinfo')).hdseedid;
        if (first === undefined) t.inapplicable('the wallet shows no HD seed');
        const seen = new Set([first]);
        for (let call = 1; call <= SEEDS; call++) {
          await wallet.result('sethdseed', { newkeypool: false });
          const hdseedid = present(t, (await wallet.result('getwalletinfo')).hdseedid, 'hdseedid is missing after sethdseed', 'hdseedid');
          t.ok(!seen.has(hdseedid), `hdseedid is ${hdseedid} after call ${call} of sethdseed, expected one that was not set before`, {
            path: 'hdseedid',
          });
          seen.add(hdseedid);
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/change-type',
    text: 'getrawchangeaddress without address_type makes an address of the type of -changetype.',
    profile: 'options',
    methods: ['getrawchangeaddress', 'getaddressinfo'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        // A type at random could be the right one once.
        for (let call = 1; call <= 2; call++) {
          const address = await wallet.result('getrawchangeaddress');
          const { scriptPubKey } = await wallet.result('getaddressinfo', { address });
          t.ok(
            scriptPubKey.startsWith('0014'),
            `the script of the address is ${scriptPubKey}, expected type bech32 on a node with -changetype=bech32`,
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/funded-change-type',
    text: 'Without change_type the change of a funded transaction is of the type of -changetype.',
    effect: ['wallet', 'chain'],
    source: 'document 1, Shared argument shapes',
    profile: 'options',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = [{ address: await foreignAddress(t), amountSat: 1_000_000n }];
        for (const { method, fund } of FUNDERS) {
          const { transaction, changepos } = await fund(t, wallet, paid);
          const script = toHex(transaction.outputs[changepos]?.script ?? new Uint8Array());
          t.ok(script.startsWith('0014'), `the script of the change of ${method} is ${script}, expected type bech32`, { path: method });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/compressed',
    text: 'iscompressed in getaddressinfo is true for a key of 33 bytes, and false for one of 65.',
    evidence: 'standard',
    source: 'SEC 1, section 2.3.3',
    methods: ['importpubkey', 'getaddressinfo'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const chain = await t.world.use('chainParameters');
        const { privateKey } = await t.world.fresh('foreignKey');
        for (const compressed of [true, false]) {
          const publicKey = secp256k1.getPublicKey(privateKey, compressed);
          await wallet.result('importpubkey', { pubkey: toHex(publicKey), label: '', rescan: false });
          const address = addressOfScript(fromHex(publicKeyHashScript(toHex(publicKey))), chain) ?? '';
          const info = await wallet.result('getaddressinfo', { address });
          t.equal(info.pubkey, toHex(publicKey), `pubkey of an imported key of ${publicKey.length} bytes`, { path: 'pubkey' });
          t.equal(info.iscompressed, compressed, `iscompressed for a key of ${publicKey.length} bytes`, { path: 'iscompressed' });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-keys/uncompressed',
    text: 'An imported key for an uncompressed public key has the address of its hash only, and dumpprivkey returns it as it was imported.',
    effect: ['wallet', 'secret'],
    methods: ['importprivkey', 'getaddressinfo', 'getaddressesbylabel', 'dumpprivkey', 'importpubkey', 'signmessage'],
    run: (t) =>
      withUnpaidWallet(t, async (wallet) => {
        const chain = await t.world.use('chainParameters');
        const labels = [`pyx ${t.random.word(8)}`, `pyx ${t.random.word(8)}`] as const;
        const [held, watched] = [
          uncompressedKey((await t.world.fresh('foreignKey')).privateKey, chain),
          uncompressedKey((await t.world.fresh('foreignKey')).privateKey, chain),
        ] as const;
        t.world.secrets.add(held.wif);
        await wallet.result('importprivkey', { privkey: held.wif, label: labels[0], rescan: false });
        await wallet.result('importpubkey', { pubkey: watched.publicKey, label: labels[1], rescan: false });
        for (const [at, { address, publicKey }] of [held, watched].entries()) {
          const what = at === 0 ? 'an imported private key' : 'an imported public key';
          t.equal(
            Object.keys(await wallet.result('getaddressesbylabel', { label: labels[at] ?? '' })),
            [address],
            `the list of addresses of ${what} of 65 bytes`,
          );
          const info = await wallet.result('getaddressinfo', { address });
          t.equal([info.ismine, info.iswatchonly], [at === 0, at === 1], `the list of ismine and iswatchonly of ${what} of 65 bytes`, {
            path: 'ismine',
          });
          t.equal([info.pubkey, info.iscompressed], [publicKey, false], `the list of pubkey and iscompressed of ${what} of 65 bytes`, {
            path: 'pubkey',
          });
          // What is paid to a witness program of such a key cannot be spent (BIP 143).
          const unspendable = await wallet.result('getaddressinfo', { address: segwitAddress(hash160(fromHex(publicKey)), chain.hrp) });
          t.equal(
            [unspendable.ismine, unspendable.iswatchonly],
            [false, false],
            `the list of ismine and iswatchonly of the witness program of ${what} of 65 bytes`,
            { path: 'ismine', evidence: 'standard', source: 'BIP 143' },
          );
        }
        t.ok((await wallet.result('dumpprivkey', { address: held.address })) === held.wif, 'dumpprivkey did not return the imported key');
        const answer = await wallet.call('signmessage', { address: held.address, message: 'pyx' });
        t.ok(answer.ok, 'signmessage was refused for an imported key of 65 bytes', { check: 'refused' });
      }),
  }),
];
