import type { LoadedSpec } from '../load.ts';

/** Something wrong with a specification file: where, and one sentence that says what. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

/** One question asked of a whole specification. */
export type Check = (loaded: LoadedSpec) => Problem[];

/** The file that a method, shape or row came from. */
export function fileOf(loaded: LoadedSpec, part: object): string {
  return loaded.files.get(part) ?? 'standard';
}
