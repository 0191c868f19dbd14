import { fewest } from '../../engine/accepted-entry.ts';
import type { What } from '../../engine/difference.ts';
import { whatIn } from '../entry-block.ts';
import type { DiffCase } from './results.ts';

/** Cases with the same difference of the same method. */
export interface DiffCause {
  readonly method: string;
  readonly difference: string;
  readonly reason: string | undefined;
  readonly cases: readonly string[];
  /** The fewest entries that accept it in all of its cases. */
  readonly differences: readonly What[];
}

/** The differences by cause: those without a reason first, then those of the most cases. */
export function diffCauses(cases: readonly DiffCase[]): DiffCause[] {
  const groups = new Map<string, DiffCause & { cases: string[]; differences: What[] }>();
  for (const { id, method, difference, reason, differences = [] } of cases) {
    const key = JSON.stringify([method, difference, reason]);
    const group = groups.get(key) ?? { method, difference, reason, cases: [], differences: [] };
    group.cases.push(id);
    group.differences.push(...differences.map(whatIn));
    groups.set(key, group);
  }
  const causes = [...groups.values()].map((group) => ({ ...group, differences: fewest(group.differences) }));
  return causes.sort((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined) || b.cases.length - a.cases.length);
}
