import type { MutatedFile, TriedMutant } from '../../../engine/mutation-results.ts';
import type { MutantResult } from './mutant-attempt.ts';
import type { SourceMutant } from './source-mutant.ts';

/** The statuses of the standard format. */
const STATUSES = { killed: 'Killed', survived: 'Survived', 'not-reached': 'NoCoverage', untried: 'Pending', excepted: 'Ignored' } as const;

/** A language by which a page colours a source, by the ending of its file. */
const LANGUAGES: { readonly [ending: string]: string } = { ts: 'typescript', js: 'javascript', mjs: 'javascript', go: 'go', rs: 'rust' };
const OTHER_LANGUAGE = 'cpp';

/**
 * The mutants by file, in the standard format. `sourceOf`: the source of a file. `testOf`: the id of a case in `testFiles`.
 */
export function mutatedFiles(
  results: readonly MutantResult[],
  sourceOf: (file: string) => string,
  testOf: (caseId: string) => string,
): Record<string, MutatedFile> {
  const files: Record<string, MutatedFile & { readonly mutants: TriedMutant[] }> = {};
  const sorted = results.toSorted((a, b) => placeOf(a.mutant) - placeOf(b.mutant));
  for (const result of sorted) {
    const { file } = result.mutant;
    const language = LANGUAGES[file.split('.').at(-1) ?? ''] ?? OTHER_LANGUAGE;
    const known = (files[file] ??= { language, source: sourceOf(file), mutants: [] });
    known.mutants.push(triedMutant(result, testOf));
  }
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const placeOf = ({ start: { line, column } }: SourceMutant): number => line * 10_000 + column;

function triedMutant(result: MutantResult, testOf: (caseId: string) => string): TriedMutant {
  const { mutant, status, reason, killer, tried, reaching, likeliest, methods, durationMs } = result;
  const { id, mutator, replacement, start, end } = mutant;
  return {
    id,
    mutatorName: mutator,
    replacement,
    location: { start, end },
    status: STATUSES[status],
    methods,
    reaching,
    coveredBy: likeliest.map(testOf),
    ...(tried > 0 && { testsCompleted: tried, duration: durationMs }),
    ...(killer && { killedBy: [testOf(killer.case)] }),
    ...((killer ?? reason) !== undefined && { statusReason: killer ? `${killer.message} [${killer.evidence}, ${killer.check}]` : reason }),
  };
}
