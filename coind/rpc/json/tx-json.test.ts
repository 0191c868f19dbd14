import { bech32 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { regtest } from '../../regtest.ts';
import { scriptText } from './tx-json.ts';
import { smallNode } from '../handlers/testing/small-node.ts';

const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const LONG_KEY = `04${KEY.slice(2)}483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8`;
const ONES = '11'.repeat(20);
const TWOS = '22'.repeat(20);

/**
 * As litecoind 0.21 prints them, which has the same base58 prefixes on regtest: script, asm, type, reqSigs, addresses, p2sh.
 */
const decoded: readonly [string, string, string, number | undefined, string[] | undefined, string | undefined][] = [
  ['', '', 'nonstandard', undefined, undefined, 'Qd474mK5s7fUYMA1DxJWZSQQsbSq6maeug'],
  ['6a', 'OP_RETURN', 'nulldata', undefined, undefined, 'QSbqTy8hte1kG9Crxx8SvDeVWW6qkzAQbj'],
  ['6a0548656c6c6f', 'OP_RETURN 48656c6c6f', 'nulldata', undefined, undefined, 'Qduq2Rrai1hqCMD5CXduXDg4XCJQv36LcC'],
  ['6a4c0100', 'OP_RETURN 0', 'nulldata', undefined, undefined, 'QWQHNN4729nSopLjMK3WS3t4vvp1hAxmRs'],
  ['6aac', 'OP_RETURN OP_CHECKSIG', 'nonstandard', undefined, undefined, 'QiMKittei55aQb7bdzNAAtMcKGvQLc2Qa7'],
  [
    `76a914${ONES}88ac`,
    `OP_DUP OP_HASH160 ${ONES} OP_EQUALVERIFY OP_CHECKSIG`,
    'pubkeyhash',
    1,
    ['mh5CE8Nbj38iND267s4XnvhSmhDW7yWc6Q'],
    'QMXbyDtSG8DGSfz13F6PzmJHikRspRS49e',
  ],
  [`a914${TWOS}87`, `OP_HASH160 ${TWOS} OP_EQUAL`, 'scripthash', 1, ['QPiTySrx1VGjcLAyDvVo4HksKfBJbX21RQ'], undefined],
  [`21${KEY}ac`, `${KEY} OP_CHECKSIG`, 'pubkey', undefined, undefined, 'QPrhQiYU3R2ptvAnj8EhnZ9HTG2c9Lt4Td'],
  [`41${LONG_KEY}ac`, `${LONG_KEY} OP_CHECKSIG`, 'pubkey', undefined, undefined, 'QR9z3TthBe9CsKALxTs3mru9HQp2z7prbv'],
  [
    `5121${KEY}41${LONG_KEY}52ae`,
    `1 ${KEY} ${LONG_KEY} 2 OP_CHECKMULTISIG`,
    'multisig',
    1,
    ['mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 'mtoKs9V381UAhUia3d7Vb9GNak8Qvmcsme'],
    'QZsuN7NgoMn2pzRXLdGSFhDFZen97sQwa9',
  ],
  [`5221${KEY}51ae`, `2 ${KEY} 1 OP_CHECKMULTISIG`, 'nonstandard', undefined, undefined, 'QfDf9gbuEtocLGmfp2qwMt6G48c6HS8kkC'],
  [
    '001333333333333333333333333333333333333333',
    '0 33333333333333333333333333333333333333',
    'nonstandard',
    undefined,
    undefined,
    'Qgb8hj663NNoAas4euzkfZGPyKqNxyaAGF',
  ],
  ['4c', '[error]', 'nonstandard', undefined, undefined, 'QewuTxt6Qc33vQcevDTRyRYWwY9BvZ81Yi'],
  ['05aabb', '[error]', 'nonstandard', undefined, undefined, 'QfyDjRbvzdq769TNCmpGxCBURdCrmwYVCE'],
  ['04ffffffff', '-2147483647', 'nonstandard', undefined, undefined, 'Qf2UA3HKU5qDyHqMxuNmBM2jjsdi2Xab7R'],
  ['020100', '1', 'nonstandard', undefined, undefined, 'QX3DtZ6pBy8K3pjqQ3xeXfdLrAviPgJzmv'],
  ['60', '16', 'nonstandard', undefined, undefined, 'Qb2ZanjqdvGZP9ne1LNq6qTouEo3oRkVP3'],
  ['4f', '-1', 'nonstandard', undefined, undefined, 'QehwZC9dPEWxW6PLRkpzKJdQytv7MnnrGP'],
  ['50', 'OP_RESERVED', 'nonstandard', undefined, undefined, 'QiCYtEegXiiYZN25WCP68MQXv83xcGbBz6'],
  [
    'b1b275',
    'OP_CHECKLOCKTIMEVERIFY OP_CHECKSEQUENCEVERIFY OP_DROP',
    'nonstandard',
    undefined,
    undefined,
    'QTXSSWmFGVdNRWur2PPXZDag9hoNukcS8m',
  ],
];

describe('decodescript', () => {
  const node = smallNode();

  it.each(decoded)('decodes %s as another implementation does', (hex, asm, type, reqSigs, addresses, p2sh) => {
    expect(node.call('decodescript', [hex])).toEqual({
      asm,
      hex,
      type,
      ...(reqSigs !== undefined && { reqSigs }),
      ...(addresses !== undefined && { addresses }),
      ...(p2sh !== undefined && { p2sh }),
    });
  });

  it.each([
    [ONES, 'witness_v0_keyhash'],
    ['44'.repeat(32), 'witness_v0_scripthash'],
  ])('gives the address of a witness program %s', (program, type) => {
    const words = [0, ...bech32.toWords(Buffer.from(program, 'hex'))];
    const hex = `00${(program.length / 2).toString(16)}${program}`;
    expect(node.call('decodescript', [hex])).toMatchObject({
      asm: `0 ${program}`,
      type,
      reqSigs: 1,
      addresses: [bech32.encode(regtest.hrp, words)],
    });
  });

  it.each(['zz', 'abc', '0x51'])('refuses %j', (hex) => {
    expect(node.refused('decodescript', [hex])).toEqual({ code: -8, message: `argument must be hexadecimal string (not '${hex}')` });
  });
});

describe('scriptText', () => {
  const signature = `30440220${'11'.repeat(32)}0220${'22'.repeat(32)}`;
  const asm = (type: string, sighash: boolean): string => scriptText(Buffer.from(`47${signature}${type}21${KEY}`, 'hex'), { sighash }).asm;

  it.each([
    ['01', 'ALL'],
    ['02', 'NONE'],
    ['03', 'SINGLE'],
    ['81', 'ALL|ANYONECANPAY'],
    ['82', 'NONE|ANYONECANPAY'],
    ['83', 'SINGLE|ANYONECANPAY'],
  ])('names the type %s of a signature in a scriptSig', (type, name) => {
    expect(asm(type, true)).toBe(`${signature}[${name}] ${KEY}`);
    expect(asm(type, false)).toBe(`${signature}${type} ${KEY}`);
  });

  it.each(['00', '84'])('prints a signature of the unknown type %s as plain hex', (type) => {
    expect(asm(type, true)).toBe(`${signature}${type} ${KEY}`);
  });
});

describe('decoderawtransaction', () => {
  // The example of BIP 143 with a native P2WPKH input and one with a signature in its scriptSig.
  const signed =
    '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000';

  it('prints inputs with and without a witness', () => {
    const shown = smallNode().call<{ vin: object[]; vout: object[] }>('decoderawtransaction', [signed]);
    expect(shown).toMatchObject({
      txid: Transaction.fromRaw(Buffer.from(signed, 'hex')).id,
      hash: expect.not.stringContaining(Transaction.fromRaw(Buffer.from(signed, 'hex')).id),
      size: signed.length / 2,
      version: 1,
      locktime: 17,
      vin: [
        {
          txid: '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff',
          vout: 0,
          sequence: 4294967278,
          scriptSig: {
            asm: '30450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed[ALL]',
          },
        },
        {
          vout: 1,
          scriptSig: { asm: '', hex: '' },
          sequence: 4294967295,
          txinwitness: [expect.stringMatching(/01$/), '025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357'],
        },
      ],
      vout: [
        { value: 1.1234, n: 0 },
        { value: 2.2345, n: 1 },
      ],
    });
    expect(shown.vin[0]).not.toHaveProperty('txinwitness');
  });
});
