import { HDKey } from '@scure/bip32';
import { createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { NETWORK, p2ms, p2pkh, p2sh, p2wpkh } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { regtest } from '../regtest.ts';
import { addressOf } from '../script/addresses.ts';
import { descriptorChecksum } from './checksum.ts';
import { DescriptorError } from './descriptor-error.ts';
import { parseDescriptor } from './descriptor.ts';
import { curve } from '../crypto/testing/curve.ts';

const HARDENED = 0x80000000;
const versions = { public: 0x043587cf, private: 0x04358394 };
const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), versions);
const publicKey = (key: HDKey): Buffer => Buffer.from(key.publicKey!);
const hexOf = (key: HDKey): string => publicKey(key).toString('hex');
const scripts = (text: string, index = 0): string[] =>
  parseDescriptor(text, regtest, curve)
    .scripts(index)
    .map((script) => script.toString('hex'));
const hex = (script: Uint8Array): string => Buffer.from(script).toString('hex');

describe('parseDescriptor', () => {
  it('accepts addresses and raw scripts', () => {
    const script = Buffer.from(p2pkh(publicKey(master)).script);
    expect(scripts(`addr(${addressOf(script, regtest)})`)).toEqual([hex(script)]);
    expect(scripts('raw(6a00FF)')).toEqual(['6a00ff']);
  });

  it('derives keys as @scure/bip32, with paths, ranges and hardened steps', () => {
    const expected = (key: HDKey): string[] => [hex(p2pkh(publicKey(key)).script)];
    expect(scripts(`pkh(${hexOf(master)})`)).toEqual(expected(master));
    expect(scripts(`pkh(${master.publicExtendedKey})`)).toEqual(expected(master));
    expect(scripts(`pkh(${master.publicExtendedKey}/3/4)`)).toEqual(expected(master.derive('m/3/4')));
    expect(scripts(`pkh(${master.publicExtendedKey}/3/*)`, 9)).toEqual(expected(master.derive('m/3/9')));
    expect(scripts(`pkh(${master.privateExtendedKey}/3'/*)`, 9)).toEqual(expected(master.derive("m/3'/9")));
    for (const mark of ["/*'", '/*h']) {
      expect(scripts(`pkh(${master.privateExtendedKey}/3h${mark})`, 5)).toEqual(expected(master.derive("m/3'").deriveChild(HARDENED + 5)));
    }
  });

  it('combo has all scripts of one key, and for an uncompressed key those that can be spent', () => {
    const key = publicKey(master);
    const [wpkh, pkh] = [p2wpkh(key, NETWORK), p2pkh(key)];
    expect(scripts(`combo(${hexOf(master)})`)).toEqual([`21${hexOf(master)}ac`, hex(pkh.script), hex(wpkh.script), hex(p2sh(wpkh).script)]);
    const uncompressed =
      '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
    expect(scripts(`combo(${uncompressed})`)).toHaveLength(2);
  });

  it('wraps multisig in P2SH, with keys in the given order', () => {
    const keys = [1, 2, 3].map((index) => master.deriveChild(index));
    const expected = hex(p2sh(p2ms(2, keys.map(publicKey))).script);
    expect(scripts(`sh(multi(2,${keys.map(hexOf).join(',')}))`)).toEqual([expected]);
    expect(scripts(`sh(multi(2,${keys.map((key) => key.publicExtendedKey).join(',')}))`)).toEqual([expected]);
    const ranged = parseDescriptor(`sh(multi(1,${master.publicExtendedKey}/*,${hexOf(master)}))`, regtest, curve);
    expect(ranged.isRange).toBe(true);
    expect(ranged.scripts(4).map(hex)).toEqual([hex(p2sh(p2ms(1, [publicKey(master.deriveChild(4)), publicKey(master)])).script)]);
  });

  it('accepts only a correct checksum', () => {
    // From BIP 380.
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(scripts('raw(deadbeef)#89f8spxm')).toEqual(['deadbeef']);
    for (const text of [
      'raw(deadbeef)#',
      'raw(deadbeef)#89f8spx',
      'raw(deadbeef)#89f8spxmx',
      'raw(deedbeef)#89f8spxm',
      'raw(deadbeef)##9f8spxm',
      'raw(Ü)#00000000',
    ]) {
      expect(() => parseDescriptor(text, regtest, curve), text).toThrow(DescriptorError);
    }
  });

  it.each([
    '',
    'addr()',
    'addr(not-an-address)',
    'raw()',
    'raw(1)',
    'raw(zz)',
    'pkh()',
    'pkh(02)',
    'wpkh(02)',
    'sh()',
    'sh(pkh(02))',
    'multi(1,02)',
    `pkh(${'02'.padEnd(66, 'f')})`,
    `pkh(${master.publicExtendedKey}/)`,
    `pkh(${master.publicExtendedKey}/x)`,
    `pkh(${master.publicExtendedKey}/2147483648)`,
    `pkh(${master.publicExtendedKey}/*/1)`,
    `sh(multi(0,${hexOf(master)}))`,
    `sh(multi(2,${hexOf(master)}))`,
    `pkh(${hexOf(master)}))`,
    `pkh( ${hexOf(master)})`,
    `sh(multi(1${`,${hexOf(master)}`.repeat(17)}))`,
  ])('refuses %s', (text) => {
    expect(() => parseDescriptor(text, regtest, curve)).toThrow(DescriptorError);
  });

  it('refuses scripts that cannot be created', () => {
    expect(() => scripts(`pkh(${master.publicExtendedKey}/*')`)).toThrow(DescriptorError);
    expect(() => scripts(`sh(multi(1${`,${hexOf(master)}`.repeat(16)}))`)).toThrow(/too large/);
    const other = createBase58check(sha256).encode(
      Uint8Array.from([0x04, 0x88, 0xb2, 0x1e, ...createBase58check(sha256).decode(master.publicExtendedKey).slice(4)]),
    );
    expect(() => parseDescriptor(`pkh(${other})`, regtest, curve)).toThrow(DescriptorError);
  });
});
