import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { maskData } from '../client/mask-data.ts';
import { journalFile } from '../engine/conduct.ts';
import { startLineOf } from '../engine/merge-journals.ts';
import { badgeData, badgeSvg } from '../reports/matrix/badge.ts';
import { matrixDocuments } from '../reports/matrix/documents.ts';
import { matrixOf } from '../reports/matrix/matrix.ts';
import type { MatrixResults } from '../reports/matrix/results.ts';
import { matrixVerdict } from '../reports/matrix/verdict.ts';
import { defined } from '../specs/model/defined.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import type { OutputFlags, StandardFlags, TargetFlags } from './common-options.ts';
import { assertSomeCase } from './assert-some-case.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { Context } from './context.ts';
import { defaultJobs } from './default-jobs.ts';
import { columnText, type ColumnText } from './matrix/column-text.ts';
import { assertWholeRun, doColumn, labelled, withoutCredentials, type ColumnRequest, type DoneColumn } from './matrix/do-column.ts';
import { loadNamedPlugins } from './named-plugins.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { assertReplaceable } from './replaceable-file.ts';
import { planOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writeOutput } from './write-output.ts';

/** The options of `pyx matrix`, as commander returns them. */
export interface MatrixFlags extends Omit<TargetFlags, 'target'>, StandardFlags, OutputFlags {
  readonly plugin?: readonly string[];
  readonly suite?: string[];
  readonly family?: string[];
  readonly method?: string[];
  readonly case?: string[];
  readonly exclude?: string[];
  readonly seed?: number;
  readonly jobs?: number;
  readonly readOnly?: boolean;
  readonly failOn?: NonNullable<MatrixResults['failOn']>;
  readonly badge?: string;
}

/** The options, and the columns as they are named. */
export interface MatrixSettings extends MatrixFlags {
  readonly columns: readonly string[];
}

/** More columns are not readable side by side. */
const MAX_COLUMNS = 20;

/** `pyx matrix A B…`: releases side by side. */
export const matrixCommand: Command<MatrixSettings, MatrixResults> = {
  stopping: 'stopping; what the runs found is shown',
  interrupted: 'interrupted before there was anything to show',
  verdict: matrixVerdict,
  documents: matrixDocuments,
  run: async (flags, context) => {
    const columns = flags.columns.map(columnText);
    assertUsable(columns, flags);
    for (const column of columns) if (column.source === 'folder') await assertWholeRun(column.folder);
    // What a plug-in adds is there for each column: load all before the cases are planned.
    for (const column of columns) if (column.source === 'target' && column.targetFile !== undefined) await loadNamedPlugins(column);
    const { outDir, signal, quiet } = context;
    assertBeside(outDir, columns);
    const targets = columns.filter(({ source }) => source === 'target').length;
    const atOnce = Math.max(1, Math.min(targets, availableParallelism()));
    const request = await requestOf(flags, columns, atOnce);
    const done = await side(
      columns,
      atOnce,
      (column, index) => doColumn(column, request, { outDir, number: index + 1, signal, quiet }),
      context,
    );
    if (done.every(({ run }) => run === null)) signal.throwIfAborted();
    const { startedAt } = context;
    const results: MatrixResults = {
      schemaVersion: 1,
      pyx: version,
      kind: 'matrix',
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      seed: targets === 0 ? null : request.seed,
      failOn: flags.failOn ?? null,
      ...matrixOf(labelled(done)),
    };
    const last = results.columns.at(-1);
    if (flags.badge !== undefined && last) {
      const badge = maskData(badgeData(last), context.secrets);
      writeOutput(flags.badge, badgeSvg(badge));
      writeOutput(dataFileOf(flags.badge), `${JSON.stringify(badge)}\n`);
    }
    return { results };
  },
};

