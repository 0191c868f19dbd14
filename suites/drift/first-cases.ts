import type { Case } from '../../engine/case.ts';

/** The first case of each subject of each suite: of a method, of a topic. Those that need a node of their own or may break one are left out. */
export function firstCases(cases: readonly Case[]): readonly Case[] {
  const first = new Map<string, Case>();
  for (const testCase of cases) {
    if (testCase.ownNode === true || testCase.danger !== undefined) continue;
    const subject = testCase.id.split('/').slice(0, 2).join('/');
    if (!first.has(subject)) first.set(subject, testCase);
  }
  return [...first.values()];
}
