import type { CheckName } from '../../../engine/checks.ts';
import type { At } from '../../../engine/trial.ts';
import type { RuleId, StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { specification } from '../../../specs/model/specification.ts';
import { rowText, stateRow } from '../../../specs/model/state-rows.ts';
import type { Rule, Source } from '../../../specs/model/types.ts';

/** What a model judges: a row of the table of states, or a sentence about a method. */
export type TransitionId = StateRowId | RuleId;

const sentences: ReadonlyMap<string, Rule> = new Map(
  specification.documented.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule] as const)),
);

/** Coverage ids: of a sentence, or of a row and of the rules that state it again for a method. */
export function judgedBy(id: TransitionId): string[] {
  if (sentences.has(id)) return [`r:${id}`];
  const rules = specification.documented.flatMap((method) => method.rules.filter(({ state }) => state === id));
  return [`s:${id}`, ...rules.map((rule) => `r:${rule.id}`)];
}

/** Where the row or the sentence stands. */
export const placeOf = (id: TransitionId): Source => (sentences.get(id) ?? stateRow(id as StateRowId)).source;

/** The row or the sentence as the source of a finding. */
export function sourceOf(id: TransitionId): string {
  const rule = sentences.get(id);
  if (rule) return `document ${rule.source.document}, ${rule.source.section}: ${rule.text}`;
  return rowText(id as StateRowId);
}

/** For checks of a transition. */
export const at = (id: TransitionId, check?: CheckName): At => ({
  source: sourceOf(id),
  path: id,
  rule: id,
  ...(check !== undefined && { check }),
});
