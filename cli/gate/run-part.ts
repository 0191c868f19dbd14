import type { StandingsOfSeeds } from '../../engine/standings-of-seeds.ts';
import { documentTexts } from '../../engine/document-texts.ts';
import { reportsNamed } from '../../reports/run-reports.ts';
import { defined } from '../../specs/model/defined.ts';
import { chosenStandard } from '../chosen-standard.ts';
import { performPart } from '../perform.ts';
import { planOf, type RunFlags } from '../run-command.ts';
import { trialCommand } from '../trial-command.ts';
import { UsageError } from '../usage-error.ts';
import type { PlannedPart } from './gate-part.ts';
import type { ReadPolicy } from './read-policy.ts';
import { targetSettings } from './target-settings.ts';

/** The run of the cases with one of the `seeds`, whose runs judge accepted differences together. Throws `SelectionError` or `UsageError` if the policy selects none. */
export function runPart(
  read: ReadPolicy,
  { seed, seeds, shard }: { readonly seed: number; readonly seeds: StandingsOfSeeds; readonly shard: RunFlags['shard'] },
): PlannedPart {
  const { policy, file, further, plugins, standard } = read;
  const { readOnly, suites, families, methods, cases, exclude, jobs, failOn, inconclusive, documents, reports } = policy;
  const settings = {
    ...targetSettings(read),
    ...defined({
      readOnly,
      exclude,
      jobs,
      shard,
      failOn,
      inconclusive,
      reports,
      suite: suites,
      family: families,
      method: methods,
      case: cases,
    }),
    further,
    plugin: plugins,
    ...(documents !== undefined && { documents: documentTexts(documents, file) }),
  };
  reportsNamed(reports ?? []);
  const chosen = chosenStandard(standard);
  const planned = planOf(settings, chosen);
  if (planned.cases.length === 0)
    throw new UsageError(`${file} selects no case`, { remedy: 'correct suites, families, methods, cases and exclude' });
  return {
    name: `run, seed ${seed}`,
    folder: `run-${seed}`,
    perform: async (out, { signal, quiet }) =>
      (await performPart(trialCommand, { ...settings, chosen, planned, seed, seeds, out }, signal, { quiet })).verdict,
  };
}
