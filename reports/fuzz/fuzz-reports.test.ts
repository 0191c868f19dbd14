import { expect, test } from 'vitest';
import { FuzzLine } from './fuzz-line.ts';
import { fuzzPage } from './page.ts';
import type { FuzzResults } from './results.ts';
import { printFuzzReport } from './terminal.ts';
import { finding, results } from './testing/sample-fuzz.ts';
import { fuzzVerdict } from './verdict.ts';

function printed(of: FuzzResults): string {
  let text = '';
  printFuzzReport(of, fuzzVerdict(of), { stream: { write: (piece) => (text += String(piece)) }, outDir: 'out', environment: {} });
  return text;
}

test('a failure is printed with its requests, its replay command and its file', () => {
  const text = printed(results);
  expect(text).toContain('FAILED crash · getblock · 3 times\n');
  expect(text).toContain('   before     getblockcount []\n   request    getblock ["",2]\n');
  expect(text).toContain(
    '   replay     npx --no-install pyx fuzz --target embedded --path=abc\n   corpus     pyx-corpus/embedded/crash-getblock-01234567.json\n',
  );
  expect(text).toContain('seen once hang · getblockhash');
  expect(text).not.toContain('\u001b');
});

test('rates, memory, answers and the corpus are printed', () => {
  const text = printed(results);
  expect(text).toContain('requests  20,000 in 10.0 s, 2,000/s');
  expect(text).toContain('2,000 calls/s, 0.50 of a bare client (4,000 calls/s) that made 1,000 of the same calls');
  expect(text).toContain('100.0 MiB in the end; growth over 10,000 requests −1.0 MiB');
  expect(text).toContain('Corpus: 2 findings replayed first\n   no longer occurs: pyx-corpus/embedded/hang-x.json');
  expect(text).toContain('1 method left out');
});

test('the verdict counts failures only', () => {
  expect(fuzzVerdict(results)).toMatchObject({ code: 1, look: 'bad', title: 'Failed', reasons: ['20,000 requests, 1 failure.'] });
  expect(fuzzVerdict({ ...results, findings: results.findings.slice(1) })).toMatchObject({
    code: 0,
    look: 'good',
    title: 'Passed',
    problems: [],
  });
  expect(fuzzVerdict({ ...results, findings: [], complete: false }, { interrupted: true })).toMatchObject({
    code: 130,
    title: 'Inconclusive',
    reasons: ['20,000 requests, no failure.', 'It was interrupted before all requests were sent.'],
  });
});

test('a failure that was seen once is not decided, except a time limit', () => {
  const seenOnce = { ...finding, property: 'envelope' as const, times: 1, failure: false, repeated: false };
  expect(fuzzVerdict({ ...results, findings: [seenOnce] })).toMatchObject({
    code: 1,
    title: 'Inconclusive',
    reasons: ['20,000 requests, no failure.', '1 failure seen once, and not again on a fresh node.'],
    problems: [],
  });
  expect(fuzzVerdict({ ...results, findings: [seenOnce] }, { inconclusive: 'pass' })).toMatchObject({ code: 0, title: 'Inconclusive' });
  expect(fuzzVerdict({ ...results, findings: [{ ...seenOnce, property: 'hang' }] })).toMatchObject({ code: 0, title: 'Passed' });
});

test('calls that took too long several times are not decided', () => {
  const late = { ...finding, property: 'hang' as const, times: 50, failure: false, repeated: false };
  expect(fuzzVerdict({ ...results, findings: [late] })).toMatchObject({
    code: 1,
    title: 'Inconclusive',
    reasons: ['20,000 requests, no failure.', '1 kind of calls took too long more than once, and not on a fresh node.'],
  });
  expect(printed({ ...results, findings: [late] })).toContain('not repeated hang · getblock · 50 times\n');
});

test('what a target file accepts is not undecided, either', () => {
  const accepted = { ...finding, property: 'envelope' as const, times: 1, failure: false, repeated: false, accepted: 'known' };
  expect(fuzzVerdict({ ...results, findings: [accepted] })).toMatchObject({ code: 0, title: 'Passed' });
});

test('the page has everything, and shows the texts of a node as texts', () => {
  const page = fuzzPage(results, fuzzVerdict(results));
  for (const part of ['getblock [&quot;&quot;,2]', '--path=abc', 'Not repeated', '−1.0 MiB', 'it waits for a block', '-5: 12,000'])
    expect(page).toContain(part);
  expect(page).not.toContain('<script>');
});

test('progress is a line every five seconds, with the rate since the last', () => {
  let [now, text] = [0, ''];
  const line = new FuzzLine({ stream: { write: (piece) => (text += String(piece)) }, now: () => now });
  for (let runs = 0; runs <= 12_000; runs += 100, now += 100) line.show({ runs, planned: 100_000, findings: 1, answerKinds: 9 });
  expect(text.split('\n').filter((row) => row !== '').length).toBe(2);
  expect(text).toMatch(/^5,000\/100,000 requests · 1 found · 1,\d\d\d\/s · 9 kinds of answers · 5\.0 s\n/);
});

test('on a terminal the line is rewritten, and cut to its width', () => {
  let [now, text] = [0, ''];
  const line = new FuzzLine({ stream: { write: (piece) => (text += String(piece)), isTTY: true, columns: 30 }, now: () => now });
  line.show({ runs: 1, planned: Infinity, findings: 0, answerKinds: 0 });
  now = 200;
  line.show({ runs: 500, planned: Infinity, findings: 0, answerKinds: 0 });
  line.note('found: crash');
  expect(text).toMatch(/\r\u001b\[2K500 requests · 0 found · [^\n]{0,20}\r\u001b\[2Kfound: crash\n$/);
});
