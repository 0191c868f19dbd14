import type { Method, Variant } from '../../specs/model/types.ts';
import type { AnswerOperator, ArgumentOperator, CallOperator, FieldOperator } from './operators/operator.ts';
import type { AnswerPlace } from './places/answer-places.ts';
import type { ArgumentPlace } from './places/argument-places.ts';

/** An operator at a place: a fault before the scope rules have been applied. */
export type Candidate =
  | { readonly operator: FieldOperator; readonly place: AnswerPlace }
  | { readonly operator: ArgumentOperator; readonly place: ArgumentPlace; readonly value: unknown }
  | { readonly operator: AnswerOperator; readonly method: Method; readonly variant: Variant }
  | { readonly operator: CallOperator; readonly method: Method };
