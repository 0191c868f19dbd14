import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { Case } from '../../engine/case.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../../suites/catalog.ts';
import { drawSeed } from './drawn.ts';
import type { Lie } from './lies.ts';
import { ProxiedTarget } from './proxied-target.ts';
import { coindUnobserved, notShownByCoind, outcomeText, tryCases } from './try-cases.ts';

const all = allCases(specification).filter(
  ({ id, suite, danger }) => suite !== 'envelope' && danger === undefined && !notShownByCoind.has(id),
);

/** Nodes of other profiles take longer to start. */
export const onSharedNode = ({ profile, ownNode }: Case): boolean => profile === 'default' && ownNode !== true;

/** Draws cases that do not use the method of a lie. */
export function casesBeside({ method, name }: Lie, count: number, fits: (testCase: Case) => boolean): Case[] {
  const random = new Random(`cases beside ${name} ${drawSeed}`);
  const beside = all.filter((testCase) => !testCase.uses.includes(method) && fits(testCase));
  return [...new Set(Array.from({ length: count }, () => random.pick(beside)))];
}

/** Cases of these that a lie costs: what became of them on nodes that answer so from their first call on, a line each. */
export async function lostBy({ fault }: Lie, cases: readonly Case[]): Promise<string[]> {
  const target = new ProxiedTarget(openEmbeddedTarget(), fault);
  try {
    const outcomes = await tryCases(cases, target, 1, { file: coindUnobserved });
    const lost = [...outcomes.values()].filter(({ status }) => status !== 'passed' && status !== 'observed');
    return lost.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`);
  } finally {
    await target.close();
  }
}
