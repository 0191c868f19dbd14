import type { ChangeClass, ChangeRuleName, Direction } from './change-rules.ts';

/** One difference between two editions of a service. */
export interface Change {
  readonly rule: ChangeRuleName;
  readonly class: ChangeClass;
  /** Set if the class depends on it. A shape that goes both ways has the more serious class and no direction. */
  readonly direction?: Direction;
  /** What it is about: `method getblock`, `shape Block`, `limit body-size`. */
  readonly subject: string;
  /** The place in it: `argument verbosity`, `result (default) tx[].txid`; empty for the whole. */
  readonly path: string;
  /** What was, and what is: `string` and `integer`; empty if there was nothing. */
  readonly before: string;
  readonly after: string;
  /** Neutral ids of the methods concerned. */
  readonly methods: readonly string[];
}

/** A change before it is classified and attributed. */
export type Difference = Pick<Change, 'rule' | 'path'> & Partial<Pick<Change, 'before' | 'after'>>;
export type Report = (difference: Difference) => void;

const LONGEST = 160;

/** A value of a specification as a short text. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

/** Rows by their ids; of several with one id, the first. */
export function byId<T extends { readonly id: string }>(rows: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
  return found;
}

/** Whether two plain values are the same, whatever the order of members. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]));
}
