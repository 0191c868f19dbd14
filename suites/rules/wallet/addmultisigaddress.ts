import { hex } from '@scure/base';
import { newLabel, ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { addressOfScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { scriptParts } from '../../../oracles/script.ts';
import type { MultisigResult } from '../../../specs/model/generated/wire.d.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';
import { Backups } from '../support/backups.ts';
import { addressIn, withWallet } from '../support/own-wallet.ts';

interface Key {
  readonly address: string;
  readonly pubkey: string;
}

async function ownKey(t: Trial): Promise<Key> {
  const { address } = await ownAddress(t.world, 'legacy');
  const { pubkey } = await t.world.result('getaddressinfo', { address });
  return { address, pubkey: present(t, pubkey, 'pubkey is missing for an address of the wallet', 'pubkey') };
}

/** Checks a multisig address of 2 keys against its keys, in any order: the documents define none. */
async function isMadeOf(t: Trial, made: MultisigResult, keys: readonly Key[]): Promise<void> {
  const script = fromHex(made.redeemScript);
  const parts = scriptParts(script);
  const pushed = parts.flatMap(({ push }) => (push ? [hex.encode(push)] : []));
  t.equal(pushed.sort(), keys.map(({ pubkey }) => pubkey).sort(), 'the keys in the redeem script', { path: 'redeemScript' });
  const opcodes = parts.filter(({ push }) => !push).map(({ opcode }) => opcode);
  t.equal(opcodes, [0x52, 0x52, 0xae], 'the opcodes of the redeem script for 2 of 2 keys', {
    path: 'redeemScript',
    evidence: 'standard',
    source: 'BIP 11',
  });
  const expected = addressOfScript(payToScriptHash(script), await t.world.use('chainParameters'));
  t.equal(made.address, expected, 'the P2SH address of the redeem script', { path: 'address', evidence: 'standard', source: 'BIP 16' });
}

const asAddresses = rule({
  rule: 'addmultisigaddress/keys-as-addresses',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    const keys = [await ownKey(t), await ownKey(t)];
    const args = { nrequired: 2, keys: keys.map(({ address }) => address), label: newLabel(t.world), address_type: 'legacy' } as const;
    await isMadeOf(t, await t.result('addmultisigaddress', args), keys);
  },
});

const asPublicKeys = rule({
  rule: 'addmultisigaddress/keys-as-public-keys',
  effect: ['wallet'],
  uses: ['getaddressinfo', 'dumpprivkey'],
  run: async (t) => {
    const keys = [await ownKey(t), await ownKey(t)];
    const args = { nrequired: 2, keys: keys.map(({ pubkey }) => pubkey), label: newLabel(t.world), address_type: 'legacy' } as const;
    const made = await t.result('addmultisigaddress', args);
    await isMadeOf(t, made, keys);
    const { ismine } = await t.result('getaddressinfo', { address: made.address });
    t.equal(ismine, true, 'ismine of the added address', { path: 'ismine' });
    // It has no single key: what the answer is, the documents leave open.
    await t.call('dumpprivkey', { address: made.address });
  },
});

const notWatchOnly = rule({
  rule: 'addmultisigaddress/not-watch-only',
  effect: ['wallet'],
  uses: ['importaddress', 'importpubkey', 'getaddressinfo'],
  run: async (t) => {
    const own = await ownKey(t);
    const [withoutKey, withKey] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
    await t.world.result('importaddress', { address: withoutKey.addresses.legacy, label: newLabel(t.world), rescan: false });
    await t.world.result('importpubkey', { pubkey: withKey.publicKey, label: newLabel(t.world), rescan: false });
    const isTaken = async (key: string): Promise<boolean> => {
      const keys = [own.address, key];
      return (await t.call('addmultisigaddress', { nrequired: 2, keys, label: newLabel(t.world), address_type: 'legacy' })).ok;
    };
    t.ok(!(await isTaken(withoutKey.addresses.legacy)), 'addmultisigaddress accepted a watch-only address without a known public key', {
      check: 'refusal',
      path: 'keys',
    });
    const chain = await t.world.use('chainParameters');
    for (const [what, key] of [
      ['a text that is neither an address nor a key', `no${t.random.word(12)}`],
      ['a P2SH address of which the wallet knows nothing', withoutKey.addresses['p2sh-segwit']],
      ['a P2WSH address', addressOfScript(payToWitnessScriptHash(t.random.bytes(32)), chain) ?? ''],
    ] as const)
      t.ok(!(await isTaken(key)), `addmultisigaddress accepted ${what} as a key`, { check: 'refusal', path: 'keys' });
    const byKey = (await isTaken(withKey.addresses.legacy)) ? 'taken' : 'refused';
    t.observe('watched-key', byKey, `a watch-only address with a known public key was ${byKey}`, 'keys');
  },
});

const backup = rule({
  rule: 'addmultisigaddress/backup',
  effect: ['wallet'],
  uses: ['backupwallet', 'createwallet', 'loadwallet', 'unloadwallet', 'getaddressinfo'],
  run: (t) =>
    withWallet(t, async (wallet) => {
      const keys: string[] = [];
      for (let i = 0; i < 2; i++) keys.push(await addressIn(t.world, wallet, 'legacy'));
      const backups = new Backups(t);
      const before = await backups.make(wallet);
      const { address } = await t.result(
        'addmultisigaddress',
        { nrequired: 2, keys, label: 'pyx multisig', address_type: 'legacy' },
        { wallet },
      );
      const after = await backups.make(wallet);
      await t.world.result('unloadwallet', { wallet_name: wallet });
      const knows = (place: string): Promise<boolean> =>
        backups.read(place, async (name) => (await t.result('getaddressinfo', { address }, { wallet: name })).ismine);
      t.equal(await knows(before), false, 'ismine of the new address in a backup made before it', { path: 'ismine' });
      t.equal(await knows(after), true, 'ismine of the new address in a backup made after it', { path: 'ismine' });
    }),
});

export const addmultisigaddressRules: readonly Case[] = [asAddresses, asPublicKeys, notWatchOnly, backup];
