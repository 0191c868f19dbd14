import type { Arbitrary } from 'fast-check';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { ProfileName } from '../../../fixtures/targets/types.ts';
import type { Random } from '../../../fixtures/world/random.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Effect } from '../../../specs/model/types.ts';
import type { TransitionId } from './rows.ts';
import type { StateCommand } from './state-command.ts';
import type { Subject } from './subject.ts';

/** The model and the node at the start of a run. */
export interface Start<Model extends object, Real extends Subject> {
  readonly model: Model;
  readonly real: Real;
}

/** A small model of a part of the node, and the commands that change both. The ids are those of Pyx's standard, or any. */
export interface StateModel<
  Model extends object,
  Real extends Subject,
  Prepared = unknown,
  Row extends string = TransitionId,
  Called extends string = MethodId,
> {
  /** The case is `states/<id>`. */
  readonly id: string;
  /** What the model says, in one sentence; the title of the case. */
  readonly text: string;
  /** What its commands judge, the main one first: rows of the table of states, and sentences about what the table lacks. */
  readonly rows: readonly [Row, ...Row[]];
  /** All methods that it calls, the main one first. */
  readonly methods: readonly [Called, ...Called[]];
  readonly effect: readonly Effect[];
  readonly profile?: ProfileName;
  readonly ownNode?: boolean;
  /** Share of the random sequences of the settings, for a model whose sequences take long. Default 1. */
  readonly share?: number;
  /**
   * The random commands, each as an arbitrary of fast-check 4 or as a function that draws one; one that is listed twice is drawn
   * twice as often. Arguments that a function has drawn stay as they are while a failing sequence is shortened.
   */
  readonly commands: readonly (Arbitrary<StateCommand<Model, Real, Row>> | ((random: Random) => StateCommand<Model, Real, Row>))[];
  /** Makes the transition of every row, so that a trial of few runs reaches all of them. */
  readonly tour: readonly StateCommand<Model, Real, Row>[];
  /** Makes once what all runs need. With `restores`, it must not change later. */
  prepare(t: Trial): Promise<Prepared>;
  /**
   * Where the target can restore nodes, each run begins with the node and the world as `prepare` left them. Not for a model
   * that starts the node again.
   */
  readonly restores?: boolean;
  /** Puts any node into the initial state of the model, for each run: with a new wallet, for instance. */
  begin(t: Trial, prepared: Prepared): Promise<Start<Model, Real>>;
  /** Removes what a run has made. Not called for a node that has ended. */
  end?(start: Start<Model, Real>): Promise<void>;
}
