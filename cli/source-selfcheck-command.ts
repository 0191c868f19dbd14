import type { MutationResults } from '../engine/mutation-results.ts';
import { openTrial } from '../engine/open-trial.ts';
import { plan } from '../engine/plan.ts';
import { matcher } from '../engine/pattern.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { recordedTarget } from '../fixtures/targets/recorded-target.ts';
import { SelfcheckLive } from '../reports/live/selfcheck-live.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { committedFoundBy, killsOf } from '../reports/mutation/found-by.ts';
import { mutationDocuments } from '../reports/mutation/documents.ts';
import { mutationVerdict } from '../reports/mutation/verdict.ts';
import { readMutationResults } from '../reports/mutation/read-mutation-results.ts';
import type { Verdict } from '../reports/verdict.ts';
import { FoundBefore } from '../suites/selfcheck/source/found-before.ts';
import { mutatedFiles } from '../suites/selfcheck/source/mutated-files.ts';
import { readSourceExceptions, SourceExceptions, sourceExceptionsFile } from '../suites/selfcheck/source/source-exceptions.ts';
import { sourceSelfcheck } from '../suites/selfcheck/source/source-selfcheck.ts';
import type { SourceSelfchecked } from '../suites/selfcheck/source/source-selfcheck-options.ts';
import type { SourceMutant } from '../suites/selfcheck/source/source-mutant.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { changedLines, type ChangedLines } from './changed-lines.ts';
import { chosenStandard } from './chosen-standard.ts';
import { defaultJobs } from './default-jobs.ts';
import { mutantSource, type MutantSource } from './mutant-source.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { showSelfcheckProgress } from './selfcheck-progress.ts';
import type { SelfcheckFlags } from './selfcheck-command.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** `pyx selfcheck --source`: makes the node a mutant of its source, one after the other, and shows which were found. */
export const sourceSelfcheckCommand: Command<SelfcheckFlags, MutationResults, Verdict> = {
  stopping: 'stopping; what was found is kept',
  interrupted: 'interrupted before the first case',
  verdict: mutationVerdict,
  documents: mutationDocuments,
  live: 'selfcheck',
  run: async (flags, context, write) => {
    const startedMs = performance.now();
    const source = await mutantSource(flags, context);
    const mutants = await selected(source, flags, context.signal);
    const { specification, cases: casesOf, notes } = chosenStandard(flags.standard);
    const all = casesOf(DEFAULT_SETTINGS);
    const suites = [...new Set(all.map(({ suite }) => suite))];
    const { cases } = plan(all, { suites, methods: flags.method, readOnly: false }, specification);
    const file = flags.exceptions ?? (source.hasSwitches ? sourceExceptionsFile() : undefined);
    const exceptions = new SourceExceptions(file === undefined ? [] : readSourceExceptions(file), lineIn(source));
    for (const mutant of source.mutants) exceptions.reasonOf(mutant);
    const before =
      flags.incremental === undefined
        ? undefined
        : new FoundBefore(readMutationResults(flags.incremental), new Set(cases.map(({ id }) => id)));
    const seed = flags.seed ?? newSeed();
    const jobs = flags.jobs ?? defaultJobs();
    const { secrets, signal, startedAt } = context;
    const target = recordedTarget(await context.openTarget(flags.target));
    const live = new LiveLine({ stream: context.stderr });
    context.onClose(() => live.close());
    const page = context.show(new SelfcheckLive('mutants'));
    const { targetFile, names } = flags;
    const trial = await openTrial({ specification, target, targetFile, names, seed, jobs, secrets, signal });
    context.announce(trial.opened, ...notes);
    await trial.opened.node.stop(); // each job has nodes of its own
    const resultsOf = ({ complete, cases: done, mutants: results }: SourceSelfchecked): MutationResults => {
      const tests = new Map<string, string>();
      const testOf = (id: string): string => {
        const known = tests.get(id) ?? String(tests.size);
        tests.set(id, known);
        return known;
      };
      const files = mutatedFiles(results, source.sourceOf, testOf);
      return {
        schemaVersion: '2',
        pyx: version,
        kind: 'mutation',
        framework: { name: 'Pyx', version },
        thresholds: { high: 85, low: 75 },
        target: reportedTarget(target, trial.opened),
        seed,
        jobs,
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - startedMs),
        complete,
        selection: selectionOf(flags),
        cases: { ...done, passed: done.passed.length },
        documents: Object.fromEntries(specification.documented.map(({ id, source: { document } }) => [id, `document ${document}`])),
        staleExceptions: exceptions.unused(),
        files,
        testFiles: { cases: { tests: [...tests].map(([name, id]) => ({ id, name })) } },
      };
    };
    const checked = await sourceSelfcheck({
      run: trial.options,
      cases,
      mutants,
      openMutants: (environment) => target.share(source.open(environment)),
      hasSwitches: source.hasSwitches,
      exceptionOf: (mutant) => (flags.all === true ? undefined : exceptions.reasonOf(mutant)),
      resultBefore: before && ((mutant) => before.resultOf(mutant, source.sourceOf(mutant.file))),
      killsBefore: source.hasSwitches ? killsOf(committedFoundBy()) : undefined,
      sample: flags.sample,
      deadlineMs: flags.time === undefined ? undefined : startedMs + flags.time,
      onTried: (fault) => page.tried(fault),
      onProgress: showSelfcheckProgress([live, page], { cases: 'cases without a mutant', mutants: 'mutants' }, context.metrics),
      onPart: (part) => write(resultsOf(part)),
    });
    live.close();
    return { results: resultsOf(checked) };
  },
};

/** The mutants of the files and the lines that were asked for. Throws `UsageError` if there are none. */
async function selected({ mutants, folder }: MutantSource, flags: SelfcheckFlags, signal: AbortSignal): Promise<SourceMutant[]> {
  const matchers = flags.files?.map(matcher);
  const changed = flags.changedSince === undefined ? undefined : await changedLines(flags.changedSince, folder, signal);
  const found = mutants.filter(
    (mutant) =>
      (matchers === undefined || matchers.some((matches) => matches(mutant.file))) && (changed === undefined || isChanged(mutant, changed)),
  );
  if (found.length > 0) return found;
  if (changed === undefined)
    throw new UsageError('--files: no mutant is in a file with such a path', { remedy: `name files such as ${mutants[0]?.file}` });
  throw new UsageError(`--changed-since ${flags.changedSince}: no mutant is in a changed line`);
}

const isChanged = ({ file, start, end }: SourceMutant, changed: ChangedLines): boolean =>
  changed.get(file)?.some(([first, last]) => start.line <= last && end.line >= first) === true;

/** Finds the first line of a change. */
function lineIn({ sourceOf }: MutantSource): (mutant: SourceMutant) => string {
  const lines = new Map<string, readonly string[]>();
  return ({ file, start }) => {
    const known = lines.get(file) ?? sourceOf(file).split('\n');
    lines.set(file, known);
    return known[start.line - 1] ?? '';
  };
}

const selectionOf = ({ files, method, sample, changedSince, incremental, all }: SelfcheckFlags): MutationResults['selection'] => ({
  ...(files && { files }),
  ...(method && { methods: method }),
  ...(sample !== undefined && { sample }),
  ...(changedSince !== undefined && { changedSince }),
  ...(incremental !== undefined && { incremental }),
  ...(all === true && { all: true }),
});
