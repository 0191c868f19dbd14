import { matcher } from '../../engine/pattern.ts';
import { Random } from '../../fixtures/world/random.ts';
import type { PlantedFault } from './types.ts';

/** Which faults are attempted. */
export interface FaultSelection {
  /** Neutral ids. */
  readonly methods?: readonly string[] | undefined;
  /** Operators; `*` matches any text. */
  readonly operators?: readonly string[] | undefined;
  /** Number of faults, drawn by the seed. */
  readonly sample?: number | undefined;
  /** Also faults that contradict no sentence. */
  readonly all?: boolean | undefined;
}

export interface SelectedFaults {
  /** Those to attempt, in the order of the list. */
  readonly attempted: readonly PlantedFault[];
  /** Those that are left out because they contradict no sentence. */
  readonly outOfScope: readonly PlantedFault[];
}

/** Selects faults. A sample is drawn from those that would be attempted without it. */
export function selectFaults(faults: readonly PlantedFault[], selection: FaultSelection, seed: number): SelectedFaults {
  const { methods, operators, sample, all = false } = selection;
  const matchers = operators?.map(matcher);
  const asked = faults.filter(
    ({ method, operator }) =>
      (methods === undefined || methods.includes(method)) && (matchers === undefined || matchers.some((matches) => matches(operator))),
  );
  const candidates = asked.filter(({ outOfScope }) => all || outOfScope === undefined);
  const drawn = sample === undefined ? undefined : drawnFrom(candidates, sample, new Random(`${seed}/selfcheck/sample`));
  return {
    attempted: drawn ? candidates.filter((fault) => drawn.has(fault)) : candidates,
    outOfScope: all ? [] : asked.filter(({ outOfScope }) => outOfScope !== undefined),
  };
}

/** `count` different items, all with the same probability (Fisher-Yates). */
export function drawnFrom<T>(items: readonly T[], count: number, random: Random): Set<T> {
  const rest = [...items];
  const drawn = new Set<T>();
  while (drawn.size < count && rest.length > 0) {
    const index = random.integer(0, rest.length - 1);
    drawn.add(rest[index] as T);
    rest[index] = rest.at(-1) as T;
    rest.pop();
  }
  return drawn;
}
