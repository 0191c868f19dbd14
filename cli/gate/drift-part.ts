import { driftDocuments } from '../../reports/drift/documents.ts';
import { driftVerdict } from '../../reports/drift/verdict.ts';
import { writeResults } from '../../reports/write-results.ts';
import { defined } from '../../specs/model/defined.ts';
import { driftCommand } from '../drift-command.ts';
import type { PartOutcome, PlannedPart } from './gate-part.ts';
import { namesOption } from './names-option.ts';
import type { Policy, ReadPolicy } from './read-policy.ts';

/** The drift of the node from the specification, with what the policy fails on. */
export function driftPart({ policy }: ReadPolicy, failOn: NonNullable<Policy['drift']>, seed: number): PlannedPart {
  const { target, targetFile, cookie, conf, readOnly, jobs } = policy;
  return {
    name: 'drift',
    folder: 'drift',
    perform: async (outDir) => {
      let outcome: Omit<PartOutcome, 'exitCode'> = { title: '', reasons: [], problems: [] };
      const exitCode = await driftCommand(
        { target, failOn, seed, out: outDir, ...defined({ targetFile, cookie, conf, readOnly, jobs, names: namesOption(policy.names) }) },
        (results) => {
          const verdict = driftVerdict(results);
          writeResults(results, verdict, driftDocuments, { outDir });
          const { code, title, reasons, problems } = verdict;
          outcome = { title, reasons, problems };
          return code;
        },
      );
      return { exitCode, ...outcome };
    },
  };
}
