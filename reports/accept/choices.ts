import type { Acceptances } from '../../engine/acceptance.ts';
import { fewest } from '../../engine/accepted-entry.ts';
import { differenceKey, differenceText, type Difference, type What } from '../../engine/difference.ts';
import type { NewEntry } from '../../engine/extend-target-file.ts';
import { matcher } from '../../engine/pattern.ts';
import type { Acceptable, AcceptableResults } from './acceptable.ts';

/** What may be accepted of one cause. */
export interface Choice extends Acceptable {
  /** The fewest entries that cover it, without those of earlier causes. */
  readonly differences: readonly What[];
  /** Those of them that do not occur with every seed. */
  readonly sometimes: readonly What[];
  /** The release that shows it. */
  readonly seen: string | undefined;
}

export interface ChoiceOptions {
  /** Pattern of differences in one line (`getblock tx[].size: *`), or of methods; `*` stands for any text. */
  readonly only?: string | undefined;
  /** What the file accepts already. */
  readonly accepted: Acceptances;
  /** Methods that the file lists as absent already. */
  readonly absent: ReadonlySet<string>;
}

/** What is still to be accepted of these results, each difference once: the causes in order. */
export function choicesOf(results: readonly AcceptableResults[], { only = '*', accepted, absent }: ChoiceOptions): Choice[] {
  const matches = matcher(only);
  const isChosen = (what: What): boolean => matches(differenceText(what)) || (what.method !== undefined && matches(what.method));
  const found = results.flatMap((one) => one.found);
  const chosen = found.flatMap(({ differences }) => differences.filter(isChosen));
  const left = new Map(fewest(chosen, (difference) => accepted.find(difference) !== undefined).map((what) => [differenceKey(what), what]));
  const missing = new Set(absent);
  const take = (difference: Difference): What[] => {
    const key = differenceKey(difference);
    const what = left.get(key);
    left.delete(key);
    return what ? [what] : [];
  };
  return results.flatMap((one) =>
    one.found.flatMap((acceptable): Choice[] => {
      const differences = acceptable.differences.flatMap(take);
      const methods = acceptable.absent.filter((method) => matches(method) && !missing.has(method));
      for (const method of methods) missing.add(method);
      if (differences.length + methods.length === 0) return [];
      const sometimes = differences.filter((what) => isSometimes(what, results));
      return [{ ...acceptable, differences, sometimes, absent: methods, seen: one.subversion === '' ? undefined : one.subversion }];
    }),
  );
}

/** The entries for a choice: one, or two if a part of it does not occur with every seed. */
export function entriesOf({ differences, sometimes, seen }: Choice, why: string | undefined): NewEntry[] {
  const always = differences.filter((what) => !sometimes.includes(what));
  return [
    ...(always.length > 0 ? [{ differences: always, why, seen }] : []),
    ...(sometimes.length > 0 ? [{ differences: sometimes, why, seen, seeds: 'some' as const }] : []),
  ];
}

/** Whether a difference depends on values: a run showed the same place as it must be, or another whole run did not show it. */
function isSometimes(what: What, results: readonly AcceptableResults[]): boolean {
  if (results.some((one) => one.isSometimes(what))) return true;
  const whole = results.filter(({ isWhole }) => isWhole);
  const key = differenceKey(what);
  const showing = whole.filter(({ found }) => found.some(({ differences }) => differences.some((other) => differenceKey(other) === key)));
  return showing.length > 0 && showing.length < whole.length;
}
