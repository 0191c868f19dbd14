import type { Specification } from '../specs/model/spec.ts';
import type { Case } from '../engine/case.ts';
import { envelopeCases } from './envelope/envelope-cases.ts';
import { ownEnvelopeCases } from './envelope/own/own-envelope-cases.ts';
import { invariantCases } from './generated/invariant-cases.ts';
import { methodCases } from './methods/method-cases.ts';
import { ruleCases } from './generated/rule-cases.ts';
import { stateCases } from './states/state-cases.ts';
import type { ModelSettings } from './states/support/settings.ts';

/** Cases from outside, those of a plug-in, for the standard of a run. `models`: how much is tried of each model. */
export type CaseSource = (specification: Specification, models?: ModelSettings) => readonly Case[];

const sources: CaseSource[] = [];

/** Adds cases to those of every standard. */
export function addCases(source: CaseSource): void {
  sources.push(source);
}

/** Every case of every suite, in the order of the suites, then those that were added. `models`: how much is tried of each model. Throws when two cases have the same id. */
export const allCases = (specification: Specification, models?: ModelSettings): Case[] =>
  withAdded(specification, suiteCases(specification, models), models);

/** The cases of the suites alone. */
export const suiteCases = (specification: Specification, models?: ModelSettings): Case[] => [
  ...envelopeCases(specification),
  ...methodCases(specification),
  ...invariantCases,
  ...ruleCases,
  ...stateCases(models),
];

/** The cases of a standard of a user: the hand-written rules, relations and models are those of Pyx's own. */
export const ownCases = (specification: Specification, models?: ModelSettings): Case[] =>
  withAdded(specification, [...ownEnvelopeCases(specification), ...methodCases(specification, 'each-keyword')], models);

function withAdded(specification: Specification, own: readonly Case[], models: ModelSettings | undefined): Case[] {
  const cases = [...own, ...sources.flatMap((source) => source(specification, models))];
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) throw new Error(`two cases have the id ${id}`);
    seen.add(id);
  }
  return cases;
}
