import { bech32, bech32m } from '@scure/base';
import { base58check, publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/case.ts';
import { multisigScript } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';

/** Some releases have types of their own for lower versions. */
const LEAST_VERSION = 10;
const MOST_VERSION = 16;
const OP_1 = 0x51;

type Coder = typeof bech32 | typeof bech32m;

const encoded = (coder: Coder, hrp: string, version: number, program: Uint8Array): string =>
  coder.encode(hrp, [version, ...coder.toWords(program)]);

export const addressFormInvariants: readonly Case[] = [
  invariant({
    id: 'recomputed-addresses/forms',
    text: 'An address of each witness version and length has its script, and one that misses the form by one part is none.',
    effect: ['read'],
    evidence: 'standard',
    source: 'BIP 13, BIP 173, BIP 350',
    methods: ['getaddressinfo'],
    run: async (t) => {
      const { hrp, pubKeyHash, scriptHash } = await t.world.use('chainParameters');
      const version = t.random.integer(LEAST_VERSION, MOST_VERSION - 1);
      // Releases before BIP 350 give all versions the checksum of BIP 173.
      const first = await t.call('getaddressinfo', { address: encoded(bech32m, hrp, version, t.random.bytes(32)) });
      const [later, other] = first.ok ? [bech32m, bech32] : [bech32, bech32m];
      for (const [used, bytes] of [
        [version, 2],
        [version, 40],
        [version, t.random.integer(3, 39)],
        [MOST_VERSION, 32],
      ] as const) {
        const program = t.random.bytes(bytes);
        const { scriptPubKey } = await t.result('getaddressinfo', { address: encoded(later, hrp, used, program) });
        const wanted = toHex(joined([OP_1 + used - 1], withLength(program)));
        t.equal(scriptPubKey, wanted, `scriptPubKey of an address of version ${used} with ${bytes} bytes`, { path: 'scriptPubKey' });
      }
      const [short, long] = [t.random.bytes(20), t.random.bytes(32)];
      const words = later.toWords(long);
      const base58 = (prefix: number, payload: Uint8Array): string => base58check.encode(joined([prefix], payload));
      for (const [what, address] of [
        ['version 0 with the checksum of BIP 350', encoded(bech32m, hrp, 0, short)],
        ['a version above 0 with the other checksum', encoded(other, hrp, version, long)],
        ['version 17', encoded(later, hrp, MOST_VERSION + 1, long)],
        ['a program of 1 byte', encoded(later, hrp, version, t.random.bytes(1))],
        ['a program of 41 bytes', encoded(later, hrp, version, t.random.bytes(41))],
        ['no program', later.encode(hrp, [version])],
        ['no version', later.encode(hrp, [])],
        ['a word more than its program needs', later.encode(hrp, [version, ...later.toWords(short), 0])],
        ['a padding that is not 0', later.encode(hrp, [version, ...words.slice(0, -1), (words.at(-1) ?? 0) | 1])],
        ['the prefix of another chain', encoded(later, `${hrp}x`, version, long)],
        ...[19, 21, 31, 33].map((bytes) => [`version 0 with ${bytes} bytes`, encoded(bech32, hrp, 0, t.random.bytes(bytes))] as const),
        ...[pubKeyHash, scriptHash].flatMap((prefix) =>
          [19, 21].map((bytes) => [`the prefix ${prefix} with ${bytes} bytes`, base58(prefix, t.random.bytes(bytes))] as const),
        ),
      ] as const) {
        await t.refused('getaddressinfo', { address }, `the text has ${what}`);
      }
    },
  }),
  invariant({
    id: 'recomputed-addresses/of-keys',
    text: 'decodescript lists the addresses of the keys of a script, and how many of them must sign.',
    effect: ['read'],
    evidence: 'standard',
    source: 'BIP 11, BIP 13',
    methods: ['decodescript'],
    run: async (t) => {
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
      const publicKeys = keys.map(({ publicKey }) => fromHex(publicKey));
      const legacy = keys.map(({ addresses }) => addresses.legacy);
      for (const [script, required, addresses] of [
        [multisigScript(2, publicKeys), 2, legacy],
        [multisigScript(3, publicKeys), 3, legacy],
        [multisigScript(1, publicKeys.slice(1)), 1, legacy.slice(1)],
        [fromHex(publicKeyHashScript(keys[0]?.publicKey ?? '')), 1, legacy.slice(0, 1)],
      ] as const) {
        const shown = await t.result('decodescript', { hexstring: toHex(script) });
        t.equal(shown.addresses, addresses, `addresses of the script ${toHex(script)}`, { path: 'addresses' });
        t.equal(shown.reqSigs, required, `reqSigs of the script ${toHex(script)}`, { path: 'reqSigs' });
      }
    },
  }),
];
