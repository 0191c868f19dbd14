import type { Spec } from '../../../specs/model/types.ts';
import type { Candidate } from '../candidate.ts';
import type { OutOfScope } from '../types.ts';
import { argumentRules } from './arguments.ts';
import { callRules } from './calls.ts';
import { fieldRules } from './fields.ts';
import type { ScopeRule } from './scope-rule.ts';

/** The rules that sort out faults of which no sentence speaks. */
export const scopeRules: readonly ScopeRule[] = [...fieldRules, ...argumentRules, ...callRules];

/** The first rule that removes a fault, with its reason; undefined if some sentence speaks of it. */
export function outOfScope(candidate: Candidate, spec: Spec): OutOfScope | undefined {
  for (const rule of scopeRules) {
    const reason = rule.removes(candidate, spec);
    if (reason !== undefined) return { rule: rule.id, reason };
  }
  return undefined;
}
