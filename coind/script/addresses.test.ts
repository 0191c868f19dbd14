import { readFileSync } from 'node:fs';
import { Address as OracleAddress, OutScript, WIF } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import type { ChainParams } from '../params.ts';
import { regtest } from '../regtest.ts';
import { fromWif, messageHash, toWif } from '../crypto/keys.ts';
import { hash160, sha256 } from '../primitives/hash.ts';
import { addressesOf, addressOf, convertFormats, scriptOf } from './addresses.ts';
import { multisig, p2pk, p2pkh, p2sh, p2wpkh, p2wsh } from './standard.ts';
import { curve } from '../crypto/testing/curve.ts';

const main: ChainParams = { ...regtest, pubKeyHashPrefix: 0, scriptHashPrefix: 5, oldScriptHashPrefix: 5, wifPrefix: 0x80, hrp: 'bc' };
const testnet: ChainParams = { ...regtest, pubKeyHashPrefix: 0x6f, scriptHashPrefix: 0xc4, wifPrefix: 0xef, hrp: 'tb' };
const key = sha256(Buffer.from('key'));
const publicKey = curve.publicKey(key, true);
const keyHash = hash160(publicKey);

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8')) as T;
}

describe('public vectors', () => {
  test('base58_keys_valid.json', () => {
    const all =
      load<[string, string, { isPrivkey: boolean; isTestnet: boolean; isCompressed?: boolean; addrType?: string }][]>(
        'base58_keys_valid.json',
      );
    for (const [text, payload, { isPrivkey, isTestnet, isCompressed, addrType }] of all) {
      const params = isTestnet ? testnet : main;
      const bytes = Buffer.from(payload, 'hex');
      if (isPrivkey) {
        expect(fromWif(text, params)).toEqual({ key: bytes, compressed: isCompressed });
        expect(toWif(bytes, isCompressed!, params)).toBe(text);
        expect(fromWif(text, isTestnet ? main : testnet)).toBeUndefined();
        expect(scriptOf(text, params)).toBeUndefined();
      } else {
        const script = addrType === 'script' ? p2sh(bytes) : p2pkh(bytes);
        expect(scriptOf(text, params)).toEqual(script);
        expect(addressOf(script, params)).toBe(text);
        expect(fromWif(text, params)).toBeUndefined();
      }
    }
    console.log(`base58_keys_valid.json: ${all.length} of ${all.length} passed`);
    expect(all.length).toBe(50);
  });

  test('base58_keys_invalid.json', () => {
    const all = load<[string][]>('base58_keys_invalid.json');
    for (const [text] of all) {
      for (const params of [main, testnet, regtest])
        expect([scriptOf(text, params), fromWif(text, params)]).toEqual([undefined, undefined]);
    }
    console.log(`base58_keys_invalid.json: ${all.length} of ${all.length} passed`);
    expect(all.length).toBe(50);
  });

  // BIP 173 for version 0, BIP 350 for the others, for which the vectors of BIP 173 have become invalid.
  test.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    ],
    ['BC1SW50QGDZ25J', '6002751e'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('valid witness address %s', (address, script) => {
    const params = address.toLowerCase().startsWith('bc') ? main : testnet;
    expect(scriptOf(address, params)?.toString('hex')).toBe(script);
    expect(addressOf(Buffer.from(script, 'hex'), params)).toBe(address.toLowerCase());
  });

  test.each([
    'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
    'bc1rw5uspcuh',
    'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
    'bc1gmk9yu',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
    'BC1SW50QA3JX3S',
    'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  ])('invalid witness address %s', (address) => {
    for (const params of [main, testnet]) expect(scriptOf(address, params)).toBeUndefined();
  });
});

test('agrees with btc-signer about the addresses of this chain', () => {
  const oracle = OracleAddress({
    bech32: regtest.hrp,
    pubKeyHash: regtest.pubKeyHashPrefix,
    scriptHash: regtest.scriptHashPrefix,
    wif: regtest.wifPrefix,
  });
  for (const script of [p2pkh(keyHash), p2sh(keyHash), p2wpkh(keyHash), p2wsh(sha256(publicKey))]) {
    const address = addressOf(script, regtest)!;
    expect(address).toBe(oracle.encode(OutScript.decode(script)));
    expect(scriptOf(address, regtest)).toEqual(script);
  }
  expect(toWif(key, true, regtest)).toBe(WIF({ bech32: 'cnrt', pubKeyHash: 0, scriptHash: 0, wif: regtest.wifPrefix }).encode(key));
});

test('addresses of keys and of multisig; none for other scripts', () => {
  const other = curve.publicKey(sha256(Buffer.from('other')), false);
  expect(addressOf(p2pk(publicKey), regtest)).toBe(addressOf(p2pkh(keyHash), regtest));
  expect(addressOf(multisig(1, [publicKey, other]), regtest)).toBeUndefined();
  expect(addressesOf(multisig(1, [publicKey, other]), regtest)).toEqual(
    [publicKey, other].map((k) => addressOf(p2pkh(hash160(k)), regtest)),
  );
  expect(addressesOf(Buffer.from('6a', 'hex'), regtest)).toEqual([]);
});

describe('old and new format', () => {
  test('P2WPKH is P2PKH in the old format, and back', () => {
    const [v3address, v4address] = [addressOf(p2pkh(keyHash), regtest)!, addressOf(p2wpkh(keyHash), regtest)!];
    expect(convertFormats(v4address, regtest)).toEqual({ v3address, v4address });
    expect(convertFormats(v3address, regtest)).toEqual({ v3address, v4address });
  });

  test('P2SH has a different prefix in each, and both are accepted', () => {
    const converted = convertFormats(addressOf(p2sh(keyHash), regtest)!, regtest)!;
    expect(converted.v3address).not.toBe(converted.v4address);
    expect(scriptOf(converted.v3address, regtest)).toEqual(scriptOf(converted.v4address, regtest));
    expect(convertFormats(converted.v3address, regtest)).toEqual(converted);
  });

  test('other addresses are the same in both, and invalid ones are refused', () => {
    const address = addressOf(p2wsh(sha256(publicKey)), regtest)!;
    expect(convertFormats(address, regtest)).toEqual({ v3address: address, v4address: address });
    expect(convertFormats('cnrt1qqqq', regtest)).toBeUndefined();
  });
});

test('message hashes: prefix and message with their lengths, long ones too', () => {
  const bitcoin = { ...regtest, messagePrefix: 'Bitcoin Signed Message:\n' };
  // Known hash of this message with this prefix: double SHA256 of 0x18 prefix 0x0b message.
  expect(messageHash('hello world', bitcoin)).toEqual(sha256(sha256(Buffer.from('\u0018Bitcoin Signed Message:\n\u000bhello world'))));
  const long = 'x'.repeat(300);
  expect(messageHash(long, bitcoin)).toEqual(
    sha256(sha256(Buffer.concat([Buffer.from('\u0018Bitcoin Signed Message:\n'), Buffer.from([0xfd, 0x2c, 1]), Buffer.from(long)]))),
  );
});
