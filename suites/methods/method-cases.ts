import type { Specification } from '../../specs/model/spec.ts';
import type { Case } from '../../engine/case.ts';
import { exampleCases } from './examples.ts';
import { negativeCases } from './negative.ts';
import type { OutsideChoice } from '../support/arguments/outside.ts';
import { positiveCases } from './positive.ts';

/** All cases that are generated from the files of the methods. */
export function methodCases(specification: Specification, outside?: OutsideChoice): Case[] {
  return specification.documented.flatMap((method) => [
    ...positiveCases(specification, method),
    ...exampleCases(method),
    ...negativeCases(specification, method, outside),
  ]);
}
