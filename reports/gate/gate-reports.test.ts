import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { resultsValidator } from '../results-validator.ts';
import schema from './gate.schema.json' with { type: 'json' };
import { gateAnnotations } from './annotations.ts';
import { gatePage } from './page.ts';
import { gateSarif } from './sarif.ts';
import { printGateReport } from './terminal.ts';
import type { GatePart } from './results.ts';
import { gate, part, problem } from './testing/sample-gate.ts';
import { sarifForm } from './testing/sarif-form.ts';
import { gateVerdict } from './verdict.ts';
import { gateDocuments } from './documents.ts';
import { writeResults } from '../write-results.ts';

const isGate = resultsValidator(schema);
const isSarif = new Ajv2020({ allErrors: true }).compile(sarifForm);

const failed = gate(
  [part('run, seed 1', 1), part('fuzz', 0)],
  [problem(), problem({ rule: 'standard/allow', severity: 'pedantic', methods: [], replay: null })],
);
const impossible = gate([part('run, seed 1', 2, { details: ['[last] {line}'] }), part('fuzz', null)]);

const NOT_RUN = ['Not run', null] as const;
test.each<readonly [parts: readonly (readonly [string, GatePart['exitCode']])[], code: number, title: string, reason: string]>([
  [
    [
      ['Passed', 0],
      ['Passed', 0],
    ],
    0,
    'Passed',
    '2 parts without findings.',
  ],
  [
    [
      ['Passed', 0],
      ['Passed with remarks', 0],
    ],
    0,
    'Passed with remarks',
    'With remarks: part 2.',
  ],
  [
    [
      ['Passed with remarks', 0],
      ['Inconclusive', 1],
    ],
    1,
    'Inconclusive',
    'Inconclusive: part 2.',
  ],
  [
    [
      ['Inconclusive', 1],
      ['Failed', 1],
    ],
    1,
    'Failed',
    'With findings: part 2.',
  ],
  [[['Failed', 1], ['Could not be done', 2], NOT_RUN], 2, 'Could not be done', 'Could not be done: part 2.'],
  [[['Failed', 1], ['Inconclusive', 130], NOT_RUN], 130, 'Failed', 'Interrupted: part 2.'],
  [[['Passed', 0], ['Inconclusive', 130], NOT_RUN], 130, 'Inconclusive', 'Not run: part 3.'],
])('parts that ended with %j give %i', (ends, code, title, reason) => {
  const parts = ends.map(([of, exitCode], index) => part(`part ${index + 1}`, exitCode, { title: of }));
  const verdict = gateVerdict({ parts, problems: [problem()] });
  expect(verdict).toMatchObject({ code, title, problems: [problem()] });
  expect(verdict.reasons).toContain(reason);
});

test('what is not decided passes by the policy, and what was not tried does not', () => {
  const verdict = (exitCode: 0 | 1): unknown =>
    gateVerdict({ parts: [part('run', exitCode, { title: 'Inconclusive' }), part('fuzz', 0)], problems: [] }, { inconclusive: 'pass' });
  expect(verdict(0)).toMatchObject({ code: 0, title: 'Inconclusive' });
  expect(verdict(1)).toMatchObject({ code: 1, title: 'Inconclusive', reasons: ['Not all of it was tried: run.'] });
});

test('gate.json has the form of its schema, and a change of it is noticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-gate-'));
  try {
    for (const results of [failed, impossible]) {
      writeResults(results, gateVerdict(results), gateDocuments, { outDir: folder });
      const written = JSON.parse(readFileSync(join(folder, 'gate.json'), 'utf8')) as object;
      expect(isGate(written), JSON.stringify(isGate.errors)).toBe(true);
      expect(isGate({ ...written, exitCode: 3 })).toBe(false);
      expect(isSarif(JSON.parse(readFileSync(join(folder, 'pyx.sarif'), 'utf8'))), JSON.stringify(isSarif.errors)).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the SARIF log has a result for each problem, at its line, with the level of its severity', () => {
  const log = gateSarif(failed, gateVerdict(failed));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  expect(log).toMatchObject({
    runs: [
      {
        tool: { driver: { rules: [{ id: 'document/type' }, { id: 'standard/allow' }] } },
        invocations: [{ executionSuccessful: true, exitCode: 1 }],
        properties: { verdict: 'Failed', exitCode: 1, reasons: ['With findings: run, seed 1.'] },
        results: [
          {
            ruleId: 'document/type',
            ruleIndex: 0,
            level: 'error',
            locations: [{ physicalLocation: { artifactLocation: { uri: 'ci/pyx.yaml' }, region: { startLine: 2 } } }],
          },
          { ruleIndex: 1, level: 'note' },
        ],
      },
    ],
  });
  expect(gateSarif(impossible, gateVerdict(impossible))).toMatchObject({
    runs: [{ invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }] }], results: [] }],
  });
});

test('a text of the node is no link, placeholder or control sequence of SARIF', () => {
  const odd = problem({
    title: 'a',
    place: 'b',
    message: '[x](http://evil.example) {0} \\ \u001b[2J',
    at: { file: 'a b/ü.yaml', line: 1 },
  });
  const results = gate([part('run', 1)], [odd]);
  const log = gateSarif(results, gateVerdict(results)) as { runs: { results: { message: { text: string } }[] }[] };
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  expect(log.runs[0]?.results[0]?.message.text).toBe('a (b): \\[x\\](http://evil.example) {{0}} \\\\ \\\\u001b\\[2J');
});

test('annotations are one line each, at the line of the policy, and nothing in them ends the command', () => {
  const lines = gateAnnotations(failed);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^::error file=ci\/pyx\.yaml,line=2,title=Pyx%3A blocks must be a number \(getblockchaininfo\)::run, seed 1: /);
  expect(lines[0]).toContain('100 %25');
  // Below the severity that counts.
  expect(lines[1]).toMatch(/^::notice /);
  for (const line of lines) expect(line).not.toMatch(/[\r\n\u001b]/);
  const title = gateAnnotations(gate([part('run', 1)], [problem({ title: 'a,b::c\n%' })]))[0];
  expect(title).toContain('title=Pyx%3A a%2Cb%3A%3Ac%0A%25 (');
  expect(gateAnnotations(impossible)[0]).toMatch(/^::error file=ci\/pyx\.yaml,line=2,title=Pyx%3A run%2C seed 1%3A /);
  expect(gateAnnotations(gate([part('run', 0)]))).toEqual([]);
});

test('of many problems GitHub shows nine and a count', () => {
  const lines = gateAnnotations(
    gate(
      [part('run', 1)],
      Array.from({ length: 25 }, () => problem()),
    ),
  );
  expect(lines).toHaveLength(10);
  expect(lines[9]).toContain('16 more problems');
});

test('the page and the terminal show verdict, parts and problems, with the texts of the node as texts', () => {
  const page = gatePage(failed, gateVerdict(failed));
  expect(page).toContain('<h1>Failed</h1>');
  expect(page).toContain('href="run-seed-1/index.html"');
  expect(page).not.toContain('<script>alert');
  // There are no reports of what was not done.
  expect(gatePage(impossible, gateVerdict(impossible))).not.toContain('index.html');
  let printed = '';
  printGateReport(failed, gateVerdict(failed), { stream: { write: (text: string) => (printed += text) }, outDir: 'out', environment: {} });
  expect(printed).toContain('blocks must be a number');
  expect(printed).toMatch(/^Failed {2}With findings: run, seed 1\.$/m);
  expect(printed).not.toContain('\u001b');
});
