import type { AddressInfo } from '../../../specs/model/generated/wire.d.ts';
import type { AddressTypeName } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import {
  addressOfKey,
  addressOfScript,
  multisigScript,
  payToScriptHash,
  payToWitnessScriptHash,
  scriptOfAddress,
} from '../../../oracles/addresses.ts';
import { base58OrSegwitPayload } from '../../../oracles/address-payload.ts';
import { fromHex, hash160, toHex } from '../../../oracles/bytes.ts';
import { scriptType } from '../../../oracles/script.ts';
import { present } from '../../support/present.ts';
import { decoded } from '../../support/decoded.ts';
import { unseenTransaction } from './transactions.ts';
import { statements } from '../../support/statements.ts';

export const ADDRESS_TYPES: readonly AddressTypeName[] = ['legacy', 'p2sh-segwit', 'bech32'];

export const infoOf = (t: Trial, address: string): Promise<AddressInfo> => t.result('getaddressinfo', { address });

/** The public key of a single-key address of the wallet. */
export function keyOf(t: Trial, info: AddressInfo, type: AddressTypeName): string {
  return present(t, info.pubkey ?? info.embedded?.pubkey, `pubkey is missing for a ${type} address of the wallet`, 'pubkey');
}

/** An address of the wallet of each type, with its getaddressinfo. */
async function ownAddresses(t: Trial): Promise<{ type: AddressTypeName; address: string; info: AddressInfo }[]> {
  const own: { type: AddressTypeName; address: string; info: AddressInfo }[] = [];
  for (const name of ['legacyAddress', 'p2shSegwitAddress', 'bech32Address'] as const) {
    const { type, address } = await t.world.use(name);
    own.push({ type, address, info: await infoOf(t, address) });
  }
  return own;
}

const SCRIPT_TYPES: Readonly<Record<AddressTypeName, string>> = {
  legacy: 'pubkeyhash',
  'p2sh-segwit': 'scripthash',
  bech32: 'witness_v0_keyhash',
};

const reading = { effect: ['read'], evidence: 'standard' } as const;
const changing = { effect: ['wallet'], evidence: 'standard' } as const;
const FORMATS = 'BIP 13, BIP 173 and the version bytes of the chain’s own addresses';

const multisigOf = (type: AddressTypeName): Case =>
  invariant({
    ...changing,
    id: `recomputed-addresses/multisig-${type}`,
    text: 'The multisig address and redeem script are those of the keys in the given order.',
    source: type === 'legacy' ? 'BIP 11, BIP 16' : 'BIP 11, BIP 16, BIP 141',
    methods: ['addmultisigaddress', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const info = await infoOf(t, (await t.world.use('legacyAddress')).address);
      const keys = [(await t.world.fresh('foreignKey')).publicKey, keyOf(t, info, 'legacy'), (await t.world.fresh('foreignKey')).publicKey];
      const required = t.random.integer(1, 3);
      const expected = multisigScript(required, keys.map(fromHex));
      const made = await t.result('addmultisigaddress', {
        nrequired: required,
        keys,
        label: '',
        address_type: type,
      });
      t.equal(made.redeemScript, toHex(expected), 'redeemScript', { path: 'redeemScript' });
      const witness = payToWitnessScriptHash(expected);
      const script = type === 'legacy' ? payToScriptHash(expected) : type === 'bech32' ? witness : payToScriptHash(witness);
      t.equal(made.address, addressOfScript(script, chain), 'address', { path: 'address' });
    },
  });

