import type { Spec } from '../../model/types.ts';
import type { ChangeClass, ChangeRuleName } from '../change-rules.ts';
import { compareSpecs } from '../compare-specs.ts';

/** A change as its rule and its class. */
export type SeenChange = `${ChangeRuleName}: ${ChangeClass}`;

export function changesOf(before: Spec, after: Spec): SeenChange[] {
  return compareSpecs(before, after).map((change): SeenChange => `${change.rule}: ${change.class}`);
}

/** Two specifications, and the changes from one to the other and back. */
export type Row = readonly [what: string, first: Spec, second: Spec, forth: readonly SeenChange[], back: readonly SeenChange[]];
