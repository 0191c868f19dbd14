import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Digest } from './digest.ts';
import { hostile, killedRun, outcome, start, writeJournal } from './testing/sample-journal.ts';
import { printReport } from './terminal.ts';
import { runVerdict } from './run-verdict.ts';
import { reportNames } from './run-reports.ts';
import { writeReports } from './write-reports.ts';
import { resultsValidator } from './results-validator.ts';
import schema from './results.schema.json' with { type: 'json' };

let folder: string;
let digest: Digest;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-reports-'));
  writeJournal(join(folder, 'journal.jsonl'), killedRun);
  digest = await writeReports(join(folder, 'journal.jsonl'), join(folder, 'out'), {
    githubStepSummary: join(folder, 'step.md'),
    reports: reportNames(),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
const results = (): { cases: Record<string, unknown>[] } & Record<string, unknown> => JSON.parse(read('results.json')) as never;

function schemaValidator(): (data: unknown) => unknown {
  const validate = resultsValidator(schema);
  return (data) => (validate(data) ? [] : validate.errors);
}

describe('results.json', () => {
  test('matches its schema, and the schema refuses other data', () => {
    const validate = schemaValidator();
    expect(validate(results())).toEqual([]);
    expect(validate({ ...results(), extra: 1 })).not.toEqual([]);
    const [first, ...rest] = results().cases;
    expect(validate({ ...results(), cases: [{ ...first, hits: [] }, ...rest] })).not.toEqual([]);
    expect(validate({ ...results(), cases: [{ ...first, status: 'broken' }, ...rest] })).not.toEqual([]);
  });

  test('has totals that add up to its cases, and the coverage of all hits', () => {
    const { cases, totals, coverage, complete } = results() as ReturnType<typeof results> & {
      totals: Record<string, number>;
      coverage: Record<string, unknown>;
    };
    expect(totals).toEqual({ passed: 1, failed: 4, unstable: 1, observed: 1, waived: 1, skipped: 1, inapplicable: 1 });
    expect(cases).toHaveLength(10);
    expect(complete).toBe(false);
    expect(Object.keys(coverage)).toEqual(['methods', 'params', 'enumValues', 'resultFields', 'stateRows', 'rules', 'limits', 'errors']);
    expect(coverage['methods']).toEqual({
      covered: 1,
      total: 2,
      missing: ['getbalance'],
      untestable: [{ id: 'spork', reason: 'this release has none' }],
    });
    expect(coverage['params']).toEqual({ covered: 1, total: 2, missing: ['getblock.verbosity'], untestable: [] });
  });

  test('holds no character that changes a terminal', () => {
    expect(read('results.json')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
  });

  test('keeps every digit of an answer and every character of a text', () => {
    const exact = (parse(read('results.json')) as { cases: { id: string; response: { result: { amount: unknown; label: string } } }[] })
      .cases;
    const answer = exact.find(({ id }) => id === 'methods/getblock/verbosity=1')?.response.result;
    expect(String(answer?.amount)).toBe('1.00000000');
    expect(answer?.label).toBe(hostile);
  });

  test('reports an unconfirmed suspect of a killed run as failed, and a confirmed one once', () => {
    const { cases } = results();
    expect(cases.find(({ id }) => id === 'methods/getbalance/killed')).toMatchObject({
      status: 'failed',
      suite: 'methods',
      method: 'getbalance',
      reason: expect.stringContaining('unconfirmed') as string,
      findings: [{ check: 'reset' }],
    });
    expect(cases.filter(({ id }) => id === 'methods/getblock/verbosity=1')).toMatchObject([{ retries: [{ place: 'fresh world' }] }]);
  });
});

describe('a run', () => {
  test('that was killed is not complete and states the reason of its verdict', () => {
    const verdict = runVerdict(digest);
    expect(verdict.code).toBe(2); // one case failed because Pyx did
    expect(verdict.reasons.join(' ')).toMatch(
      /1 case could not be judged.*4 cases failed \(4 breaking\), from 4 causes; 1 not confirmed.*9 of 12.*1 case is unstable/s,
    );
    expect(digest.times).toEqual([
      { what: 'start node', ms: 750 },
      { what: 'suite methods', ms: 62.5 },
      { what: 'suite rules', ms: 50 },
    ]);
  });

  test('without failures passes', async () => {
    const file = join(folder, 'good.jsonl');
    writeJournal(file, [
      { ...start, planned: 1 },
      outcome({ id: 'methods/getblock/a', status: 'passed' }),
      { t: 'end', complete: true, durationMs: 5 },
    ]);
    const good = await writeReports(file, join(folder, 'good'));
    expect(runVerdict(good)).toEqual({
      code: 0,
      look: 'good',
      title: 'Passed',
      reasons: ['1 case passed, none failed.'],
      inconclusive: 'fail',
      problems: [],
    });
    expect(good.durationMs).toBe(5);
  });

  test('without a case that was judged says so in every document for people', async () => {
    const file = join(folder, 'open.jsonl');
    writeJournal(file, [
      { ...start, planned: 1 },
      outcome({ id: 'methods/getblock/a', status: 'observed' }),
      { t: 'end', complete: true, durationMs: 5 },
    ]);
    const open = await writeReports(file, join(folder, 'open'));
    const pieces: string[] = [];
    printReport(open, { stream: { write: (text) => pieces.push(text) }, environment: { FORCE_COLOR: '1' } });
    const reason = 'No case passed or failed: 1 observed (the documents leave the answer open).';
    const documents = {
      terminal: [pieces.join(''), `\u001b[33m\u001b[1mInconclusive`],
      html: [readFileSync(join(folder, 'open/index.html'), 'utf8'), '<h1>Inconclusive</h1>'],
      summary: [readFileSync(join(folder, 'open/summary.md'), 'utf8'), '# ❔ Pyx run: Inconclusive'],
    } as const;
    for (const [name, [text, title]] of Object.entries(documents)) {
      expect(text, name).toContain(title);
      expect(text, name).toContain(reason);
      expect(text, name).not.toMatch(/Pyx run: Passed|✅|<h1>Passed|class="good"/);
    }
    expect(documents.html[0]).toContain('<header class="open">');
  });

  test('without its first line is refused', async () => {
    const file = join(folder, 'headless.jsonl');
    writeJournal(file, [{ t: 'note', text: 'no start' }]);
    await expect(writeReports(file, join(folder, 'headless'))).rejects.toThrow(/has no start line of a run/);
  });
});

test('the reports are those that were chosen; those of Allure only then', async () => {
  const names = async (reports?: readonly string[]): Promise<string[]> => {
    const out = join(folder, `chosen-${String(reports)}`);
    await writeReports(join(folder, 'journal.jsonl'), out, { reports });
    return readdirSync(out).sort();
  };
  expect(await names()).toEqual(['index.html', 'junit.xml', 'results.json', 'summary.md']);
  expect(await names(['allure'])).toEqual(['allure-results', 'results.json', 'summary.md']);
});

test('all reports are written, the summary also to the file of the CI service', () => {
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(['allure-results', 'index.html', 'junit.xml', 'results.json', 'summary.md']);
  expect(readFileSync(join(folder, 'step.md'), 'utf8').trim()).toBe(read('summary.md').trim());
});

test('no report except results.json has a control character or a direction mark', () => {
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u202e\ufffe]/;
  const allure = readdirSync(join(folder, 'out/allure-results')).filter((name) => name.endsWith('.json') || name.endsWith('.properties'));
  for (const name of ['index.html', 'junit.xml', 'summary.md', ...allure.map((file) => join('allure-results', file))]) {
    expect(control.exec(read(name)), name).toBeNull();
  }
});
