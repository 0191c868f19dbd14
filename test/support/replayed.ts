import type { Case } from '../../engine/case.ts';
import type { Random } from '../../fixtures/world/random.ts';
import { differences, sentBy } from './sent-requests.ts';

/** `count` random cases, in their original order. */
export function picked(cases: readonly Case[], count: number, random: Random): Case[] {
  const left = [...cases];
  const taken = new Set(Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.integer(0, left.length - 1), 1)[0]));
  return cases.filter((testCase) => taken.has(testCase));
}

/** Runs cases together, then `count` of those that sent a request alone. Returns the differences in their requests, as sentences. */
export async function replayDifferences(cases: readonly Case[], seed: number, count: number, random: Random): Promise<string[]> {
  const within = await sentBy(cases, seed);
  const sending = cases.filter(({ id }) => (within.get(id) ?? []).length > 0);
  if (sending.length < count) throw new Error(`${sending.length} of the cases sent a request, but ${count} are to be run alone`);
  const found: string[] = [];
  for (const testCase of picked(sending, count, random)) {
    const alone = await sentBy([testCase], seed);
    found.push(...differences(testCase.id, within.get(testCase.id), alone.get(testCase.id)));
  }
  return found;
}
