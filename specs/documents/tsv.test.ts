import { describe, expect, it } from 'vitest';
import { formatTable, parseTable } from './tsv.ts';

describe('parseTable', () => {
  it('keeps cells as written', () => {
    expect(parseTable('name\tdefault\nlabel\t""\n', 't')).toEqual([{ name: 'label', default: '""' }]);
  });

  it('names the line that has too few or too many columns', () => {
    expect(() => parseTable('a\tb\n1\t2\n3\n', 't.tsv')).toThrow('t.tsv line 3 has 1 columns, expected 2 (a, b)');
    expect(() => parseTable('a\tb\n1\t2\t3\n', 't.tsv')).toThrow('t.tsv line 2 has 3 columns');
  });

  it('names the column that was left empty', () => {
    expect(() => parseTable('a\tb\n1\t\n', 't.tsv')).toThrow('t.tsv line 2 has nothing under "b"');
  });

  it('refuses a blank line', () => {
    expect(() => parseTable('a\tb\n\n1\t2\n', 't.tsv')).toThrow('t.tsv line 2 has 1 columns');
  });

  it('reads what formatTable writes', () => {
    const rows = [{ a: '1', b: '""' }];
    expect(parseTable(formatTable(['a', 'b'], rows), 't')).toEqual(rows);
  });
});
