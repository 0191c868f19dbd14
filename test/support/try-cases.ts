import { Secrets } from '../../client/mask.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { specification } from '../../specs/model/specification.ts';
import { HitRecorder } from '../../engine/hits.ts';
import { Judge } from '../../engine/judge.ts';
import { run } from '../../engine/run.ts';
import { absentMethods, absentOptions, namesOf, readTargetFile, type TargetFile } from '../../engine/target-file.ts';
import type { Case, Finding, Outcome, Status } from '../../engine/types.ts';
import { plainId } from './planted.ts';

/** The target file that a run on litecoind chooses by itself: its waivers hold here too. */
export const litecoindFile = readTargetFile('litecoind-0.21');
export const coindFile = readTargetFile('coind');

/** Without what was observed of coind: a fault must be found by what the documents say. */
export const coindUnobserved: TargetFile = { ...coindFile, baseline: {} };

/** Waives for a case with a planted fault what is waived for the case: its id is another one. */
class JudgeOfPlanted extends Judge {
  override judge(caseId: string, method: string | null, findings: readonly Finding[]): { findings: Finding[]; status: Status } {
    return super.judge(plainId(caseId), method, findings);
  }
}

/** What differs from a run on litecoind, one case after the other, to its end. */
export interface TryOptions {
  readonly jobs?: number;
  /** Stops at the first failure that repeats. */
  readonly bail?: boolean;
  readonly file?: TargetFile;
}

/** Tries cases on a target as `pyx run` does, confirmation included. Gives the outcomes by the id of the case. */
export async function tryCases(cases: readonly Case[], target: Target, seed: number, options: TryOptions = {}): Promise<Map<string, Outcome>> {
  const { jobs = 1, bail = false, file = litecoindFile } = options;
  target.setStartOptions(file.startOptions ?? []);
  const outcomes = new Map<string, Outcome>();
  const trying = run({ cases, whole: false }, target, {
    specification, target, seed, jobs, bail, chain: 'regtest', definitions: ingredients, secrets: new Secrets(),
    names: namesOf(file), absent: absentMethods(file), absentOptions: absentOptions(file),
    judge: new JudgeOfPlanted(file, new Date().toISOString().slice(0, 10)), hits: new HitRecorder(specification),
    replay: (id) => `--case ${id} --seed ${seed}`,
  });
  for await (const outcome of trying) outcomes.set(outcome.id, outcome);
  return outcomes;
}

/** What an outcome says, in a line that explains a failed expectation. */
export function told(outcome: Outcome | undefined): string {
  if (!outcome) return 'no outcome';
  const findings = outcome.findings.map((finding) => `[${finding.evidence}/${finding.check}${finding.path === undefined ? '' : ` ${finding.path}`}] ${finding.message}`);
  return [outcome.status, outcome.reason ?? '', ...findings].filter((part) => part !== '').join(' ');
}
