import type { Specification } from '../specs/model/spec.ts';
import { matcher } from './pattern.ts';
import { nearest } from '../specs/model/nearest.ts';
import { absentMethods, TargetFileError, parseTargetFile } from './target-file.ts';
import type { Case } from './case.ts';

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
  const unknown = [...absentMethods(target).keys(), ...Object.keys(target.extraFields ?? {})].filter(
    (method) => specification.find(method) === undefined,
  );
  const waivers = (target.waivers ?? []).flatMap(({ cases: pattern, until }) => {
    const matches = matcher(pattern);
    return [
      ...(cases.some(({ id }) => matches(id))
        ? []
        : [
            `waiver "${pattern}" matches no case${
              pattern.includes('*')
                ? ''
                : `; similar: ${nearest(
                    pattern,
                    cases.map(({ id }) => id),
                    3,
                  ).join(', ')}`
            }`,
          ]),
      ...(until !== undefined && today > until
        ? [`waiver "${pattern}" was valid until ${until}: fix the difference, or renew the waiver with a reason`]
        : []),
    ];
  });
  return [
    ...unknown.map((method) => `the documents have no method ${method}; similar: ${nearest(method, methods, 3).join(', ')}`),
    ...waivers,
  ];
}
