import { join, resolve } from 'node:path';
import { maskData } from '../client/mask-data.ts';
import type { LiveKind } from '../reports/live/live-state.ts';
import { printJson } from '../reports/print.ts';
import { reportedVerdict, type Verdict, type VerdictOptions } from '../reports/verdict.ts';
import { writeResults, type Documents } from '../reports/write-results.ts';
import type { SummaryOptions } from '../reports/write-summary.ts';
import type { OutputFlags } from './common-options.ts';
import { withContext, type Context, type ContextSettings } from './context.ts';
import { reportEnd } from './end-verdict.ts';
import { writableFolder, writingError } from './writable-folder.ts';

/** A command that works on nodes and has results, as data. */
export interface Command<Settings extends OutputFlags, Results, V extends Verdict = Verdict> extends Omit<ContextSettings, 'out'> {
  run(settings: Settings, context: Context, write: Write<Results>): Promise<Done<Results>>;
  verdict(results: Results, settings: Settings & VerdictOptions): V;
  readonly documents: Documents<Results, V> | WrittenDocuments<Results, V>;
  /** The kind of its live page, if it has the option `--live`. */
  readonly live?: LiveKind;
}

/** The documents of a command that writes them itself, from a journal. */
export type WrittenDocuments<Results, V extends Verdict> = Pick<Documents<Results, V>, 'print' | 'line'>;

/** Writes the documents of results before the end: to a subfolder if one is named, else to the output folder. */
export type Write<Results> = (results: Results, subfolder?: string) => void;

/** The end of a command. */
export interface Done<Results> {
  /** Secrets need not be masked. */
  readonly results: Results;
  /** All that was asked for was done: an interruption came too late to matter. */
  readonly whole?: boolean;
  /** Done after the results were printed, with the exit code so far. Returns the exit code. */
  readonly afterwards?: (code: number) => Promise<number>;
}

/** What a command has found, and written to its folder. */
export interface Performed<Results, V extends Verdict> {
  readonly results: Results;
  /** Its `code` is the exit code, also of an interruption. */
  readonly verdict: V;
  readonly outDir: string;
}

/** Performs a command: runs it, writes and prints its results. Returns the exit code. Throws `UserError` and `InterruptedError`. */
export async function perform<Settings extends OutputFlags, Results, V extends Verdict>(
  command: Command<Settings, Results, V>,
  settings: Settings,
): Promise<number> {
  const githubStepSummary = process.env['GITHUB_STEP_SUMMARY'];
  const json = settings.json === true;
  let isReported = false;
  try {
    return await withContext({ ...command, out: settings.out, githubStepSummary, metrics: settings.metrics }, async (context) => {
      if (command.live !== undefined && settings.live !== undefined)
        await context.openLive(command.live, settings.live === true ? undefined : settings.live);
      const { afterwards, ...performed } = await carryOut(command, settings, context);
      isReported = true;
      printResults(command.documents, performed, json);
      const { code, title, look, reasons } = performed.verdict;
      await context.endLive({ title, look, reasons, outDir: resolve(performed.outDir) });
      return afterwards ? afterwards(code) : code;
    });
  } catch (error) {
    if (!isReported) reportEnd(error, { json, githubStepSummary });
    throw error;
  }
}

/** Prints results on standard output: for people, or as one line of JSON. */
export function printResults<Results, V extends Verdict>(
  documents: WrittenDocuments<Results, V>,
  { results, verdict, outDir }: Performed<Results, V>,
  json: boolean,
): void {
  if (json) printJson(process.stdout, { ...documents.line(results, verdict, outDir), verdict: reportedVerdict(verdict) });
  else documents.print(results, verdict, { stream: process.stdout, outDir });
}

/**
 * Performs a command as a part of another one, whose `signal` interrupts it: nothing is printed on standard output. Throws
 * as `perform` does. `quiet`: nor on standard error; `name`: begins each line there.
 */
export function performPart<Settings extends OutputFlags, Results, V extends Verdict>(
  command: Command<Settings, Results, V>,
  settings: Settings,
  signal: AbortSignal,
  { quiet, name }: Pick<ContextSettings, 'quiet' | 'name'> = {},
): Promise<Performed<Results, V>> {
  return withContext({ ...command, out: settings.out, signal, quiet, name, metrics: settings.metrics }, (context) =>
    carryOut(command, settings, context),
  );
}

/** What is known at the end of a command, and not of results before. */
interface Ending extends SummaryOptions {
  readonly interrupted?: boolean;
}

async function carryOut<Settings extends OutputFlags, Results, V extends Verdict>(
  command: Command<Settings, Results, V>,
  settings: Settings,
  context: Context,
): Promise<Performed<Results, V> & Pick<Done<Results>, 'afterwards'>> {
  const { documents } = command;
  const written = (given: Results, outDir: string, more: Ending = {}): { readonly results: Results; readonly verdict: V } => {
    const { interrupted = false, githubStepSummary } = more;
    if (!('file' in documents)) return { results: given, verdict: command.verdict(given, { ...settings, interrupted }) };
    const results = maskData(given, context.secrets);
    const verdict = command.verdict(results, { ...settings, interrupted });
    try {
      writeResults(results, verdict, documents, { outDir, githubStepSummary });
    } catch (error) {
      throw writingError(outDir, error);
    }
    return { results, verdict };
  };
  const done = await command.run(settings, context, (results, subfolder) => {
    written(results, subfolder === undefined ? context.outDir : writableFolder(join(context.outDir, subfolder)));
  });
  const interrupted = context.signal.aborted && done.whole !== true;
  const { outDir, githubStepSummary } = context;
  const performed = written(done.results, outDir, { interrupted, githubStepSummary });
  return { ...performed, outDir, ...(!interrupted && done.afterwards && { afterwards: done.afterwards }) };
}
