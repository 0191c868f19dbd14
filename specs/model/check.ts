import { checkConditions } from './checks/conditions.ts';
import { checkConflicts } from './checks/conflicts.ts';
import { checkDuplicates, checkMethods } from './checks/methods.ts';
import type { Check, Problem } from './checks/problem.ts';
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

/** Where these find nothing, the schemas can be followed and compiled. */
const beforeAll: readonly Check[] = [checkShapeReferences, checkDuplicates, checkSchemas];
const followingSchemas: readonly Check[] = [
  checkUnusedShapes,
  checkSharedObjects,
  checkConditions,
  checkConflicts,
  checkVariants,
  checkValues,
];

/**
 * All that is wrong with a specification that `loadSpec` could read, by file. `loadSpec` has held the files against the
 * meta-schema; this asks what a schema of single files cannot: references, sources, defaults and examples, variants,
 * conditions, duplicates, names and texts. An empty list when all is well. While a reference dangles, a schema is wrong
 * or an id is there twice, the questions that follow schemas are not asked.
 */
export function checkSpec(loaded: LoadedSpec): Problem[] {
  const ask = (checks: readonly Check[]): Problem[] => checks.flatMap((check) => check(loaded));
  const first = ask(beforeAll);
  const found = [...first, ...ask(standingAlone), ...(first.length > 0 ? [] : ask(followingSchemas))];
  return found.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
}
