import type { Schema, Spec } from '../model/types.ts';
import type { Report } from './change.ts';
import type { Direction } from './change-rules.ts';

/** Two specifications, and the direction in which the compared values go. */
export interface SchemaComparison {
  readonly before: Spec;
  readonly after: Spec;
  readonly direction: Direction;
  readonly report: Report;
  /** Pairs of differently named shapes within which the comparison is. */
  readonly entered?: ReadonlySet<string>;
}

/** Reports the differences between two schemas at a path. */
export type CompareSchemas = (a: Schema, b: Schema, path: string, comparison: SchemaComparison) => void;
