import { expect, test } from 'vitest';
import type { MatrixResults } from './results.ts';
import { met, sampleMatrix, sampleRun, type SampleColumn } from './testing/sample-matrix.ts';
import { matrixVerdict } from './verdict.ts';

const field = { method: 'getblock', variant: 'verbosity=1', path: 'tx', check: 'type' };
const good: SampleColumn = { label: 'good', lines: sampleRun() };
const wrong: SampleColumn = { label: 'wrong', lines: sampleRun([met('methods/getblock/a', field)]) };
const accepting: SampleColumn = {
  label: 'accepting',
  lines: sampleRun([met('methods/getblock/a', field, { status: 'waived', finding: { waiver: 'so it is' } })]),
};
const down: SampleColumn = { label: 'down', error: { code: 2, reasons: ['no such file.'], details: [] } };
const killed: SampleColumn = { label: 'killed', lines: sampleRun().slice(0, -1) };

const verdictOn = async (columns: readonly SampleColumn[], failOn: MatrixResults['failOn'] = null): Promise<[number, string, string]> => {
  const { code, title, reasons } = matrixVerdict(await sampleMatrix(columns, failOn));
  return [code, title, reasons.join(' ')];
};

test.each([
  [
    [good, wrong],
    [0, 1, 1, 1],
  ],
  [
    [wrong, good],
    [0, 0, 1, 1],
  ],
  [
    [wrong, wrong],
    [0, 0, 0, 1],
  ],
  [
    [good, good],
    [0, 0, 0, 0],
  ],
  [
    [good, accepting],
    [0, 0, 1, 0],
  ],
  [
    [good, wrong, down],
    [2, 2, 2, 2],
  ],
  [
    [good, killed],
    [1, 1, 1, 1],
  ],
] as const)('%# exit codes without --fail-on, for what is lost, for differences and for findings', async (columns, expected) => {
  const codes: number[] = [];
  for (const failOn of [null, 'lost', 'differences', 'findings'] as const)
    codes.push((await verdictOn(columns as readonly SampleColumn[], failOn))[0]);
  expect(codes).toEqual(expected);
});

test('the sentences name what was lost, and the column that is missing', async () => {
  expect(await verdictOn([good, wrong], 'lost')).toEqual([
    1,
    'Failed',
    expect.stringMatching(
      /^2 columns, \d+ rows\. wrong lost 2 rows, of getblock\. 2 rows differ between the columns\. With findings: wrong\.$/,
    ),
  ]);
  expect(await verdictOn([good, down, good])).toEqual([
    2,
    'Could not be done',
    expect.stringContaining('down could not be done: no such file.'),
  ]);
  expect(await verdictOn([good, accepting], 'lost')).toEqual([
    0,
    'Passed with remarks',
    expect.stringContaining('accepting lost 2 rows as its target file states (accepted, or absent).'),
  ]);
  expect(await verdictOn([good, killed])).toEqual([1, 'Inconclusive', expect.stringContaining('The run of killed is not complete.')]);
});
