import { nearest } from '../specs/model/nearest.ts';
import type { Specification } from '../specs/model/spec.ts';
import { matcher } from './pattern.ts';
import { similarCases } from './similar-cases.ts';
import type { Selection } from './selection.ts';
import type { Case } from './case.ts';
import { byWorth } from './worth.ts';
import { UserError } from '../specs/model/user-error.ts';

export interface Plan {
  readonly cases: readonly Case[];
  /** The plan has all cases. */
  readonly whole: boolean;
  /** Ids of the cases that were not selected: an accepted difference may be met by one of them. */
  readonly leftOut?: readonly string[];
  /** Ids of the sentences and relations that cases judge, also those that were not selected. */
  readonly rules?: ReadonlySet<string>;
  /** Methods that were named, and of which the other conditions leave no case. */
  readonly withoutCase?: readonly string[];
  /** Cases that call a method that was named, and are about none: how many were not selected, and their suites. */
  readonly aboutNone?: { readonly count: number; readonly suites: readonly string[] };
  /** Of a shard: ids of the cases of the other shards, and whether all shards together have all cases. */
  readonly shard?: { readonly index: number; readonly total: number; readonly others: readonly string[]; readonly whole: boolean };
}

/** A selection with an unknown name. The message has the most similar names. */
export class SelectionError extends UserError {
  override readonly name = 'SelectionError';
}

/** The selected cases, in the order in which they are run. Throws `SelectionError`. */
export function plan(all: readonly Case[], selection: Selection, specification: Specification): Plan {
  const { suites, families, methods, again, shard, readOnly, worthFirst = false } = selection;
  assertKnown('--suite', suites, [...new Set(all.map((testCase) => testCase.suite))]);
  assertKnown('--family', families, [...new Set(specification.documented.map((method) => method.family))]);
  assertKnown(
    '--method',
    methods,
    specification.documented.map((method) => method.id),
  );
  const patterns = matchersOf('--case', selection.cases, all);
  const excluded = matchersOf('--exclude', selection.excluded, all);
  assertKnown(
    '--failed',
    again,
    all.map((testCase) => testCase.id),
  );
  const wantedAgain = again && new Set(again);
  // They call it only to be answered: those who name a method mean the cases about it.
  const onlyAbout = methods !== undefined && suites === undefined && patterns.length === 0 && again === undefined;
  const aboutNone: Case[] = [];
  const chosen = all.filter((testCase) => {
    if (suites && !suites.includes(testCase.suite)) return false;
    if (families && !families.includes(specification.find(testCase.method ?? '')?.family ?? '')) return false;
    if (methods && !methods.some((method) => calls(testCase, method))) return false;
    if (patterns.length > 0 && !patterns.some((matches) => matches(testCase.id))) return false;
    if (excluded.some((matches) => matches(testCase.id))) return false;
    if (wantedAgain && !wantedAgain.has(testCase.id)) return false;
    if (readOnly === true && !testCase.effect.every((effect) => effect === 'read')) return false;
    if (!onlyAbout || testCase.method !== null) return true;
    aboutNone.push(testCase);
    return false;
  });
  const withoutCase = methods?.filter((method) => !chosen.some((testCase) => calls(testCase, method))) ?? [];
  const sharded = shard ? chosen.filter((_, index) => index % shard.total === shard.index - 1) : chosen;
  const taken = new Set(sharded);
  const selected = new Set(chosen);
  return {
    cases: worthFirst ? byWorth(sharded).flatMap(inOrder) : inOrder(sharded),
    whole: sharded.length === all.length,
    leftOut: all.filter((testCase) => !selected.has(testCase)).map(({ id }) => id),
    rules: rulesOf(all),
    ...(withoutCase.length > 0 && { withoutCase }),
    ...(aboutNone.length > 0 && { aboutNone: { count: aboutNone.length, suites: [...new Set(aboutNone.map(({ suite }) => suite))] } }),
    ...(shard && {
      shard: {
        ...shard,
        others: chosen.filter((testCase) => !taken.has(testCase)).map(({ id }) => id),
        whole: chosen.length === all.length,
      },
    }),
  };
}

/** The ids of the sentences and relations that cases judge. */
export function rulesOf(cases: readonly Case[]): ReadonlySet<string> {
  return new Set(
    cases.flatMap(({ about, judges }) => [...(about?.rule === undefined ? [] : [about.rule]), ...judges.map((id) => id.slice(2))]),
  );
}

const calls = (testCase: Case, wanted: string): boolean => testCase.method === wanted || testCase.uses.some((method) => method === wanted);

/** Order of cases: reading, writing, with another profile than the default, with a separate node, dangerous. */
function inOrder(cases: readonly Case[]): Case[] {
  const rank = (testCase: Case): number => {
    if (testCase.danger !== undefined) return 4;
    if (testCase.ownNode === true) return 3;
    if (testCase.profile !== 'default') return 2;
    return testCase.effect.every((effect) => effect === 'read') ? 0 : 1;
  };
  return cases
    .map((testCase, index) => ({ testCase, index, rank: rank(testCase) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ testCase }) => testCase);
}

/** Matchers of patterns, each of which must match at least one case. Throws `SelectionError`, which begins with `option`, if not empty. */
export function matchersOf(
  option: string,
  patterns: readonly string[] = [],
  all: readonly Pick<Case, 'id'>[],
): ((id: string) => boolean)[] {
  return patterns.map((pattern) => {
    const matches = matcher(pattern);
    if (!all.some((testCase) => matches(testCase.id)))
      throw new SelectionError(
        unknown(
          option,
          pattern,
          similarCases(
            pattern,
            all.map((testCase) => testCase.id),
          ),
        ),
      );
    return matches;
  });
}

function assertKnown(option: string, wanted: readonly string[] | undefined, known: readonly string[]): void {
  const names = new Set(known);
  for (const name of wanted ?? []) {
    if (!names.has(name)) throw new SelectionError(unknown(option, name, nearest(name, known, 5)));
  }
}

function unknown(option: string, name: string, near: readonly string[]): string {
  return `${option === '' ? '' : `${option}: `}there is no "${name}"${near.length > 0 ? `; similar: ${near.join(', ')}` : ''}`;
}
