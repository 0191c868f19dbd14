import { matcher } from '../../engine/pattern.ts';
import type { TargetFile } from '../../engine/target-file.ts';
import type { ValidationProblem } from '../../specs/model/problems.ts';

/**
 * Whether the target file accepts a difference between a result and the specification: by a waiver for generated cases of
 * the method, in force on this day (`2026-11-20`).
 */
export function acceptedDifferences(
  targetFile: TargetFile | undefined,
  today: string,
): (method: string, problem: ValidationProblem) => boolean {
  const waivers = (targetFile?.waivers ?? [])
    .filter(({ until }) => until === undefined || today <= until)
    .map(({ cases, path = '*', check }) => ({ cases, matchesCase: matcher(cases), matchesPath: matcher(path), check }));
  return (method, problem) => {
    const cases = `methods/${method}/`;
    return waivers.some(
      (waiver) =>
        (waiver.cases.startsWith(cases) || waiver.matchesCase(`${cases}load`)) &&
        waiver.matchesPath(problem.path) &&
        (waiver.check ?? problem.check) === problem.check,
    );
  };
}
