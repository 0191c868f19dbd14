import { answerOperators } from './answers.ts';
import { argumentOperators } from './arguments.ts';
import { callOperators } from './calls.ts';
import { choiceOperators } from './choices.ts';
import { httpOperators } from './http.ts';
import { listOperators } from './lists.ts';
import { memberOperators } from './members.ts';
import { mixedUpOperators } from './mixed-up.ts';
import { numberOperators } from './numbers.ts';
import type { Operator } from './operator.ts';
import { refusalOperators } from './refusals.ts';
import { textOperators } from './texts.ts';

/** Every operator of `pyx selfcheck`: on the request, on the answer, on HTTP. */
export const operators: readonly Operator[] = [
  ...argumentOperators,
  ...callOperators,
  ...memberOperators,
  ...numberOperators,
  ...textOperators,
  ...choiceOperators,
  ...listOperators,
  ...mixedUpOperators,
  ...answerOperators,
  ...refusalOperators,
  ...httpOperators,
];
