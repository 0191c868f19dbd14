import type { LoadedSpec } from '../load.ts';

/** A problem of a specification file: the file and a message. */
export interface SpecProblem {
  readonly file: string;
  readonly message: string;
}

/** One check of a whole specification. */
export type Check = (loaded: LoadedSpec) => SpecProblem[];

/** The file of a method, shape or row. */
export function fileOf(loaded: LoadedSpec, part: object): string {
  return loaded.files.get(part) ?? 'standard';
}
