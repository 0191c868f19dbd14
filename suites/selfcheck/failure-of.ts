import type { Evidence, Finding, Outcome } from '../../engine/outcome.ts';

/** A baseline is what a node did, right or wrong: it shows nothing about the documents. */
const EVIDENCE: ReadonlySet<Evidence> = new Set(['document', 'standard', 'health']);

/** The finding by which a case fails because of the documents, a public standard or the health of the node; undefined if none. */
export function failureOf({ status, findings }: Outcome): Finding | undefined {
  if (status !== 'failed') return undefined;
  return findings.find(({ evidence, waiver }) => EVIDENCE.has(evidence) && waiver === undefined);
}

/** The findings that the target file waives, by check and path (all items of a list alike), with the reason of the waiver. */
export function waivedIn({ findings }: Pick<Outcome, 'findings'>): Map<string, string> {
  return new Map(
    findings.flatMap(({ check, path = '', waiver }) => (waiver === undefined ? [] : [[`${check}@${path.replace(/\d+/g, '*')}`, waiver]])),
  );
}

/** Whether a case was run completely and did not fail. */
export function hasPassed(outcome: Outcome): boolean {
  const isComplete = outcome.status !== 'skipped' && outcome.status !== 'inapplicable';
  return isComplete && failureOf(outcome) === undefined;
}
