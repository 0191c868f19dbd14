import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { journalFile } from '../../engine/conduct.ts';
import { startLineOf } from '../../engine/merge-journals.ts';
import { readColumn, type ColumnRun, type ReadColumn } from '../../reports/matrix/read-column.ts';
import type { MatrixError } from '../../reports/matrix/results.ts';
import { endOfPart } from '../end-of-part.ts';
import { performPart } from '../perform.ts';
import { trialCommand, type TrialRequest } from '../trial-command.ts';
import { UsageError } from '../usage-error.ts';
import type { ColumnText } from './column-text.ts';

/** A column before labels are made different: `label` is undefined where the version of the node is to be it. */
export interface DoneColumn extends Omit<ReadColumn, 'label'> {
  readonly label: string | undefined;
}

/** What is run in each column. */
export type ColumnRequest = Omit<TrialRequest, 'target' | 'out'>;

/** Where a column is done. */
export interface ColumnPlace {
  /** The folder of the matrix. */
  readonly outDir: string;
  /** From 1. */
  readonly number: number;
  readonly signal: AbortSignal;
  readonly quiet: boolean;
}

/** Throws `UsageError` for the folder of a shard: what it did not try is not known of the release. */
export async function assertWholeRun(folder: string): Promise<void> {
  const { shard } = await startLineOf(journalFile(folder));
  if (shard)
    throw new UsageError(`${folder} is shard ${shard.index} of ${shard.total}, not a whole run`, {
      remedy: 'merge the shards with pyx report --out WHOLE, and name WHOLE',
    });
}

/** Reads the folder of a run, or runs the cases against a target: in a folder of its own beneath that of the matrix. */
export async function doColumn(
  column: ColumnText,
  request: ColumnRequest,
  { outDir, number, ...calling }: ColumnPlace,
): Promise<DoneColumn> {
  const isFolder = column.source === 'folder';
  const folder = isFolder ? column.folder : join(outDir, `column-${number}`);
  const given = isFolder ? column.folder : withoutCredentials(column.target);
  let error = isFolder ? null : await tryTarget(column, request, { folder, name: column.label ?? given, ...calling });
  let run: ColumnRun | null = null;
  // A run that ended early has left what it found.
  if (existsSync(journalFile(folder))) {
    try {
      run = await readColumn(journalFile(folder));
    } catch (problem) {
      error ??= errorOf(problem);
    }
  }
  return {
    label: column.label,
    given,
    source: column.source,
    folder: run && relative(outDir, folder),
    page: run && existsSync(join(folder, 'index.html')) ? encodeURI(relative(outDir, join(folder, 'index.html'))) : null,
    run,
    error,
  };
}

/** Runs the cases. Returns why that could not be done, or null. */
async function tryTarget(
  { target, targetFile }: Extract<ColumnText, { source: 'target' }>,
  request: ColumnRequest,
  { folder, name, signal, quiet }: Pick<ColumnPlace, 'signal' | 'quiet'> & { readonly folder: string; readonly name: string },
): Promise<MatrixError | null> {
  try {
    const settings: TrialRequest = { ...request, target, ...(targetFile !== undefined && { targetFile }), out: folder };
    const { verdict } = await performPart(trialCommand, settings, signal, { name, quiet });
    return verdict.code === 130 ? { code: 130, reasons: ['Interrupted.'], details: [] } : null;
  } catch (error) {
    return errorOf(error);
  }
}

/** Why a column could not be done. Throws internal errors. */
function errorOf(error: unknown): MatrixError {
  const end = endOfPart(error);
  if (end === undefined) throw error;
  return { code: end.exitCode === 130 ? 130 : 2, reasons: end.reasons, details: end.details };
}

export const withoutCredentials = (target: string): string => target.replace(/\/\/[^/]*@/, '//');

/** The columns with labels that differ: those given, else the versions of the nodes, else what was given. */
export function labelled(columns: readonly DoneColumn[]): ReadColumn[] {
  const first = columns.map(({ label, run, given }) => label ?? versionOf(run) ?? given);
  const twice = (label: string, all: readonly string[]): boolean => all.indexOf(label) !== all.lastIndexOf(label);
  // Two runs of one release: the folder says which.
  const second = first.map((label, index) => {
    const { label: given, source, given: named } = columns[index]!;
    return given === undefined && twice(label, first) ? `${label} (${source === 'folder' ? basename(named) : named})` : label;
  });
  return columns.map((column, index) => {
    const label = second[index]!;
    const before = second.slice(0, index).filter((other) => other === label).length;
    return { ...column, label: before === 0 ? label : `${label} ${before + 1}` };
  });
}

/** `coind:0.2.0` of `/coind:0.2.0/` */
function versionOf(run: ColumnRun | null): string | undefined {
  const text = run?.digest.start.target.subversion.replace(/^\/(.*)\/$/s, '$1').trim();
  return text === '' ? undefined : text;
}
