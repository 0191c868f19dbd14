import type { Reply } from '../../../client/types.ts';
import type { DriftFinding } from '../items.ts';

/** `breaking method-missing getblock`: each finding on a line. */
export const seen = (findings: readonly DriftFinding[]): string[] =>
  findings.map(
    ({ change, class: of, places }) => `${of} ${change} ${places.map(({ method, path }) => `${method} ${path}`.trim()).join(', ')}`,
  );

/** The block of a target file that lists absent methods. */
export const block = (methods: readonly string[]): string => `absent: ${methods.join(', ')}`;

export const result = (value: unknown): Reply => ({ type: 'result', result: value as never, durationMs: 1 });

export const error = (code: number, message: string): Reply => ({ type: 'error', error: { code, message }, durationMs: 1 });