export const recomputedAddressInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'recomputed-addresses/of-outputs',
    text: 'The address of an output in decoderawtransaction is that of its script: P2PKH, P2SH, P2WPKH, P2WSH.',
    source: FORMATS,
    methods: ['decoderawtransaction'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const raw = unseenTransaction(t);
      const shown = await t.result('decoderawtransaction', { hexstring: toHex(raw.bytes) });
      for (const [index, { script }] of raw.outputs.entries()) {
        const address = addressOfScript(script, chain);
        const path = `vout[${index}].scriptPubKey.addresses`;
        t.equal(shown.vout[index]?.scriptPubKey.addresses ?? [], address === undefined ? [] : [address], 'the addresses', { path });
      }
    },
  }),
  invariant({
    ...reading,
    ...statements.scriptTypes,
    methods: ['decoderawtransaction', 'decodescript'],
    run: async (t) => {
      const raw = unseenTransaction(t);
      const shown = await t.result('decoderawtransaction', { hexstring: toHex(raw.bytes) });
      for (const [index, { script }] of raw.outputs.entries()) {
        t.equal(shown.vout[index]?.scriptPubKey.type, scriptType(script), 'the type', { path: `vout[${index}].scriptPubKey.type` });
      }
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')].map(({ publicKey }) => fromHex(publicKey));
      const { type } = await t.result('decodescript', { hexstring: toHex(multisigScript(1, keys)) });
      t.equal(type, 'multisig', 'the type of a 1 of 2 script', { path: 'type' });
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/script-hash',
    text: 'p2sh in decodescript is the address with the HASH160 of the script.',
    source: 'BIP 16, BIP 13',
    methods: ['decodescript'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')].map(({ publicKey }) => fromHex(publicKey));
      for (const script of [multisigScript(2, keys), fromHex(`76a914${t.random.hex(20)}88ac`)]) {
        const { p2sh } = await t.result('decodescript', { hexstring: toHex(script) });
        t.equal(p2sh, addressOfScript(payToScriptHash(script), chain), `p2sh of ${scriptType(script)}`, { path: 'p2sh' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/decoded-script',
    text: 'decodescript returns the address and the type of a script of a common type.',
    source: FORMATS,
    methods: ['decodescript'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const { script } of unseenTransaction(t).outputs.slice(0, 4)) {
        const shown = await t.result('decodescript', { hexstring: toHex(script) });
        t.equal(shown.type, scriptType(script), 'the type', { path: 'type' });
        t.equal(shown.addresses, [addressOfScript(script, chain)], 'the addresses', { path: 'addresses' });
        t.equal(shown.reqSigs, 1, 'the number of required signatures', { path: 'reqSigs' });
        if (shown.hex !== undefined) t.equal(shown.hex, toHex(script), 'the hex', { path: 'hex' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/info-script',
    text: 'scriptPubKey in getaddressinfo is the script of the address, for addresses of the wallet and others.',
    source: FORMATS,
    methods: ['getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const shown = await ownAddresses(t);
      for (const [type, address] of Object.entries((await t.world.fresh('foreignKey')).addresses)) {
        shown.push({ type: type as AddressTypeName, address, info: await infoOf(t, address) });
      }
      for (const { address, info } of shown) {
        const script = decoded(t, `the address ${address}`, () => scriptOfAddress(address, chain));
        t.equal(info.address, address, 'address', { path: 'address' });
        t.equal(info.scriptPubKey, toHex(script), `scriptPubKey of ${address}`, { path: 'scriptPubKey' });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/witness-program',
    text: 'witness_version and witness_program are those that a segwit address encodes, and other addresses have none.',
    source: 'BIP 141, BIP 173',
    methods: ['getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const program = t.random.hex(32);
      const address = present(t, addressOfScript(fromHex(`0020${program}`), chain), 'a witness script hash has no address on this chain');
      const wsh = await infoOf(t, address);
      t.equal(
        [wsh.iswitness, wsh.witness_version, wsh.witness_program],
        [true, 0, program],
        'iswitness, witness_version and witness_program',
        { path: 'witness_program' },
      );
      for (const own of await ownAddresses(t)) {
        const script = decoded(t, `the address ${own.address}`, () => scriptOfAddress(own.address, chain));
        const expected = own.type === 'bech32' ? [true, 0, toHex(script.slice(2))] : [false, undefined, undefined];
        const { iswitness, witness_version: version, witness_program: shown } = own.info;
        t.ok(
          [iswitness, version, shown].every((value, index) => value === expected[index]),
          `iswitness, witness_version and witness_program of the ${own.type} address are ${String([iswitness, version, shown])}, expected ${String(expected)}`,
          { path: 'witness_program' },
        );
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/own-key',
    text: 'pubkey of a wallet address hashes to that address, for each of the three types.',
    source: FORMATS,
    methods: ['getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const { type, address, info } of await ownAddresses(t)) {
        const key = keyOf(t, info, type);
        t.equal(
          decoded(t, 'pubkey', () => addressOfKey(fromHex(key), type, chain)),
          address,
          `the ${type} address of the key ${key}`,
          { path: 'pubkey' },
        );
      }
    },
  }),
  invariant({
    ...reading,
    id: 'recomputed-addresses/embedded',
    text: 'A P2SH-segwit address has a redeem script that hashes to it, and embeds the segwit address of its key.',
    source: 'BIP 16, BIP 141',
    methods: ['getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const { address } = await t.world.use('p2shSegwitAddress');
      const info = await infoOf(t, address);
      const redeemScript = decoded(t, 'hex', () => fromHex(info.hex));
      t.equal(addressOfScript(payToScriptHash(redeemScript), chain), address, 'the P2SH address of the redeem script', { path: 'hex' });
      t.equal(
        info.script,
        decoded(t, 'hex', () => scriptType(redeemScript)),
        'script',
        { path: 'script' },
      );
      const key = decoded(t, 'pubkey', () => fromHex(keyOf(t, info, 'p2sh-segwit')));
      t.equal(
        info.embedded?.address,
        decoded(t, 'pubkey', () => addressOfKey(key, 'bech32', chain)),
        'the embedded address',
        { path: 'embedded.address' },
      );
      t.equal(info.embedded?.witness_program, toHex(hash160(key)), 'the embedded program', { path: 'embedded.witness_program' });
      t.equal(info.embedded?.scriptPubKey, toHex(redeemScript), 'the embedded script', { path: 'embedded.scriptPubKey' });
      if (info.embedded?.pubkey !== undefined) t.equal(info.embedded.pubkey, toHex(key), 'the embedded key', { path: 'embedded.pubkey' });
    },
  }),
  invariant({
    ...changing,
    id: 'recomputed-addresses/new-types',
    text: 'A new address, for receiving or for change, is of the requested type.',
    source: 'document 1, Shared argument shapes: address types',
    evidence: 'document',
    methods: ['getnewaddress', 'getrawchangeaddress'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const type of ADDRESS_TYPES) {
        const made = [
          await t.result('getnewaddress', { label: '', address_type: type }),
          await t.result('getrawchangeaddress', { address_type: type }),
        ];
        for (const address of made) {
          const script = decoded(t, `the address ${address}`, () => scriptOfAddress(address, chain));
          t.equal(scriptType(script), SCRIPT_TYPES[type], `the script type of the new ${type} address ${address}`);
        }
      }
    },
  }),
  ...ADDRESS_TYPES.map(multisigOf),
  invariant({
    ...reading,
    id: 'recomputed-addresses/converted',
    text: 'Both forms of an address contain the same hash, and converting the new form returns the same pair.',
    source: 'document 1, Versioning',
    evidence: 'document',
    methods: ['convertaddress'],
    run: async (t) => {
      const { address } = await t.world.use('bech32Address');
      const both = await t.result('convertaddress', { address });
      t.ok([both.v3address, both.v4address].includes(address), `neither v3address nor v4address is the converted address ${address}`);
      // The old form may also belong to an address that was old originally and has another new form.
      t.equal(await t.result('convertaddress', { address: both.v4address }), both, `the conversion of ${both.v4address}`);
      for (const form of [both.v3address, both.v4address]) {
        const payload = decoded(t, form, () => base58OrSegwitPayload(form));
        t.equal(
          payload,
          decoded(t, address, () => base58OrSegwitPayload(address)),
          `the hash in ${form}`,
        );
      }
    },
  }),
];
