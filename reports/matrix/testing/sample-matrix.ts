import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalLine, StartLine } from '../../../engine/journal-lines.ts';
import type { Finding, Outcome } from '../../../engine/outcome.ts';
import { outcome, start, universe, writeJournal } from '../../testing/sample-journal.ts';
import { matrixOf } from '../matrix.ts';
import { readColumn, type ReadColumn } from '../read-column.ts';
import type { MatrixError, MatrixResults } from '../results.ts';

/** A column of a sample: its journal, or why there is none. */
export interface SampleColumn {
  readonly label: string;
  readonly lines?: readonly JournalLine[];
  readonly error?: MatrixError;
}

/** A standard with a subcommand, two variants, and a method that a release may lack. */
export const standard: StartLine['universe'] = {
  ...universe,
  methods: ['m:getblock', 'm:getbalance', 'm:gobject count'],
  resultFields: ['f:getblock#verbosity=1:tx', 'f:getblock#verbosity=1:tx[].vin[]', 'f:getbalance#default:amount'],
  rules: ['r:getblock/confirmations', 'r:gobject-count/all'],
  untestable: {},
  families: { getblock: 'chain', getbalance: 'wallet', 'gobject count': 'governance' },
};

/** Everything of it. */
const hits = Object.entries(standard).flatMap(([name, ids]) => (name === 'untestable' || name === 'families' ? [] : (ids as string[])));

/** A whole run of a release, in which all passed but for `cases`. */
export function sampleRun(cases: readonly JournalLine[] = [], more: Partial<StartLine> = {}): JournalLine[] {
  const own: StartLine = { ...start, universe: standard, target: { ...start.target, subversion: '/Acme:1.0/' }, ...more };
  const seen = hits.filter((id) => Object.values(own.universe).some((ids) => Array.isArray(ids) && ids.includes(id)));
  const absent = (id: string): boolean => own.universe.untestable[id] !== undefined;
  return [
    own,
    outcome({ id: 'methods/getblock/all', status: 'passed', hits: seen.filter((id) => !absent(id)) }),
    ...cases,
    { t: 'end', complete: true, durationMs: 1_000 },
  ];
}

/** A case that met a difference. */
export function met(
  id: string,
  difference: Finding['difference'],
  more: Partial<Omit<Outcome, 'findings'>> & { readonly finding?: Partial<Finding> } = {},
): JournalLine {
  const { finding, ...rest } = more;
  return outcome({
    id,
    status: 'failed',
    findings: [
      {
        check: 'type',
        evidence: 'document',
        source: 'document 2, Block (getblock)',
        message: `${id} is wrong`,
        ...(difference && { difference }),
        ...finding,
      },
    ],
    request: { method: 'getblock', params: ['00ff', 1] },
    response: { result: { tx: 7 } },
    replay: `npx --no-install pyx run --case ${id} --seed 42`,
    ...rest,
  });
}

/** Reads the journals of columns. */
export async function sampleColumns(columns: readonly SampleColumn[]): Promise<ReadColumn[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-matrix-'));
  try {
    const read: ReadColumn[] = [];
    for (const [index, { label, lines, error = null }] of columns.entries()) {
      const journal = join(folder, `${index}.jsonl`);
      if (lines) writeJournal(journal, lines);
      const run = lines ? await readColumn(journal) : null;
      read.push({
        label,
        given: `runs/${index}`,
        source: 'folder',
        folder: `runs/${index}`,
        page: run && `runs/${index}/index.html`,
        run,
        error,
      });
    }
    return read;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Results of a matrix of these columns. */
export async function sampleMatrix(columns: readonly SampleColumn[], failOn: MatrixResults['failOn'] = null): Promise<MatrixResults> {
  return {
    schemaVersion: 1,
    pyx: '0.2.0',
    kind: 'matrix',
    startedAt: '2026-11-27T10:00:00.000Z',
    durationMs: 90_000,
    seed: 42,
    failOn,
    ...matrixOf(await sampleColumns(columns)),
  };
}
