import { createDecipheriv } from 'node:crypto';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import type { RandomSource } from '../random.ts';
import { openKey, openMasterKey, sealKey, sealMasterKey } from './encryption.ts';

const random: RandomSource = { bytes: (count) => Buffer.from('0000deadbeef0000', 'hex').subarray(0, count), below: () => 0 };
const masterKey = Buffer.from('1234567812345678123456781234567812345678123456781234567812345678', 'hex');
const publicKey = Buffer.from(`02${'11'.repeat(32)}`, 'hex');

describe('encryption of wallets', () => {
  it('seals the master key with the key that PBKDF2 of another library derives from a passphrase', () => {
    const { sealed, rounds, salt } = sealMasterKey(masterKey, 'ein Wört', random);
    expect([salt, rounds]).toEqual(['0000deadbeef0000', 25_000]);
    const derived = pbkdf2(sha512, 'ein Wört', Buffer.from(salt, 'hex'), { c: rounds, dkLen: 48 });
    const decipher = createDecipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32));
    expect(Buffer.concat([decipher.update(Buffer.from(sealed, 'hex')), decipher.final()])).toEqual(masterKey);
  });

  it('opens the master key only with its passphrase', () => {
    const record = sealMasterKey(masterKey, 'ein Wort', random);
    expect(openMasterKey(record, 'ein Wort')).toEqual(masterKey);
    for (const wrong of ['ein wort', 'ein Wort ', '', 'x'.repeat(500)]) expect(openMasterKey(record, wrong)).toBeUndefined();
  });

  it('seals keys, equal ones to different bytes, and opens them again', () => {
    const secret = Buffer.alloc(32, 7);
    const sealed = sealKey(secret, masterKey, publicKey);
    expect(sealed.length).toBe(48);
    expect(sealed.includes(secret.subarray(0, 16))).toBe(false);
    expect(openKey(sealed, masterKey, publicKey)).toEqual(secret);
    expect(sealKey(secret, masterKey, Buffer.from(publicKey).fill(3, 1, 2)).equals(sealed)).toBe(false);
    const other = Buffer.from(masterKey);
    other[0]! ^= 1;
    expect(openKey(sealed, other, publicKey)?.equals(secret) ?? false).toBe(false);
  });
});
