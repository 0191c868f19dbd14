import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LoadResults } from '../../load/results.ts';
import { loadSummary } from './summary.ts';
import { printLoadReport } from './terminal.ts';
import { goodSample, hostileSample, wholeSample } from './testing/sample-load-results.ts';
import { loadVerdict } from './verdict.ts';

const summaryOf = (results: LoadResults): string => loadSummary(results, loadVerdict(results));

describe('summary.md', () => {
  test('begins with the verdict, what the node takes and the warnings', () => {
    const lines = summaryOf(wholeSample).split('\n');
    expect(lines[0]).toBe('# ❌ Pyx load: Failed');
    expect(lines[2]).toMatch(
      /^\*\*`Takes 4,200 to 4,400 calls\/s within p99 < 50ms, errors < 0\.1%`\*\* `.*The load did not come to its end: /,
    );
    expect(lines.indexOf('## ⚠️ Warnings')).toBeLessThan(10);
    expect(summaryOf(goodSample)).toMatch(/^# ✅ Pyx load: Passed\n\n\*\*`3,412 calls\/s, p99 16.2 ms, no errors`\*\* /);
  });

  test.each([
    '| `errors < 0.1%` | `2.5 %` | ❌ not met |',
    '| 4,400 | 4,390 | 62 ms | 0 % | 0 % | ❌ `p99 < 50ms` |',
    '- 2× `getblock` `height: expected an integer, found a string`',
    '| 20 | 0.5 % | error object of the service, code -5 | `Block not found` |',
    '| mean | 488 | 1 ms | 3 ms | 9 ms | 12 ms |',
    '| from due | 2.13 ms | 10.8 ms | 16.2 ms | 16.2 ms | 16.2 ms |',
    '| `getblock` | 3,000 | 20 | 2.13 ms | 16.2 ms | 16.2 ms | 510 | 1 of 111 |',
    '| node `default-1` | 78 % of a core | 84 MB |',
  ])('has the line %s', (line) => {
    expect(summaryOf(wholeSample).split('\n')).toContain(line);
  });

  test('keeps texts of node and user in code, where markup has no effect', () => {
    const outside = summaryOf(hostileSample)
      .replace(/^(`{3,})\w*\n[^]*?\n\1$/gm, '') // blocks
      .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '') // spans
      .replace('<details><summary><code>the last lines that the node logged during the load</code></summary>', '')
      .replace('</details>', '');
    expect(outside).not.toMatch(/script|onerror|evil|owned|\*\*bold|rm -rf|&amp;|</);
    expect(outside.match(/^# /gm)).toHaveLength(1);
  });

  test('stays short, and says what it leaves out', () => {
    const error = wholeSample.errors[1]!;
    const long: LoadResults = {
      ...wholeSample,
      errors: Array.from({ length: 300 }, (_, code) => ({ ...error, code, example: 'x'.repeat(9_000) })),
      wrongAnswers: Array.from({ length: 300 }, () => ({ ...wholeSample.wrongAnswers[0]!, message: 'y'.repeat(9_000) })),
    };
    const text = summaryOf(long);
    expect(text.length).toBeLessThan(60_000);
    expect(text.match(/… and 285 more in `index\.html`/g)).toHaveLength(2);
  });
});

describe('the terminal', () => {
  const printed = (results: LoadResults, isTTY = false): string => {
    const pieces: string[] = [];
    printLoadReport(results, loadVerdict(results), {
      stream: { isTTY, write: (text) => pieces.push(text) },
      outDir: 'pyx-out/x',
      environment: {},
    });
    return pieces.join('');
  };

  test('ends with what the node takes, the verdict and the reports', () => {
    expect(printed(goodSample).trimEnd().split('\n').slice(-4)).toEqual([
      'explorer on /Node:1.0/: 3,412 calls/s, p99 16.2 ms, no errors (closed model, 16 connections)',
      'Passed  The threshold was met. No wrong answer; all 34,124 looked at: a fault in 1 of 7,410 answers would have been found with 99 %.',
      '10.0 s, seed 42',
      'Reports: pyx-out/x/index.html, summary.md, results.json',
    ]);
  });

  test.each([
    'from sending  2.13 ms  10.8 ms  16.2 ms  16.2 ms  16.2 ms',
    'getblock       3,000      20  2.13 ms  16.2 ms  16.2 ms        510         1 of 111',
    '4,400        4,390   62 ms                   not met: p99 < 50ms',
    '2              495          1 ms          3 ms          9 ms           12 ms',
    '  20×  error object of the service, code -5  Block not found',
    'Answers that contradict the specification: 2 of 1,480 looked at',
    'node default-1  78 % of a core   84 MB',
    'not met  errors < 0.1%  measured 2.5 %',
    'warning  The generator could not keep up, so these are its figures and not those of the node: its CPU was busy.',
  ])('has the line %s', (line) => {
    expect(printed(wholeSample).split('\n')).toContain(line);
  });

  test('is coloured only there', () => {
    expect(printed(wholeSample)).not.toContain('\u001b');
    expect(printed(wholeSample, true)).toContain('\u001b[31m');
    expect(stripVTControlCharacters(printed(wholeSample, true))).toBe(printed(wholeSample));
  });

  test('cannot be controlled by what a node or a file says', () => {
    expect(printed(hostileSample)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    expect(printed(hostileSample)).toContain('\\u001b]0;owned');
  });
});
