import type { CheckName } from '../../../engine/checks.ts';
import type { At } from '../../../engine/finding-place.ts';
import type { RuleId, StateRowId } from '../../../specs/model/generated/ids.d.ts';

/** What a model judges: a row of the table of states, or a sentence about a method. */
export type TransitionId = StateRowId | RuleId;

/** For checks of a transition, whose source is the row or the sentence. */
export const at = (id: TransitionId, check?: CheckName): At => ({ path: id, rule: id, ...(check !== undefined && { check }) });
