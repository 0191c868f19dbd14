import type { Specification } from '../../specs/model/spec.ts';
import type { Case } from '../../engine/types.ts';
import { negativeCases } from './negative.ts';
import { positiveCases } from './positive.ts';

/** Everything that is generated from the methods' own files. */
export function methodCases(specification: Specification): Case[] {
  return specification.documented.flatMap((method) => [...positiveCases(specification, method), ...negativeCases(specification, method)]);
}
