/** A table of a report: the first column is text, the others are figures. Cells may hold what a node said. */
export interface TpsTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
