import { durationMs } from '../../load/duration.ts';
import { fuzzDocuments } from '../../reports/fuzz/documents.ts';
import { fuzzVerdict } from '../../reports/fuzz/verdict.ts';
import { writeResults } from '../../reports/write-results.ts';
import { defined } from '../../specs/model/defined.ts';
import { fuzzCommand } from '../fuzz-command.ts';
import type { PartOutcome, PlannedPart } from './gate-part.ts';
import { namesOption } from './names-option.ts';
import type { FuzzPolicy, ReadPolicy } from './read-policy.ts';

/** The fuzzing of a policy. `seed`: that of the first run. */
export function fuzzPart({ policy, file }: ReadPolicy, fuzz: FuzzPolicy, seed: number): PlannedPart {
  const { target, targetFile, waivers } = policy;
  const { time, runs, methods, families, jobs = 1, corpus = 'pyx-corpus' } = fuzz;
  return {
    name: 'fuzz',
    folder: 'fuzz',
    perform: async (outDir) => {
      let outcome: Omit<PartOutcome, 'exitCode'> = { title: '', reasons: [], problems: [] };
      const exitCode = await fuzzCommand(
        {
          target,
          jobs,
          corpus,
          seed: fuzz.seed ?? seed,
          out: outDir,
          ...defined({ targetFile, names: namesOption(policy.names), runs, method: methods, family: families }),
          ...defined({ time: time === undefined ? undefined : durationMs(time) }),
          ...(waivers && { waivers: { file, waivers } }),
        },
        (results) => {
          const verdict = fuzzVerdict(results);
          writeResults(results, verdict, fuzzDocuments, { outDir });
          const { code, title, reasons, problems } = verdict;
          outcome = { title, reasons, problems };
          return code;
        },
      );
      return { exitCode, ...outcome };
    },
  };
}
