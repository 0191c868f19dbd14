import { checkConditions } from './checks/conditions.ts';
import { checkConflicts } from './checks/conflicts.ts';
import { checkExamples } from './checks/examples.ts';
import { checkDuplicates, checkMethods } from './checks/methods.ts';
import type { Check, SpecProblem } from './checks/problem.ts';
import {
  checkMethodReferences,
  checkStatesOfRules,
  checkShapeReferences,
  checkSharedObjects,
  checkSources,
  checkUnusedShapes,
} from './checks/references.ts';
import { checkSchemas } from './checks/schemas.ts';
import { checkText } from './checks/text.ts';
import { checkValues } from './checks/values.ts';
import { checkVariants } from './checks/variants.ts';
import type { LoadedSpec } from './load.ts';

const standingAlone: readonly Check[] = [checkSources, checkMethods, checkMethodReferences, checkStatesOfRules, checkText];

/** If these find no problem, schemas can be resolved and compiled. */
const beforeAll: readonly Check[] = [checkShapeReferences, checkDuplicates, checkSchemas];
const followingSchemas: readonly Check[] = [
  checkUnusedShapes,
  checkSharedObjects,
  checkConditions,
  checkConflicts,
  checkVariants,
  checkValues,
  checkExamples,
];

/**
 * The problems of a loaded specification, by file; an empty list for none. `loadSpec` has checked each file with the
 * meta-schema; this checks references, sources, defaults and examples, variants, conditions, duplicates, names and texts.
 * Checks that resolve schemas are skipped while there is an unresolved reference, an invalid schema or a duplicate id.
 */
export function checkSpec(loaded: LoadedSpec): SpecProblem[] {
  const ask = (checks: readonly Check[]): SpecProblem[] => checks.flatMap((check) => check(loaded));
  const first = ask(beforeAll);
  const found = [...first, ...ask(standingAlone), ...(first.length > 0 ? [] : ask(followingSchemas))];
  return found.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
}
