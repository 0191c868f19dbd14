import { posix } from 'node:path';
import type { Case } from '../../../engine/case.ts';
import type { CleanCase } from '../clean-case.ts';
import { coverOf } from './cover.ts';
import type { Killers } from './killers.ts';
import { MutantAttempt } from './mutant-attempt.ts';
import type { Reached } from './reached.ts';
import type { SourceMutant } from './source-mutant.ts';
import type { SourceSelfcheckOptions } from './source-selfcheck-options.ts';

/** Where each run takes a new node. */
const MOST_STARTS = 6;
/** Of what a start makes, so many that reach most of its file, and of its folder: what it is for shows in one of them. */
const COVERING = 8;
/** What so many cases reach at most by starting a node again reads what only they have made: they come first. */
const FEW_RESTARTS = 40;
/** So many of these. */
const MOST_RESTARTS = 12;
/** So many cases that start a node again, of what no case is seen to reach. */
const MOST_READERS = 2;

/** Cases, with how much of a place each reaches. */
type Reaching = ReadonlyMap<CleanCase, number>;

interface Known {
  readonly reached: Reached;
  /** The cases that reach each mutant. */
  readonly casesOf: ReadonlyMap<string, readonly CleanCase[]>;
  /** Those that reach any of a file. */
  readonly ofFile: ReadonlyMap<string, Reaching>;
  readonly killers: Killers;
}

/** Chooses the cases whose nodes start as a mutant: one that no running node is seen to reach. */
export class StartCases {
  readonly #passed: readonly CleanCase[];
  readonly #hasSwitches: boolean;
  readonly #known: Known;
  readonly #restartsOf: ReadonlyMap<string, readonly CleanCase[]>;
  readonly #restartsOfFile: ReadonlyMap<string, Reaching>;
  readonly #ofFolder: ReadonlyMap<string, Reaching>;
  readonly #mutants: readonly SourceMutant[];
  /** By the path of a file or folder. */
  readonly #covers = new Map<string, readonly CleanCase[]>();

  constructor(
    { mutants, hasSwitches }: Pick<SourceSelfcheckOptions, 'mutants' | 'hasSwitches'>,
    passed: readonly CleanCase[],
    known: Known,
  ) {
    this.#mutants = mutants;
    this.#passed = passed;
    this.#hasSwitches = hasSwitches;
    this.#known = known;
    this.#restartsOf = known.reached.restartsOf(passed);
    this.#restartsOfFile = casesOfPlaces(mutants, this.#restartsOf, ({ file }) => file);
    this.#ofFolder = casesOfPlaces(mutants, known.casesOf, ({ file }) => posix.dirname(file));
  }

  attempt(mutant: SourceMutant): MutantAttempt {
    const { killers, ofFile } = this.#known;
    const ofItsFile = measure(ofFile.get(mutant.file));
    const restarts = meant(this.#restartsOf.get(mutant.id) ?? []);
    const first = restarts.length <= FEW_RESTARTS ? killers.ordered(restarts, ofItsFile) : [];
    const near = this.#near(mutant);
    // Of code that connects files, those of the folder say more than its own.
    const ofItsFolder = measure(this.#ofFolder.get(posix.dirname(mutant.file)));
    const chosen = new Set([...first, ...killers.ordered(near, ofItsFile, ofItsFolder)]);
    if (this.#hasSwitches && chosen.size === 0) {
      // Nobody sees what a node reaches while it stops: cases that start it again read what it wrote then.
      const readers = meant([...(this.#restartsOfFile.get(mutant.file)?.keys() ?? [])]);
      for (const reader of killers.ordered(readers, ofItsFile).slice(0, MOST_READERS)) chosen.add(reader);
    }
    const ordered = [...chosen];
    const most = Math.max(MOST_STARTS, Math.min(first.length, MOST_RESTARTS));
    const covering = this.#isAtStart(mutant) ? [...this.#cover(mutant.file), ...this.#cover(posix.dirname(mutant.file))] : [];
    const tried = new Set([...ordered.slice(0, most), ...covering]);
    return new MutantAttempt(mutant, [...new Set([...ordered, ...covering])], [...tried], mutant.methods ?? killers.methodsOf(near));
  }

  /** @param path of a file or folder */
  #cover(path: string): readonly CleanCase[] {
    const known = this.#covers.get(path);
    if (known !== undefined) return known;
    const mutants = this.#mutants.filter(({ file }) => file === path || posix.dirname(file) === path);
    const cover = coverOf(mutants, this.#known.casesOf, COVERING);
    this.#covers.set(path, cover);
    return cover;
  }

  #isAtStart({ id }: SourceMutant): boolean {
    return this.#hasSwitches && this.#known.reached.atStart.has(id);
  }

  /**
   * Those of its methods, of a program that is started as each mutant. Of what the start reaches, those of its file, or of its folder if the
   * file has constants only.
   */
  #near(mutant: SourceMutant): readonly CleanCase[] {
    if (!this.#hasSwitches) return this.#passed.filter(({ testCase }) => concerns(mutant, testCase));
    if (!this.#isAtStart(mutant)) return [];
    const ofItsFile = [...(this.#known.ofFile.get(mutant.file)?.keys() ?? [])];
    return ofItsFile.length > 0 ? ofItsFile : [...(this.#ofFolder.get(posix.dirname(mutant.file))?.keys() ?? [])];
  }
}

const measure =
  (reaching: Reaching | undefined) =>
  (clean: CleanCase): number =>
    reaching?.get(clean) ?? 0;

/** Whether a mutant of a list concerns a method that a case calls; one without methods concerns all. */
const concerns = ({ methods }: SourceMutant, { method, uses }: Case): boolean =>
  methods === undefined || methods.some((id) => id === method || uses.includes(id));

/** Of cases that start a node again, those that judge what it has then; others do so to give it options. All, if none judges that. */
function meant(restarts: readonly CleanCase[]): readonly CleanCase[] {
  const some = restarts.filter(({ testCase }) => testCase.effect.includes('process'));
  return some.length > 0 ? some : restarts;
}

/**
 * The cases that reach any mutant of each place. The case about a place reaches most of it, and what few others do: each mutant counts as its
 * share among those that reach it.
 */
export function casesOfPlaces(
  mutants: readonly SourceMutant[],
  casesOf: ReadonlyMap<string, readonly CleanCase[]>,
  placeOf: (mutant: SourceMutant) => string,
): Map<string, Map<CleanCase, number>> {
  const places = new Map<string, Map<CleanCase, number>>();
  for (const mutant of mutants) {
    const place = placeOf(mutant);
    const known = places.get(place) ?? new Map<CleanCase, number>();
    const reaching = casesOf.get(mutant.id) ?? [];
    for (const clean of reaching) known.set(clean, (known.get(clean) ?? 0) + 1 / reaching.length);
    places.set(place, known);
  }
  return places;
}
