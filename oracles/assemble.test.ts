import { describe, expect, it } from 'vitest';
import { assemble } from './assemble.ts';
import { toHex } from './bytes.ts';

describe('assemble', () => {
  it('writes numbers, pushes, opcodes and raw bytes', () => {
    expect(toHex(assemble('0 1 -1 16 17 300 <abcdef> DUP 2DROP 0x4c0101'))).toBe(
      '00514f60011102' + '2c01' + '03abcdef' + '766d' + '4c0101',
    );
  });

  it('refuses unknown words', () => {
    expect(() => assemble('1 NOSUCH')).toThrow();
  });
});
