import { writeFileSync } from 'node:fs';
import { writeBaseline } from '../../engine/baseline-file.ts';
import { extendTargetFile } from '../../engine/extend-target-file.ts';
import { readTargetFile, TargetFileError, type TargetFile } from '../../engine/target-file.ts';
import { isOutOfReach } from '../../specs/compare/change-rules.ts';
import type { Drift } from './drift.ts';
import { dependOnValues, errorsSeedOf } from './error-items.ts';
import type { DriftFinding } from './items.ts';

/** Throws `TargetFileError` if the file has errors that were observed with another seed: their texts may depend on it. */
export function assertSameSeed(target: TargetFile, seed: number): void {
  if (target.errors === undefined || errorsSeedOf(target) === seed) return;
  throw new TargetFileError(`--accept: the errors beside ${target.file} were observed with seed ${errorsSeedOf(target)}, not ${seed}`, {
    remedy: `accept with --seed ${errorsSeedOf(target)}`,
  });
}

/**
 * Accepts the differences of a node into a target file, and returns the files that were written. Missing methods are added to `absent`,
 * all else to `accepted`, where nothing that users wrote is changed; codes and messages of refusals are a part of the baseline, beside it.
 * Throws `TargetFileError`, also for errors that were observed with another seed.
 */
export function acceptDrift(
  targetFile: string,
  { errors, seed }: Pick<Drift, 'errors' | 'seed'>,
  findings: readonly DriftFinding[],
  subversion = '',
): string[] {
  const target = readTargetFile(targetFile);
  assertSameSeed(target, seed);
  const open = findings.filter(({ accepted }) => accepted === undefined);
  const missing = open.filter(({ change }) => isOutOfReach(change)).flatMap(({ places }) => places.map(({ method }) => method));
  const edits = extendTargetFile(target.file, {
    absent: [...new Set(missing)],
    entries: open
      .filter(({ differences }) => differences.length > 0)
      .map(({ differences }) => ({ differences, seen: subversion === '' ? undefined : subversion })),
  });
  for (const { file, after } of edits) writeFileSync(file, after);
  const allErrors = {
    ...target.errors,
    ...Object.fromEntries([...errors].map(([id, texts]) => [id, errorOf(texts, target.errors?.[id])])),
  };
  const sorted = Object.fromEntries(Object.entries(allErrors).sort(([a], [b]) => (a < b ? -1 : 1)));
  const baseline = writeBaseline(target.file, { errorsSeed: seed, errors: sorted });
  return [...edits.map(({ file }) => file), ...(baseline === undefined ? [] : [baseline])];
}

/** That texts depend on values is kept, also if this time only one of them was seen. */
function errorOf(texts: readonly string[], before: string | readonly string[] = []): string | readonly string[] {
  if (dependOnValues([before].flat(), texts)) return before;
  return texts.length === 1 ? (texts[0] as string) : texts;
}