/** Throws `UsageError` for columns and options that do not fit each other. */
function assertUsable(columns: readonly ColumnText[], { failOn, badge }: MatrixFlags): void {
  if (columns.length > MAX_COLUMNS)
    throw new UsageError(`${columns.length} columns are more than ${MAX_COLUMNS}`, { remedy: 'name fewer' });
  if (columns.length < 2 && (failOn === 'lost' || failOn === 'differences'))
    throw new UsageError(`--fail-on ${failOn} compares columns, and there is one`, { remedy: 'name the release before it first' });
  const labels = columns.flatMap(({ label }) => (label === undefined ? [] : [label]));
  const twice = labels.find((label, index) => labels.indexOf(label) < index);
  if (twice !== undefined) throw new UsageError(`two columns are labelled ${twice}`, { remedy: 'give each its own label' });
  const folders = columns.flatMap((column) => (column.source === 'folder' ? [resolve(column.folder)] : []));
  const same = folders.find((folder, index) => folders.indexOf(folder) < index);
  if (same !== undefined) throw new UsageError(`${same} is named twice`, { remedy: 'name each run once' });
  if (badge === undefined) return;
  if (!badge.endsWith('.svg'))
    throw new UsageError(`--badge: ${badge} does not end in .svg`, { remedy: 'name a file such as support.svg' });
  if (kindOfPath(badge) === 'folder') throw new UsageError(`--badge: ${badge} is a folder`, { remedy: 'name a file such as support.svg' });
  assertReplaceable(badge, '--badge', (text) => text.startsWith('<svg '));
  assertReplaceable(dataFileOf(badge), '--badge', (text) => text.startsWith('{"schemaVersion":1,'));
}

/** Beside the picture, for other sites. */
const dataFileOf = (badge: string): string => badge.replace(/\.svg$/, '.json');

/** Throws `UsageError` for the folder of a run, whose page would be replaced. */
function assertBeside(outDir: string, columns: readonly ColumnText[]): void {
  if (
    !existsSync(journalFile(outDir)) &&
    columns.every((column) => column.source !== 'folder' || resolve(column.folder) !== resolve(outDir))
  )
    return;
  throw new UsageError(`--out: ${outDir} is the folder of a run, whose reports would be replaced`, { remedy: 'name another folder' });
}

/** What is run in each column: the same cases, with the same seed. Without a seed, that of the first run that is read. */
async function requestOf(flags: MatrixFlags, columns: readonly ColumnText[], atOnce: number): Promise<ColumnRequest> {
  const { standard, plugin, suite, family, method, exclude, readOnly, targetFile, names, cookie, conf, inconclusive } = flags;
  const selection = defined({ suite, family, method, case: flags.case, exclude, readOnly });
  const chosen = chosenStandard(standard);
  const planned = planOf({ target: '', ...selection }, chosen);
  if (columns.some(({ source }) => source === 'target')) assertSomeCase(planned);
  const [earlier] = columns.flatMap((column) => (column.source === 'folder' ? [column.folder] : []));
  const seed = flags.seed ?? (earlier === undefined ? newSeed() : ((await startLineOf(journalFile(earlier))).seed ?? newSeed()));
  const jobs = Math.max(1, Math.floor((flags.jobs ?? defaultJobs()) / atOnce));
  return { chosen, planned, seed, jobs, ...defined({ standard, plugin, readOnly, targetFile, names, cookie, conf, inconclusive }) };
}

/** Does columns side by side, at most so many at once, and those of one target one after another. Returns them in their order. */
async function side(
  columns: readonly ColumnText[],
  atOnce: number,
  work: (column: ColumnText, index: number) => Promise<DoneColumn>,
  context: Context,
): Promise<DoneColumn[]> {
  const done: DoneColumn[] = [];
  const left = columns.map((column, index) => ({ column, index }));
  const running = new Set<string>();
  const next = (): (typeof left)[number] | undefined => {
    const at = left.findIndex(({ column }) => column.source === 'folder' || !running.has(column.target));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const worker = async (): Promise<void> => {
    for (let item = next(); item; item = next()) {
      const { column, index } = item;
      const name = column.source === 'folder' ? column.folder : column.target;
      running.add(name);
      if (column.source === 'target') context.note(`column ${index + 1} of ${columns.length}: ${column.label ?? withoutCredentials(name)}`);
      done[index] = await work(column, index);
      running.delete(name);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  // An internal error ends the command when the columns beside have ended, too.
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return done;
}
