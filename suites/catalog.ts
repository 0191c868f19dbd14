import type { Specification } from '../specs/model/spec.ts';
import type { Case } from '../engine/case.ts';
import { envelopeCases } from './envelope/envelope-cases.ts';
import { invariantCases } from './generated/invariant-cases.ts';
import { methodCases } from './methods/method-cases.ts';
import { ruleCases } from './generated/rule-cases.ts';
import { stateCases } from './states/state-cases.ts';
import type { ModelSettings } from './states/support/settings.ts';

/** Every case of every suite, in the order of the suites. `models`: how much is tried of each model. Throws when two cases have the same id. */
export function allCases(specification: Specification, models?: ModelSettings): Case[] {
  const cases = [...envelopeCases(specification), ...methodCases(specification), ...invariantCases, ...ruleCases, ...stateCases(models)];
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) throw new Error(`two cases have the id ${id}`);
    seen.add(id);
  }
  return cases;
}
