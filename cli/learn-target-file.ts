import { existsSync } from 'node:fs';
import { maskData } from '../client/mask-data.ts';
import { Progress } from '../reports/progress.ts';
import type { SpokenName } from '../specs/model/guess-names.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import type { DraftChecked } from '../suites/drift/check-draft.ts';
import { learnTarget, type LearntTarget } from '../suites/drift/learn.ts';
import type { LearntOptions } from '../suites/drift/start-options.ts';
import type { TargetFlags } from './common-options.ts';
import { withContext, type ContextSettings } from './context.ts';
import { defaultJobs } from './default-jobs.ts';
import { schemaLine } from './schema-line.ts';
import { UsageError } from './usage-error.ts';
import { writableFolderOf } from './writable-folder.ts';
import { writeOutput } from './write-output.ts';

/** What is tried of each model of states: whether its commands can be run at all. */
const FEW = { runs: 1, commands: 6, tour: false };

/** The release to learn, and the file to write. */
export interface LearnRequest extends Omit<TargetFlags, 'targetFile'> {
  /** The target file, which must not exist. */
  readonly file: string;
  readonly seed: number;
  readonly readOnly?: boolean;
  readonly jobs?: number;
}

/** What was learnt: the line of `pyx drift --learn FILE --json`. */
export interface LearnResults extends Omit<LearntOptions, 'lost'> {
  /** 1 if a node was lost, else 0. */
  readonly exitCode: 0 | 1;
  /** The file that was written. */
  readonly file: string;
  /** The target, as `--target` names it, without credentials. */
  readonly target: string;
  /** What speaks for each name of the node's own. */
  readonly names: readonly SpokenName[];
  /** Neutral ids of the methods that it does not have. */
  readonly absent: readonly string[];
  /** What the first cases of the suites showed of the draft. */
  readonly checked: Pick<DraftChecked, 'cases' | 'failed' | 'durationMs'>;
  /** Sentences for people, which the file has as comments. */
  readonly doubts: readonly string[];
  /** Nodes that died or stopped answering; what they were asked was asked of others. */
  readonly lost: LearntTarget['lost'];
}

/**
 * Drafts a target file and writes it. The results are masked. Nothing is printed on standard output. Throws `UsageError` for a file
 * that exists or cannot be written, and as `learnTarget` does.
 */
export async function learnTargetFile(
  request: LearnRequest,
  settings: Pick<ContextSettings, 'signal' | 'quiet'> = {},
): Promise<LearnResults> {
  const { file, names, seed, readOnly, jobs = defaultJobs() } = request;
  if (existsSync(file))
    throw new UsageError(`--learn: ${file} exists already`, { remedy: 'name a new file, or use --accept to extend this one' });
  const ends = { stopping: 'stopping', interrupted: 'interrupted: no file was written' };
  return withContext({ ...ends, ...settings }, async (context) => {
    // Before the experiments, which take minutes.
    writableFolderOf(file, '--learn');
    const { secrets, signal } = context;
    const target = await context.openTarget(request.target, request);
    let progress: Progress | undefined;
    context.onClose(() => progress?.close());
    const { text, absent, options, spoken, checked, lost } = await learnTarget(
      { specification, target, targetFile: 'none', names, seed, jobs, readOnly, secrets, signal, cases: allCases(specification, FEW) },
      {
        onNote: (note) => (progress ?? context).note(note),
        onPlanned: (planned) => {
          progress?.close();
          context.note('running the first cases of each suite with the draft');
          progress = new Progress({ stream: context.stderr, planned });
        },
        onOutcome: (outcome) => progress?.outcome(outcome),
      },
    );
    progress?.close();
    writeOutput(file, `${schemaLine(file, 'target')}${secrets.mask(text)}`);
    for (const { during, message } of lost) context.note(`a node was lost in ${during}: ${message}`);
    const { cases, failed, durationMs, doubts } = checked;
    const { wanted, refused, open } = options;
    const results: LearnResults = {
      exitCode: lost.length > 0 ? 1 : 0,
      file,
      target: target.name,
      names: spoken,
      absent,
      wanted,
      refused,
      open,
      checked: { cases, failed, durationMs },
      doubts,
      lost,
    };
    return maskData(results, secrets);
  });
}
