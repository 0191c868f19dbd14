import type { Case } from '../engine/case.ts';
import { counted } from '../reports/format.ts';
import type { Specification } from '../specs/model/spec.ts';

/** Sentences or rows of one table that no case judges. */
export interface Unjudged {
  /** What one of them is: `envelope row`. */
  readonly noun: string;
  readonly ids: readonly string[];
}

/** The sentences and rows of a standard that none of the cases judges, by table, without those that no trial can judge. */
export function unjudgedBy(cases: readonly Case[], { documented, spec }: Specification): readonly Unjudged[] {
  const judged = new Set(cases.flatMap(({ judges }) => judges));
  const tables = [
    { noun: 'rule', prefix: 'r', rows: documented.flatMap(({ rules }) => rules) },
    { noun: 'state row', prefix: 's', rows: spec.states },
    { noun: 'limit', prefix: 'l', rows: spec.limits },
    { noun: 'error row', prefix: 'x', rows: spec.errors },
    { noun: 'envelope row', prefix: 'v', rows: spec.envelope },
  ];
  return tables.flatMap(({ noun, prefix, rows }) => {
    const left = rows.filter(({ id, untestable }) => untestable === undefined && !judged.has(`${prefix}:${id}`));
    return left.length === 0 ? [] : [{ noun, ids: left.map(({ id }) => id) }];
  });
}

/** A line for each table, with the ids. */
export const unjudgedLines = (unjudged: readonly Unjudged[]): string[] =>
  unjudged.map(({ noun, ids }) => `no case judges ${counted(ids.length, noun)}: ${ids.join(', ')}`);
