import { readFileSync } from 'node:fs';
import { HDKey as OracleKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import type { ChainParams } from '../params.ts';
import { regtest } from '../regtest.ts';
import { sha256 } from '../primitives/hash.ts';
import { formatPath, HARDENED, HDKey, parsePath } from './hd.ts';
import { curve } from './testing/curve.ts';

const mainnet: ChainParams = { ...regtest, extendedKeyVersions: { private: 0x0488ade4, public: 0x0488b21e } };

describe('extended keys', () => {
  test('BIP 32, test vectors 1 and 2', () => {
    const vectors = JSON.parse(readFileSync(new URL('./vectors/bip32.json', import.meta.url), 'utf8')) as {
      keys: { path: string; public: string; private: string }[];
    }[];
    let count = 0;
    for (const { keys } of vectors) {
      const master = HDKey.fromExtendedKey(keys.find(({ path }) => path === 'm')!.private, mainnet, curve)!;
      for (const { path, public: publicText, private: privateText } of keys) {
        const key = path === 'm' ? master : master.derive(parsePath(path)!);
        const [ofPrivate, ofPublic] = [privateText, publicText].map((text) => HDKey.fromExtendedKey(text, mainnet, curve)!);
        expect(key.privateKey).toEqual(ofPrivate!.privateKey);
        expect(ofPublic!.privateKey).toBeUndefined();
        for (const known of [ofPrivate!, ofPublic!]) expect([key.publicKey, key.chainCode]).toEqual([known.publicKey, known.chainCode]);
        count += 1;
      }
    }
    console.log(`BIP 32: ${count} keys passed`);
    expect(count).toBe(12);
  });

  test('agrees with @scure/bip32, private and public, with the prefixes of this chain', () => {
    const oracle = OracleKey.fromMasterSeed(sha256(Buffer.from('seed')), regtest.extendedKeyVersions);
    const key = HDKey.fromExtendedKey(oracle.privateExtendedKey!, regtest, curve)!;
    for (const path of ["m/0'/0'/5'", 'm/0/1/2', "m/2147483647'/7"]) {
      const [child, expected] = [key.derive(parsePath(path)!), oracle.derive(path)];
      expect([...child.privateKey!]).toEqual([...expected.privateKey!]);
      expect([...child.publicKey]).toEqual([...expected.publicKey!]);
      const watching = HDKey.fromExtendedKey(expected.publicExtendedKey, regtest, curve)!;
      expect([...watching.deriveChild(3).publicKey]).toEqual([...oracle.derive(`${path}/3`).publicKey!]);
      expect(watching.privateKey).toBeUndefined();
    }
  });

  test('refuses invalid keys and keys of another chain', () => {
    const oracle = OracleKey.fromMasterSeed(Buffer.alloc(16), regtest.extendedKeyVersions);
    const text = oracle.privateExtendedKey!;
    expect(text.slice(0, 4)).toBe('tprv');
    expect(HDKey.fromExtendedKey(text, mainnet, curve)).toBeUndefined();
    expect(HDKey.fromExtendedKey(`${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`, regtest, curve)).toBeUndefined();
    expect(HDKey.fromExtendedKey('', regtest, curve)).toBeUndefined();
    expect(() => HDKey.fromExtendedKey(oracle.publicExtendedKey, regtest, curve)!.deriveChild(HARDENED)).toThrow(RangeError);
  });
});

test('paths', () => {
  expect(parsePath("m/0'/1h/2")).toEqual([HARDENED, HARDENED + 1, 2]);
  expect(parsePath('7/8')).toEqual([7, 8]);
  expect(formatPath([HARDENED, HARDENED + 1, 2])).toBe("m/0'/1'/2");
  for (const wrong of ['m/x', 'm/-1', 'm/2147483648', 'm//1', '']) expect(parsePath(wrong)).toBeUndefined();
});
