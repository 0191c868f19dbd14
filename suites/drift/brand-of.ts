import type { TrialSettings } from '../../engine/open-trial.ts';
import { brandedNames } from '../../specs/model/branded-names.ts';
import { guessNames, readsAs, type SpokenName } from '../../specs/model/guess-names.ts';
import { hasBrand, neutralNames, render, type Names } from '../../specs/model/names.ts';
import type { Survey } from './survey.ts';

/** Names of the node that are shown for a brand. */
const NAMED = 6;

/** The brand of a node, with what speaks for it if it was guessed. */
export interface Brand {
  readonly names: Names;
  readonly spoken: readonly SpokenName[];
}

/** The brand of the node: as given or in the target file, else guessed from the names that the node shows; `now` itself if it is that. */
export function brandOf({ specification, names }: Pick<TrialSettings, 'specification' | 'names'>, survey: Survey, now: Names): Brand {
  if (names !== undefined || isBranded(now)) return { names: now, spoken: [] };
  const { listed = [], methods, fields } = survey;
  const spoken = guessNames(brandedNames(specification), {
    methods: listed.map(({ name }) => name),
    arguments: [...methods.values()].flatMap((method) => (method.arguments ?? []).flatMap(({ name }) => name ?? [])),
    fields,
  });
  const guess = { ...neutralNames, ...Object.fromEntries(spoken.map(({ token, word }) => [token, word])) };
  return { names: isBranded(guess) ? guess : now, spoken };
}

/** `coin=acme by acmeburn, acmesetfoostatus` */
export function spokenText({ token, word, by }: SpokenName): string {
  const more = by.length - NAMED;
  return `${token}=${word} by ${by.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Missing methods that a name of the node may be, with the brand of the coin and other words: the draft's brand does not fit it. */
export function otherSpellings(
  { documented }: Pick<TrialSettings, 'specification'>['specification'],
  { listed = [] }: Survey,
  names: Names,
  missing: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const known = new Set(documented.map(({ wire }) => render(wire.method, names)));
  const unknown = listed.map(({ name }) => name).filter((name) => !known.has(name));
  return new Map(
    documented.flatMap(({ id, wire: { method } }): [string, string][] => {
      // With the brand of the coin given, the other words are open.
      const template = method.replace('{coin}', names.coin);
      if (!missing.has(id) || template === method || !hasBrand(template)) return [];
      const own = unknown.find((name) => readsAs(template, name));
      return own === undefined ? [] : [[id, own]];
    }),
  );
}

const isBranded = (names: Names): boolean => Object.entries(names).some(([name, word]) => neutralNames[name as keyof Names] !== word);
