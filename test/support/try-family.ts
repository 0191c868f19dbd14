import { Random } from '../../fixtures/world/random.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../../suites/catalog.ts';
import { drawSeed } from './drawn.ts';
import type { FamilyNode } from './family-nodes.ts';
import { coindUnobserved, notShownByCoind, outcomeText, tryCases } from './try-cases.ts';

const all = allCases(specification);
/** Whether a case needs a second node where the target file says that there is none. */
const isAlone = ({ status, reason = '' }: Outcome): boolean => status === 'inapplicable' && reason.includes('runs one node of the profile');

/** What a trial of such a node found. */
export interface FamilyTrial {
  /** Cases that failed where the node contradicts the documents. */
  readonly found: readonly string[];
  /** Cases that failed, or were not run, although the node does nothing wrong there: a line each. */
  readonly beside: readonly string[];
}

/** Draws cases: of those that meet the behaviour, and of all. */
export function drawnCases({ name, concerned }: FamilyNode, count: number): Case[] {
  const random = new Random(`family ${name} ${drawSeed}`);
  const shared = all.filter(({ ownNode, danger }) => ownNode !== true && danger === undefined);
  const concerning = shared.filter(({ id }) => concerned.test(id));
  return [...new Set(Array.from({ length: count }, (_, index) => random.pick(index % 2 === 0 ? concerning : shared)))];
}

export const everyCase: readonly Case[] = all;

export async function tryFamily({ open, planted, file }: FamilyNode, cases: readonly Case[], jobs = 1): Promise<FamilyTrial> {
  const target = open();
  try {
    const outcomes = [...(await tryCases(cases, target, 1, { file: { ...coindUnobserved, ...file }, jobs })).values()];
    const usesPlanted = new Set(
      cases.filter(({ uses }) => uses.some((method) => planted.some((one) => one === method))).map(({ id }) => id),
    );
    const isFound = ({ id, status }: Outcome): boolean => status === 'failed' && usesPlanted.has(id);
    const isBeside = (outcome: Outcome): boolean =>
      !['passed', 'observed'].includes(outcome.status) && !isFound(outcome) && !notShownByCoind.has(outcome.id) && !isAlone(outcome);
    return {
      found: outcomes.filter(isFound).map(({ id }) => id),
      beside: outcomes.filter(isBeside).map((outcome) => `${outcome.id} ${outcomeText(outcome)}`),
    };
  } finally {
    await target.close();
  }
}
