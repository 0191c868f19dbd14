import type { Wire } from '../../../specs/model/wire.ts';
import type { Method, Variant } from '../../../specs/model/types.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { ArgumentPlace } from '../places/argument-places.ts';
import type { Change } from '../places/steps.ts';
import type { ValuePool } from '../places/value-pool.ts';
import type { Alteration, ObservedCall, OperatorId } from '../types.ts';
import type { Random } from '../../../fixtures/world/random.ts';

interface Named {
  readonly id: OperatorId;
  /** What it does: `drops the field`. */
  readonly summary: string;
}

/** Alters one place of a result, at every occurrence. */
export interface FieldOperator extends Named {
  readonly alters: 'field';
  readonly fits: (place: AnswerPlace) => boolean;
  /** What `change` gets: the value at the place, or the object or text that it is a part of. Default: the value. */
  readonly changes?: 'value' | 'holder';
  /** Undefined: this value stays. `turn`, from 0 to 1, is the same for all values of one alteration. */
  readonly change: (value: Wire, place: AnswerPlace, occurrence: Occurrence) => Change | undefined;
}

/** One value of those that an answer has at a place. */
export interface Occurrence {
  readonly turn: number;
  /** All values at the place, in order, and which of them this is. */
  readonly all: readonly Wire[];
  readonly at: number;
}

/** Alters the whole answer to calls of one variant. */
export interface AnswerOperator extends Named {
  readonly alters: 'answer';
  readonly fits: (method: Method, variant: Variant) => boolean;
  readonly make: (context: AnswerContext) => Alteration;
}

export interface AnswerContext {
  readonly method: Method;
  readonly variant: Variant;
  /** Calls of this variant in the clean run that returned a result, each once. */
  readonly observed: readonly ObservedCall[];
}

/** Alters one place of the arguments. One operator may have several faults at a place, one for each of `values`. */
export interface ArgumentOperator extends Named {
  readonly alters: 'argument';
  readonly fits: (place: ArgumentPlace) => boolean;
  /** The values of a closed set, if there is a fault for each. */
  readonly values?: (place: ArgumentPlace) => readonly Wire[];
  /** Coverage ids that a found fault shows to be judged. */
  readonly covers: (place: ArgumentPlace, value: Wire | undefined) => readonly string[];
  /** What a node with the fault contradicts, in words, if it is not the description of the place. */
  readonly sentence?: (place: ArgumentPlace) => string | undefined;
  readonly make: (context: ArgumentContext) => Alteration;
}

export interface ArgumentContext {
  readonly place: ArgumentPlace;
  readonly value: Wire | undefined;
  /** All places of the arguments of the method. */
  readonly places: readonly ArgumentPlace[];
  readonly pool: ValuePool;
  readonly random: Random;
}

/** Alters whole calls of a method, or their transport. */
export interface CallOperator extends Named {
  readonly alters: 'call';
  /** @param documented all methods */
  readonly fits: (method: Method, documented: readonly Method[]) => boolean;
  readonly covers: (method: Method) => readonly string[];
  readonly sentence: (method: Method) => string;
  readonly make: (context: CallContext) => Alteration;
}

export interface CallContext {
  readonly method: Method;
  /** All methods. */
  readonly documented: readonly Method[];
  /** Calls of the method in the clean run. */
  readonly observed: readonly ObservedCall[];
  /** Whether every argument fits its schema, and none is missing or too many. */
  readonly areLegal: (params: readonly Wire[]) => boolean;
}

export type Operator = FieldOperator | AnswerOperator | ArgumentOperator | CallOperator;
