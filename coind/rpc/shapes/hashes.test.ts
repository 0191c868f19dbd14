import { describe, expect, it } from 'vitest';
import { bytesFrom, hashFrom } from './hashes.ts';

describe('hashFrom', () => {
  it('accepts upper and lower case, and returns lower case', () => {
    expect(hashFrom('Ab'.repeat(32), 'txid')).toBe('ab'.repeat(32));
  });

  it('reports a wrong length before invalid digits', () => {
    expect(() => hashFrom('xyz', 'txid')).toThrow("txid must be of length 64 (not 3, for 'xyz')");
    expect(() => hashFrom('x'.repeat(64), 'blockhash')).toThrow(`blockhash must be hexadecimal string (not '${'x'.repeat(64)}')`);
  });
});

describe('bytesFrom', () => {
  it('accepts whole bytes', () => {
    expect(bytesFrom('00fF', 'proof')).toEqual(Buffer.from([0, 255]));
  });

  it.each(['', 'f', 'fg', '0x00', 'ff '])('refuses %j', (text) => {
    expect(() => bytesFrom(text, 'proof')).toThrow(`proof must be hexadecimal string (not '${text}')`);
  });
});
