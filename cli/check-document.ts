import type { SpecProblem } from '../specs/model/checks/problem.ts';
import { exampleProblems } from '../specs/model/checks/examples.ts';
import { SchemaError } from '../specs/model/compile.ts';
import { OpenRpcError } from '../specs/model/openrpc/import-openrpc.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { chosenStandard } from './chosen-standard.ts';
import { unjudgedLines } from './unjudged.ts';

/** Whether a name is that of a standard in one file, which is JSON: an OpenRPC document, or a compiled specification. */
export const isStandardDocument = (file: string): boolean => file.endsWith('.json') && kindOfPath(file) !== 'folder';

/**
 * The problems of a standard in one file, as `pyx run --standard` reads it, what is left out of it, and what no case judges. Throws `StandardError` for
 * a file that cannot be read or is not JSON.
 */
export function checkDocument(file: string): { readonly problems: readonly SpecProblem[]; readonly notes: readonly string[] } {
  try {
    const { specification, notes, unjudged } = chosenStandard(file);
    const problems = specification.documented.flatMap((method) => [
      ...method.params.flatMap(({ name }) => uncompilable(file, `${method.id} ${name}`, () => specification.paramValidator(method, name))),
      ...method.variants.flatMap((variant) =>
        uncompilable(file, `${method.id} result`, () => specification.resultValidator(method, variant)),
      ),
    ]);
    // Examples are held against schemas, which must be some.
    const examples = problems.length > 0 ? [] : exampleProblems(specification.spec).map(({ message }) => ({ file, message }));
    return { problems: [...problems, ...examples], notes: [...notes, ...unjudgedLines(unjudged)] };
  } catch (error) {
    if (!(error instanceof OpenRpcError || error instanceof SchemaError)) throw error;
    return { problems: [{ file, message: error.message }], notes: [] };
  }
}

/** That a schema of the file is none: it is compiled when it is first used. */
function uncompilable(file: string, place: string, compile: () => unknown): SpecProblem[] {
  try {
    compile();
    return [];
  } catch (error) {
    return [{ file, message: `${place}: ${(error as Error).message}` }];
  }
}
