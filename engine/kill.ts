/** That a case killed a mutant that begins at a place of a source. */
export interface Kill {
  /** Path of the file. */
  readonly file: string;
  /** Line and column count from 1. */
  readonly start: { readonly line: number; readonly column: number };
  /** Id of the case. */
  readonly case: string;
}
