import type { TrialSettings } from '../../engine/open-trial.ts';
import { guessNames } from '../../specs/model/guess-names.ts';
import { hasBrand, neutralNames, render, type Names } from '../../specs/model/names.ts';
import type { Survey } from './survey.ts';

/** The brand of the node: as given or in the target file; else guessed, if help lists no method under the neutral one. */
export function brandOf(
  { specification, names }: Pick<TrialSettings, 'specification' | 'names'>,
  { listed = [] }: Survey,
  now: Names,
): Names {
  if (names !== undefined || Object.entries(now).some(([name, word]) => neutralNames[name as keyof Names] !== word)) return now;
  const branded = [...new Set(specification.documented.map(({ wire }) => wire.method).filter(hasBrand))];
  const offered = listed.map(({ name }) => name);
  if (branded.some((name) => offered.includes(render(name, now)))) return now;
  const guess = guessNames(branded, offered);
  return guess ? { ...neutralNames, ...guess } : now;
}
