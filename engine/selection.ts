/** What of all there is shall be tried. Lists are unions within, all given ones must hold. */
export interface Selection {
  readonly suites?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  /** Neutral method ids. */
  readonly methods?: readonly string[] | undefined;
  /** Case ids or patterns with `*`. */
  readonly cases?: readonly string[] | undefined;
  /** Ids or patterns of cases that are left out. */
  readonly excluded?: readonly string[] | undefined;
  /** Ids of cases to try again. */
  readonly again?: readonly string[] | undefined;
  readonly shard?: { readonly index: number; readonly total: number } | undefined;
  readonly readOnly?: boolean | undefined;
}
