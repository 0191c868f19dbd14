/** What of all there is shall be tried. Lists are unions within, all given ones must hold. */
export interface Selection {
  readonly suites?: readonly string[];
  readonly families?: readonly string[];
  /** Neutral method ids. */
  readonly methods?: readonly string[];
  /** Case ids or patterns with `*`. */
  readonly cases?: readonly string[];
  /** Ids or patterns of cases that are left out. */
  readonly excluded?: readonly string[];
  /** Ids of cases to try again. */
  readonly again?: readonly string[];
  readonly shard?: { readonly index: number; readonly total: number };
  readonly readOnly?: boolean;
}
