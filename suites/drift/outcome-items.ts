import { withoutIndexes } from '../../engine/check-result.ts';
import { lossIn } from '../../engine/confirmation.ts';
import { isFailing } from '../../engine/judge.ts';
import type { Finding, Outcome } from '../../engine/outcome.ts';
import { classOf, type ChangeRuleName, type Direction } from '../../specs/compare/change-rules.ts';
import { fieldsOf } from '../../specs/model/fields.ts';
import { typeOf } from '../../specs/model/resolve.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import type { DriftItem } from './items.ts';
import { lettersOf } from './letters-of.ts';
import { placeOf } from './survey-items.ts';
import { withoutValues } from './without-values.ts';

interface Meaning {
  readonly change: ChangeRuleName;
  readonly direction: Direction;
}

/** What a check that failed means for clients. The text distinguishes two meanings of one check. */
const meanings: Readonly<Record<string, (finding: Finding) => Meaning>> = {
  'undocumented-field': () => ({ change: 'field-added', direction: 'result' }),
  presence: ({ message }) => ({
    change: message.includes('must be absent') ? 'field-condition-changed' : 'field-removed',
    direction: 'result',
  }),
  column: () => ({ change: 'columns-changed', direction: 'result' }),
  type: () => ({ change: 'type-changed', direction: 'result' }),
  value: ({ message }) => ({
    change: message.includes('one of the allowed values') || message.includes('allowed values') ? 'value-added' : 'pattern-removed',
    direction: 'result',
  }),
  amount: () => ({ change: 'unit-changed', direction: 'result' }),
  refused: () => ({ change: 'param-refused', direction: 'argument' }),
  'missing-method': () => ({ change: 'method-removed', direction: 'argument' }),
  refusal: () => ({ change: 'invalid-accepted', direction: 'argument' }),
  default: () => ({ change: 'default-changed', direction: 'argument' }),
};

/** The differences that a case of the probing run shows. What the documents leave open is none, unless an accepted answer changed. */
export function outcomeItems(specification: Specification, outcome: Outcome): DriftItem[] {
  const method = specification.find(outcome.method ?? '');
  if (!method) return [];
  return confirmedFindings(outcome).flatMap((finding): DriftItem[] => {
    const meaning = meaningOf(finding);
    if (meaning === undefined) return [];
    const { change, direction } = meaning;
    const isField = direction === 'result' && finding.path !== undefined;
    const path = isField ? withoutIndexes(finding.path ?? '') : caseOf(outcome.id);
    return [
      {
        change,
        class: classOf(change, direction),
        method: method.id,
        path,
        before: change === 'field-added' ? otherSpelling(specification, method, path) : '',
        after:
          change === 'field-added'
            ? typeAt(outcome, path)
            : change === 'field-removed'
              ? ''
              : withoutValues(finding.message.replaceAll(method.id, '…')),
        source: finding.evidence === 'document' ? finding.source : placeOf(method),
        evidence: {
          kind: 'case',
          text: finding.message,
          request: outcome.request,
          response: outcome.response,
          ...(outcome.replay !== undefined && { replay: outcome.replay }),
        },
        ...(finding.difference && { difference: finding.difference }),
        ...(finding.waiver !== undefined && { accepted: finding.waiver }),
      },
    ];
  });
}

/**
 * Without what was seen once and not again, unless it concerns the node's health, and without a lost node, which is no
 * difference. Beside a loss that was not repeated there are the findings of the second run.
 */
function confirmedFindings(outcome: Outcome): readonly Finding[] {
  const loss = lossIn(outcome);
  if (loss) return outcome.findings.filter((finding) => finding !== loss);
  return outcome.status === 'unstable'
    ? outcome.findings.filter((finding) => finding.evidence === 'health' && isFailing(finding))
    : outcome.findings;
}

function meaningOf(finding: Finding): Meaning | undefined {
  if (finding.evidence === 'observation' && finding.check !== 'undocumented-field') return undefined;
  // A method that the world needs is missing: reported as that.
  if (/: -32601 /.test(finding.message)) return undefined;
  if (finding.evidence === 'baseline') return { change: 'answer-changed', direction: 'result' };
  if (finding.evidence === 'health') return { change: 'behaviour-changed', direction: 'result' };
  return meanings[finding.check]?.(finding) ?? { change: 'behaviour-changed', direction: 'result' };
}

/** The documented field of the method that has the same letters as one that the documents lack; empty if there is none. */
function otherSpelling({ spec }: Specification, { variants }: Method, path: string): string {
  const documented = variants.flatMap(({ result }) => (result ? [...fieldsOf(spec, result)] : []));
  return documented.find((field) => lettersOf(field) === lettersOf(path)) ?? '';
}

/** `methods/bumpfee/with/options.totalFee` → `with/options.totalFee` */
export function caseOf(id: string): string {
  return id.split('/').slice(2).join('/');
}

/** The JSON type of the first value at a general path (`tx[].vin[].ismweb`) in the answer that is shown; empty if it has none. */
function typeAt({ response }: Outcome, path: string): string {
  if (response === undefined || !('result' in response)) return '';
  let values: unknown[] = [response.result];
  for (const step of path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? []) {
    values = values.flatMap((value): unknown[] => {
      if (value === null || typeof value !== 'object') return [];
      if (step === '[]') return Array.isArray(value) ? value : [];
      if (step === '{}') return Object.values(value);
      return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
    });
  }
  const [first] = values;
  return first === undefined ? '' : typeOf(first);
}
