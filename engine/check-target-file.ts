import type { Specification } from '../specs/model/spec.ts';
import { unknownNames } from './acceptance-names.ts';
import type { Acceptance } from './acceptance.ts';
import { differenceText } from './difference.ts';
import { matcher } from './pattern.ts';
import { rulesOf } from './plan.ts';
import { nearest } from '../specs/model/nearest.ts';
import { absentMethods, TargetFileError, parseTargetFile } from './target-file.ts';
import type { Case } from './case.ts';

/** A name is compared with every known one: a file may have any number of misspelt ones. */
const MAX_SUGGESTIONS = 20;

/** Returns all problems of a target file that can be found without a node. `today` has the form `2026-11-20`. */
export function checkTargetFile(
  content: string,
  file: string,
  { specification, cases, today }: { specification: Specification; cases: readonly Case[]; today: string },
): string[] {
  let target: ReturnType<typeof parseTargetFile>;
  try {
    target = parseTargetFile(content, file);
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    return [error.message.replace(`${file}: `, '')];
  }
  const methods = specification.spec.methods.map(({ id }) => id);
  const ids = cases.map(({ id }) => id).sort();
  let suggested = 0;
  const similar = (name: string, known: readonly string[]): string =>
    suggested++ < MAX_SUGGESTIONS ? `; similar: ${nearest(name, known, 3).join(', ')}` : '';
  const unknown = [...absentMethods(target).keys(), ...Object.keys(target.extraFields ?? {})].filter(
    (method) => specification.find(method) === undefined,
  );
  const waivers = (target.waivers ?? []).flatMap(({ cases: pattern, until }) => [
    ...(matchesAny(pattern, ids) ? [] : [`waiver "${pattern}" matches no case${pattern.includes('*') ? '' : similar(pattern, ids)}`]),
    ...(until !== undefined && today > until
      ? [`waiver "${pattern}" was valid until ${until}: fix the difference, or renew the waiver with a reason`]
      : []),
  ]);
  const accepted = checkAccepted(target.accepted ?? [], { specification, cases, today });
  return [...unknown.map((method) => `the documents have no method ${method}${similar(method, methods)}`), ...accepted, ...waivers];
}

/** The problems of accepted differences that can be found without a node, with their lines. */
export function checkAccepted(
  accepted: readonly Acceptance[],
  { specification, cases, today }: { specification: Specification; cases: readonly Case[]; today: string },
): string[] {
  const unknown = unknownNames(accepted, specification, rulesOf(cases));
  const expired = accepted.flatMap(({ what, until, file, line }) =>
    until === undefined || today <= until
      ? []
      : [{ source: `${file}:${line}`, message: `the accepted difference "${differenceText(what)}" was valid until ${until}` }],
  );
  return [...unknown, ...expired].map(({ source, message }) => `${source}: ${message}`);
}

/** Whether a pattern matches one of the sorted ids. Only those are tried that begin as it does. */
function matchesAny(pattern: string, ids: readonly string[]): boolean {
  const [beginning = ''] = pattern.split('*', 1);
  const matches = matcher(pattern);
  for (let index = firstFrom(beginning, ids); ids[index]?.startsWith(beginning) === true; index++) if (matches(ids[index]!)) return true;
  return false;
}

/** The index of the first of the sorted ids that is not before a text. */
function firstFrom(text: string, ids: readonly string[]): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ids[middle]! < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
