import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeBlock, codeSpan, escapeHtml, escapeXml, forTerminal, oneLine, visible } from './escape.ts';
import { hostile } from './testing/sample-journal.ts';

const texts = fc.string({
  unit: fc.constantFrom('`', '|', '\\', '\n', '\r', '<', '>', '&', '"', "'", '\u001b', '\u202e', '\ud83d\ude00', '\ud800', 'a', ' ', '~'),
});

describe('text of a node', () => {
  test('has visible control characters without effect', () => {
    expect(visible('a\u001b[2Jb\u0007\u009b\r\u202e\u2028\u0000\ud800')).toBe(
      'a\\u001b[2Jb\\u0007\\u009b\\u000d\\u202e\\u2028\\u0000\\ud800',
    );
    expect(visible('Grüße, 😀 – 漢字\nnext')).toBe('Grüße, 😀 – 漢字\nnext');
    expect(oneLine('a\nb')).toBe('a b');
  });

  test('is one short line on a terminal, without commands that a CI server executes', () => {
    expect(forTerminal('a\nb\u001b]0;x\u0007')).toBe('a b\\u001b]0;x\\u0007');
    expect(forTerminal('x'.repeat(5_000_000), 10)).toBe('xxxxxxxxxx… (4,999,990 more characters)');
    expect(forTerminal('::set-output name=x::y')).toBe('\\u003a:set-output name=x::y');
    expect(forTerminal('\n  ::add-mask::x')).toBe('   \\u003a:add-mask::x');
    expect(forTerminal('see ##vso[task.setvariable] ##[error]x ##teamcity[x]')).toBe(
      'see \\u0023#vso[task.setvariable] \\u0023#[error]x \\u0023#teamcity[x]',
    );
    expect(forTerminal('at [2001:db8::1]:8332, ## heading')).toBe('at [2001:db8::1]:8332, ## heading');
  });

  test('cannot end an element or an attribute', () => {
    for (const escape of [escapeHtml, escapeXml]) {
      fc.assert(
        fc.property(texts, (text) => {
          expect(escape(text)).not.toMatch(/[<>"'\u0000-\u0008\u001b\u202e]/);
          expect(escape(text)).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#10);)/);
        }),
      );
      expect(escape(hostile)).not.toContain('<');
    }
  });

  test('cannot end a code span of Markdown, nor a cell of a table', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const span = codeSpan(text);
        const fence = /^`+/.exec(span)![0];
        const inner = span.slice(fence.length, -fence.length);
        expect(span.endsWith(fence)).toBe(true);
        expect(inner).not.toContain('\n');
        // A run of exactly as many backticks as the fence would end the span.
        expect(Array.from(inner.matchAll(/`+/g), ([run]) => run.length)).not.toContain(fence.length);
        expect(inner).not.toMatch(/^`|`$/);
        expect(codeSpan(text, { cell: true })).not.toMatch(/(?<!\\)\|/);
      }),
    );
  });

  test('cannot end a code block of Markdown', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = codeBlock(text, 'json').split('\n');
        const fence = /^`+/.exec(lines[0]!)![0];
        expect(lines.at(-1)).toBe(fence);
        for (const line of lines.slice(1, -1)) expect(line.trimStart().startsWith(fence)).toBe(false);
      }),
    );
  });
});
