import type { CallRecord } from '../../engine/call-record.ts';
import type { Case } from '../../engine/case.ts';
import type { TargetFile } from '../../engine/target-file.ts';
import { classOf } from '../../specs/compare/change-rules.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { DriftItem } from './items.ts';
import { caseOf } from './outcome-items.ts';
import { placeOf } from './survey-items.ts';
import { withoutValues } from './without-values.ts';

/** The last refusal of the tested method in a case, as code and message without values; undefined if it was not refused. */
export function errorOf(testCase: Pick<Case, 'method'>, calls: readonly CallRecord[]): string | undefined {
  const refused = calls.findLast(({ method, reply }) => method === testCase.method && reply.type === 'error');
  if (refused?.reply.type !== 'error') return undefined;
  const { code, message } = refused.reply.error;
  return `${code} ${withoutValues(message)}`.trimEnd();
}

/** The seed by which errors are compared with those of a target file. */
export const errorsSeedOf = (target: TargetFile | undefined): number => target?.errorsSeed ?? 1;

const codeOf = (text: string): string => text.split(' ', 1)[0] ?? text;

/** Whether these errors are the known ones with other values: several texts were seen, of which only the code is stable. */
export function dependOnValues(known: readonly string[], errors: readonly string[]): boolean {
  return known.length > 1 && errors.every((error) => known.some((text) => codeOf(text) === codeOf(error)));
}

/** Errors that differ from those that were accepted. A case without an accepted error is new, and no difference. */
export function errorItems(
  specification: Specification,
  errors: ReadonlyMap<string, string>,
  accepted: Readonly<Record<string, string | readonly string[]>>,
  replay: (id: string) => string,
): (DriftItem & { readonly caseId: string })[] {
  return [...errors].flatMap(([id, after]) => {
    const known = Object.hasOwn(accepted, id) ? [accepted[id] ?? []].flat() : [];
    if (known.length === 0 || known.includes(after)) return [];
    if (dependOnValues(known, [after])) return [];
    const [, slug = ''] = id.split('/');
    const method = specification.documented.find((method) => method.id.replaceAll(' ', '-') === slug);
    if (!method) return [];
    const before = known.join(' or ');
    return [
      {
        caseId: id,
        change: 'error-changed' as const,
        class: classOf('error-changed'),
        method: method.id,
        path: caseOf(id),
        before,
        after,
        source: placeOf(method),
        evidence: {
          kind: 'case' as const,
          text: `refused with ${after}; when the target was last observed: ${before}`,
          replay: replay(id),
        },
      },
    ];
  });
}
