import { describe, expect, test } from 'vitest';
import { parseYamlText, YamlTextError } from './yaml-text.ts';

describe('a YAML text', () => {
  test('has its data, its document and its lines', () => {
    const { data, document, lines } = parseYamlText('# A comment\na: 1\nb: &x [text, 2026-01-01]\nc: *x\n');
    expect(data).toEqual({ a: 1, b: ['text', '2026-01-01'], c: ['text', '2026-01-01'] });
    expect(document.get('a')).toBe(1);
    expect(lines.linePos(document.contents!.range[0])).toEqual({ line: 2, col: 1 });
    expect([parseYamlText('').data, parseYamlText('# A comment\n').data]).toEqual([null, null]);
  });

  test.each([
    ['a list without an end', 'a: [1,\n', /at line \d+, column \d+$/],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', /^Map keys must be unique at line 3, column 1$/],
    ['a key twice, within', 'a:\n  - { x: 1, y: 2, x: 3 }\n', /^Map keys must be unique at line 2, column 19$/],
    ['two documents', 'a: 1\n---\nb: 2\n', /^a second document begins, and one is expected at line 2/],
    ['an unknown tag', 'a: !mine x\n', /^there is a tag that is not known at line 1, column 4$/],
    ['an unknown directive', '%MINE x\n---\na: 1\n', /^there is a directive that is not known at line 1/],
    ['an alias without an anchor', 'a: *x\n', /^it has an alias without an anchor$/],
    ['an alias within its anchor', 'a: &x [*x]\n', /^it /],
    ['an anchor that is repeated too often', `a: &x [1, 2]\nb: [${Array(101).fill('*x').join(', ')}]\n`, /^it has too many aliases/],
    ['more levels than 256', `a: ${'['.repeat(256)}${']'.repeat(256)}`, /^it is nested deeper than 256 levels at line 1, column 259$/],
    ['many levels in a key', `? ${'['.repeat(1000)}${']'.repeat(1000)}\n: 1`, /^it is nested deeper than 256 levels/],
    ['a number that no double holds', 'a: 1e400\n', /^it has a number that is too large$/],
    ['infinity', 'a: .inf\n', /^it has a number that is too large$/],
  ])('with %s is refused', (_, text, message) => {
    expect(() => parseYamlText(text)).toThrow(YamlTextError);
    expect(() => parseYamlText(text)).toThrow(message);
  });

  test('may have 255 levels, and an anchor as often as 100 times', () => {
    expect(parseYamlText(`a: ${'['.repeat(255)}${']'.repeat(255)}`).data).toHaveProperty('a');
    expect(parseYamlText(`a: &x 1\nb: [${Array(99).fill('*x').join(', ')}]\n`).data).toHaveProperty('b.98', 1);
  });
});
