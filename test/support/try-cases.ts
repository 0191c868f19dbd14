import { Secrets } from '../../client/mask.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { specification } from '../../specs/model/specification.ts';
import { openTrial, type Listeners } from '../../engine/open-trial.ts';
import { readTargetFile, type TargetFile } from '../../engine/target-file.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';

/** The target file that a run on litecoind selects: its waivers apply here too. */
export const litecoindFile = readTargetFile('litecoind-0.21');
export const coindFile = readTargetFile('coind');

/** The target file of coind without its baseline: a fault must be found by the documents alone. */
export const coindUnobserved: TargetFile = { ...coindFile, baseline: {} };

/** Cases that coind cannot show, whatever it answers. */
export const notShownByCoind: ReadonlySet<string> = new Set([
  'methods/unloadwallet/near-miss/wallet_name:empty',
  'rules/pruneblockchain/last-pruned/without-pruning',
  'rules/loadwallet/warning/damaged',
]);

/** Differences from a complete run on litecoind with one job. */
export interface TryOptions {
  readonly jobs?: number;
  /** Stops at the first confirmed failure. */
  readonly bail?: boolean;
  readonly file?: TargetFile;
  readonly onTried?: Listeners['onTried'];
}

/** Runs cases on a target as `pyx run` does, with confirmation. Returns the outcomes by case id. */
export async function tryCases(
  cases: readonly Case[],
  target: Target,
  seed: number,
  options: TryOptions = {},
): Promise<Map<string, Outcome>> {
  const { jobs = 1, bail = false, file = litecoindFile, onTried } = options;
  const trial = await openTrial({ specification, target, targetFile: file, seed, jobs, bail, secrets: new Secrets() });
  const outcomes = new Map<string, Outcome>();
  for await (const outcome of trial.run({ cases, whole: false }, onTried && { onTried })) outcomes.set(outcome.id, outcome);
  return outcomes;
}

/** The outcome in one line, for the message of a failed expectation. */
export function outcomeText(outcome: Outcome | undefined): string {
  if (!outcome) return 'no outcome';
  const findings = outcome.findings.map(
    (finding) => `[${finding.evidence}/${finding.check}${finding.path === undefined ? '' : ` ${finding.path}`}] ${finding.message}`,
  );
  return [outcome.status, outcome.reason ?? '', ...findings].filter((part) => part !== '').join(' ');
}
