/** A place in a source. Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A change of the source of a node, behind a switch or in a program of its own. */
export interface SourceMutant {
  /** The switch: a program that starts with `MUTANT=<id>` behaves as this mutant. */
  readonly id: string;
  /** Path of the changed file: `coind/governance/tally.ts`. */
  readonly file: string;
  /** Kind of change: `EqualityOperator`, `BlockStatement` … */
  readonly mutator: string;
  /** What is there in place of the text between `start` and `end`. */
  readonly replacement: string;
  readonly start: Place;
  /** Exclusive. */
  readonly end: Place;
  /** The methods that it concerns, if the list says so; otherwise it is found out which cases reach it. */
  readonly methods?: readonly string[];
}
