import type { Case } from '../engine/case.ts';
import type { TargetForm } from '../fixtures/targets/open-target.ts';
import type { KindProvider } from '../fixtures/world/kinds/provider.ts';
import type { RunReport } from '../reports/run-reports.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { InvariantOptions } from '../suites/invariants/invariant.ts';
import type { AnyRow, RowOptions } from '../suites/rules/row.ts';
import type { RuleOptions } from '../suites/rules/rule.ts';
import type { StateModel } from '../suites/states/support/state-model.ts';
import type { Subject } from '../suites/states/support/subject.ts';

/** The standard of a run, and the functions that make cases for it. Those of the same names in `pyx` know only Pyx's own standard. */
export interface Standard {
  readonly specification: Specification;
  /** A case that judges rules of a method; their texts are its source. Throws when a rule is not in the standard. */
  rule(options: RuleOptions<string, string, string>): Case;
  /** A case that checks a relation between methods, or recomputes an answer. */
  invariant(options: InvariantOptions<string, string>): Case;
  /** A case that judges a row of the tables of limits, errors or states. Throws when there is none. */
  row(options: RowOptions<AnyRow, string, string>): Case;
  /** The case of a state model, of which as much is tried as of those of Pyx: `--runs`, `--commands`. Throws when a row is not in the standard. */
  modelCase<Model extends object, Real extends Subject, Prepared>(model: StateModel<Model, Real, Prepared, string, string>): Case;
}

/** What a module adds to Pyx: the default export of a file that `--plugin` names. */
export interface Plugin {
  /** Begins the ids of its cases (`acme/…`), whose suite has this name: a-z, digits and hyphens. */
  readonly name: string;
  /** Its cases, or a function that makes them for the standard of the run. */
  readonly cases?: readonly Case[] | ((standard: Standard) => readonly Case[]);
  /** Reports of a run, by the names that `--reports` takes. */
  readonly reports?: { readonly [name: string]: RunReport };
  /** Kinds of targets: further forms of the value of `--target`. */
  readonly targets?: readonly TargetForm[];
  /** Values for arguments, by the name of the shape, for shapes that Pyx has no values for. */
  readonly kinds?: { readonly [shape: string]: KindProvider };
}
