import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';

const TYPES = 'document 1, Address info: the names of script types';

const push = (hex: string): string => `<${hex}>`;

/** Scripts of each type, each with those that miss its form by one part, which are of no type. */
function scriptsOf(t: Trial): Readonly<Record<string, readonly string[]>> {
  const hash = (bytes: number): string => push(t.random.hex(bytes));
  const key = (prefix: string, bytes = 32): string => push(`${prefix}${t.random.hex(bytes)}`);
  const [first, second, third] = [key('02'), key('03'), key('04', 64)];
  // Some releases have types of their own for the versions 1, 8 and 9.
  const version = t.random.integer(10, 16);
  return {
    pubkey: [`${first} CHECKSIG`, `${second} CHECKSIG`, `${third} CHECKSIG`],
    pubkeyhash: [`DUP HASH160 ${hash(20)} EQUALVERIFY CHECKSIG`],
    scripthash: [`HASH160 ${hash(20)} EQUAL`],
    multisig: [
      `1 ${first} 1 CHECKMULTISIG`,
      `2 ${first} ${second} ${third} 3 CHECKMULTISIG`,
      `3 ${third} ${second} ${first} 3 CHECKMULTISIG`,
      `1 ${Array.from({ length: 16 }, () => key('02')).join(' ')} 16 CHECKMULTISIG`,
    ],
    nulldata: ['RETURN', `RETURN ${hash(40)}`, `RETURN ${hash(10)} ${hash(90)} 16 0`],
    witness_v0_keyhash: [`0 ${hash(20)}`],
    witness_v0_scripthash: [`0 ${hash(32)}`],
    witness_unknown: [2, 32, 33, 40].map((bytes) => `${version} ${hash(bytes)}`),
    nonstandard: [
      `${first} CHECKSIGVERIFY`,
      `${first} NOP CHECKSIG`,
      ...[key('05'), key('01'), key('02', 31), key('02', 64), key('04', 32)].map((other) => `${other} CHECKSIG`),
      ...[19, 21].map((bytes) => `DUP HASH160 ${hash(bytes)} EQUALVERIFY CHECKSIG`),
      `NOP HASH160 ${hash(20)} EQUALVERIFY CHECKSIG`,
      `DUP SHA256 ${hash(20)} EQUALVERIFY CHECKSIG`,
      `DUP HASH160 0x4c14${t.random.hex(20)} EQUALVERIFY CHECKSIG`,
      `DUP HASH160 ${hash(20)} EQUAL CHECKSIG`,
      `DUP HASH160 ${hash(20)} EQUALVERIFY CHECKSIGVERIFY`,
      ...[19, 21].map((bytes) => `HASH160 ${hash(bytes)} EQUAL`),
      `HASH160 0x4c13${t.random.hex(19)} EQUAL`,
      `HASH256 ${hash(20)} EQUAL`,
      `HASH160 ${hash(20)} EQUALVERIFY`,
      `HASH160 0x13${t.random.hex(19)} NOP EQUAL`,
      `0 ${first} 1 CHECKMULTISIG`,
      `1 ${first} 2 CHECKMULTISIG`,
      `1 ${first} ${second} 1 CHECKMULTISIG`,
      `3 ${first} ${second} 2 CHECKMULTISIG`,
      `1 ${first} ${push('0102')} 2 CHECKMULTISIG`,
      `1 ${first} 1 NOP CHECKMULTISIG`,
      `1 ${first} 1 CHECKMULTISIGVERIFY`,
      `${push('01')} ${first} 1 CHECKMULTISIG`,
      '1 0 CHECKMULTISIG',
      'RETURN DUP',
      `RETURN ${hash(10)} NOP`,
      'RETURN 0x05aabb',
      ...[1, 2, 19, 21, 31, 33, 40, 41].map((bytes) => `0 ${hash(bytes)}`),
      `${version} ${hash(41)}`,
      `${version} 0x01${t.random.hex(1)}`,
      `${version} ${hash(20)} NOP`,
      `${version} 0x4c14${t.random.hex(20)}`,
      `-1 ${hash(20)}`,
      `RESERVED ${hash(20)}`,
      `NOP ${hash(20)}`,
      hash(20),
      '1',
    ],
  };
}

export const programTypeInvariants: readonly Case[] = [
  invariant({
    id: 'programs/types',
    text: 'A script has the type whose form it has exactly, and no type if it misses it by one part.',
    effect: ['read'],
    evidence: 'standard',
    source: `${TYPES}; BIP 11, BIP 16, BIP 141`,
    methods: ['decodescript'],
    run: async (t) => {
      for (const [type, scripts] of Object.entries(scriptsOf(t))) {
        for (const script of scripts) {
          const shown = await t.result('decodescript', { hexstring: toHex(assemble(script)) });
          t.equal(shown.type, type, `type of the script ${script}`, { path: 'type' });
        }
      }
    },
  }),
];
