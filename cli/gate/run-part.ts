import type { StandingsOfSeeds } from '../../engine/standings-of-seeds.ts';
import { defined } from '../../specs/model/defined.ts';
import { runVerdict } from '../../reports/run-verdict.ts';
import { chosenStandard } from '../chosen-standard.ts';
import { INTERRUPTED } from '../interruption.ts';
import { parsedNames } from '../parsed-names.ts';
import { planOf, type RunFlags } from '../run-command.ts';
import { tryOnce } from '../try-once.ts';
import { UsageError } from '../usage-error.ts';
import type { PlannedPart } from './gate-part.ts';
import { namesOption } from './names-option.ts';
import type { ReadPolicy } from './read-policy.ts';

/** The run of the cases with one of the `seeds`, whose runs judge waivers together. Throws `SelectionError` or `UsageError` if the policy selects none. */
export function runPart(
  { policy, file }: ReadPolicy,
  { seed, seeds, shard }: { readonly seed: number; readonly seeds: StandingsOfSeeds; readonly shard: RunFlags['shard'] },
): PlannedPart {
  const { target, targetFile, cookie, conf, readOnly, suites, families, methods, cases, exclude, jobs, failOn, waivers } = policy;
  const flags: RunFlags = {
    target,
    ...defined({ targetFile, cookie, conf, readOnly, exclude, jobs, shard, failOn, names: namesOption(policy.names) }),
    ...defined({ suite: suites, family: families, method: methods, case: cases }),
    ...(waivers && { waivers: { file, waivers } }),
  };
  const chosen = chosenStandard(undefined);
  const planned = planOf(flags, chosen);
  if (planned.cases.length === 0)
    throw new UsageError(`${file} selects no case`, { remedy: 'correct suites, families, methods, cases and exclude' });
  return {
    name: `run, seed ${seed}`,
    folder: `run-${seed}`,
    perform: async (outDir) => {
      const { digest, interrupted } = await tryOnce({
        flags,
        chosen,
        planned,
        names: parsedNames(flags.names),
        outDir,
        seed,
        seeds,
        power: undefined,
      });
      const { code, title, reasons, problems } = runVerdict(digest);
      return { exitCode: interrupted ? INTERRUPTED : code, title, reasons, problems };
    },
  };
}
