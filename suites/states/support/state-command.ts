import type { AsyncCommand } from 'fast-check';
import { CaseOver } from '../../../engine/trial.ts';
import type { TransitionId } from './rows.ts';
import { endsRun, reach, type Subject } from './subject.ts';

/**
 * One step of a model: calls of the node, and the effect that the documents state, on the model. A command has no state
 * of its own, because it is run again while a sequence is shortened. `Row`: the ids are those of Pyx's standard, or any.
 */
export abstract class StateCommand<Model extends object, Real extends Subject, Row extends string = TransitionId> implements AsyncCommand<
  Model,
  Real
> {
  /** Its name with its arguments, for the sequence that a finding shows. */
  abstract toString(): string;

  /** Whether the documents state what it does in this state of the model. */
  check(_model: Readonly<Model>): boolean {
    return true;
  }

  /**
   * Makes the calls and changes the model. Returns the row of the table of states whose transition it made, or the
   * sentence that it judged; undefined if there is none.
   */
  protected abstract perform(model: Model, real: Real): Promise<Row | undefined>;

  /** Compares the node with the model. `row`: the transition that was just made. */
  protected abstract compare(model: Readonly<Model>, real: Real, row: Row | undefined): Promise<void>;

  /** As fast-check calls it. Ends the run when the node has ended, or at the first finding: what follows would be consequences. */
  async run(model: Model, real: Real): Promise<void> {
    const { findings } = real.t;
    const before = findings.length;
    const endIfOver = (): void => {
      if (!real.t.node.alive() || findings.slice(before).some((finding) => endsRun(finding, real))) throw new CaseOver();
    };
    const row = await this.perform(model, real);
    endIfOver();
    await this.compare(model, real, row);
    endIfOver();
    if (row !== undefined) reach(real, row);
  }
}
