import type { MutationResults, TriedMutant } from '../../../engine/mutation-results.ts';
import type { MutantResult } from './mutant-attempt.ts';
import type { SourceMutant } from './source-mutant.ts';

/** `it differs [document, holds]`: as `mutatedFiles` writes it. */
const REASON = /^(?<message>.*) \[(?<evidence>[^\s,[\]]+), (?<check>[^[\]]+)\]$/s;

type Place = Pick<SourceMutant, 'mutator' | 'replacement' | 'start'>;

/**
 * The mutants that an earlier report found: they need not be tried again while neither their file nor the case that found them has
 * changed. A case that is still there is taken to be the same.
 */
export class FoundBefore {
  readonly #found = new Map<string, { readonly source: string; readonly mutants: ReadonlyMap<string, TriedMutant> }>();
  readonly #nameOf: ReadonlyMap<string, string>;
  readonly #cases: ReadonlySet<string>;

  /** @param cases the ids of those that are there now */
  constructor({ files, testFiles }: Pick<MutationResults, 'files' | 'testFiles'>, cases: ReadonlySet<string>) {
    for (const [file, { source, mutants }] of Object.entries(files)) {
      const found = mutants.filter(({ status }) => status === 'Killed');
      this.#found.set(file, { source, mutants: new Map(found.map((mutant) => [keyOfTried(mutant), mutant])) });
    }
    this.#nameOf = new Map(testFiles.cases.tests.map(({ id, name }) => [id, name]));
    this.#cases = cases;
  }

  /** What was found of a mutant of a file that has this source now; undefined if it is to be tried. */
  resultOf(mutant: SourceMutant, source: string): MutantResult | undefined {
    const before = this.#found.get(mutant.file);
    if (before?.source !== source) return undefined;
    const tried = before.mutants.get(keyOf(mutant));
    const [killer] = this.#names(tried?.killedBy);
    const { message, evidence, check } = REASON.exec(tried?.statusReason ?? '')?.groups ?? {};
    if (!tried || killer === undefined || message === undefined || evidence === undefined || check === undefined) return undefined;
    if (!this.#cases.has(killer)) return undefined;
    return {
      mutant,
      status: 'killed',
      killer: { case: killer, check, evidence, message },
      tried: tried.testsCompleted ?? 0,
      reaching: tried.reaching,
      likeliest: this.#names(tried.coveredBy),
      methods: tried.methods,
      durationMs: tried.duration ?? 0,
    };
  }

  #names(ids: readonly string[] = []): string[] {
    return ids.flatMap((id) => this.#nameOf.get(id) ?? []);
  }
}

const keyOf = ({ mutator, replacement, start: { line, column } }: Place): string => `${line} ${column} ${mutator} ${replacement}`;

const keyOfTried = ({ mutatorName, replacement, location: { start } }: TriedMutant): string =>
  keyOf({ mutator: mutatorName, replacement, start });
