import type { DiffCase } from './results.ts';

/** Cases with the same difference of the same method. */
export interface DiffCause {
  readonly method: string;
  readonly difference: string;
  readonly reason: string | undefined;
  readonly cases: readonly string[];
}

/** The differences by cause: those without a reason first, then those of the most cases. */
export function diffCauses(cases: readonly DiffCase[]): DiffCause[] {
  const groups = new Map<string, DiffCause & { cases: string[] }>();
  for (const { id, method, difference, reason } of cases) {
    const key = JSON.stringify([method, difference, reason]);
    const group = groups.get(key) ?? { method, difference, reason, cases: [] };
    group.cases.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined) || b.cases.length - a.cases.length,
  );
}
