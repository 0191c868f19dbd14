/** Which cases to run. A case must match one item of each given list, and all given conditions. */
export interface Selection {
  readonly suites?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  /** Neutral method ids. Cases about no method, which only call one of these, are selected if their suite or id is named too. */
  readonly methods?: readonly string[] | undefined;
  /** Case ids or patterns with `*`. */
  readonly cases?: readonly string[] | undefined;
  /** Ids or patterns of cases that are left out. */
  readonly excluded?: readonly string[] | undefined;
  /** Ids of cases to run again. */
  readonly again?: readonly string[] | undefined;
  readonly shard?: { readonly index: number; readonly total: number } | undefined;
  readonly readOnly?: boolean | undefined;
  /** The run may end before its last case: those with the most worth come first. */
  readonly worthFirst?: boolean | undefined;
}
