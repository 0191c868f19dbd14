import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kill } from '../../engine/kill.ts';
import type { MutationResults } from '../../engine/mutation-results.ts';
import { specsFolder } from '../../specs/model/specs-folder.ts';

/** By which cases mutants of coind were found when they were last measured: `found-by.json`. */
export interface FoundBy {
  /** Ids of the cases. */
  readonly cases: readonly string[];
  /**
   * By file, the places where mutants begin with the cases that found some of them, as indices into `cases`: `12:5=3,17 14:9=2`.
   * Line and column count from 1.
   */
  readonly files: Readonly<Record<string, string>>;
}

const KILLS = /(?<line>\d+):(?<column>\d+)=(?<indices>[\d,]+)/g;

/** What the tree has: CONTRIBUTING.md, Releases. */
export function committedFoundBy(): FoundBy {
  return JSON.parse(readFileSync(join(specsFolder(), '../suites/selfcheck/found-by.json'), 'utf8')) as FoundBy;
}

/** What it says, each place with one case. */
export function killsOf({ cases, files }: FoundBy): Kill[] {
  return Object.entries(files).flatMap(([file, places]) =>
    [...places.matchAll(KILLS)].flatMap(({ groups = {} }) => {
      const { line, column, indices = '' } = groups;
      const start = { line: Number(line), column: Number(column) };
      return indices.split(',').flatMap((index) => {
        const found = cases[Number(index)];
        return found === undefined ? [] : [{ file, start, case: found }];
      });
    }),
  );
}

/**
 * What is known after a measure: what it found, and what was known before of mutants that it did not try; where it was limited to some cases
 * or mutants, also of those that it did not find.
 */
export function foundBy(
  { files, testFiles, selection }: Pick<MutationResults, 'files' | 'testFiles' | 'selection'>,
  before: FoundBy,
): FoundBy {
  const nameOf = new Map(testFiles.cases.tests.map(({ id, name }) => [id, name]));
  const found: Kill[] = [];
  const untried = new Set<string>();
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, location, killedBy = [] } of mutants) {
      const place = { file, start: location.start };
      if (status === 'Pending') untried.add(keyOf(place));
      for (const name of killedBy.flatMap((id) => nameOf.get(id) ?? [])) found.push({ ...place, case: name });
    }
  }
  const { sample, changedSince, methods } = selection;
  const isLimited = sample !== undefined || changedSince !== undefined || methods !== undefined;
  const foundAt = new Set(found.map(keyOf));
  const kept = killsOf(before).filter((kill) => {
    const key = keyOf(kill);
    return files[kill.file] === undefined || untried.has(key) || (isLimited && !foundAt.has(key));
  });
  return documentOf([...found, ...kept]);
}

const keyOf = ({ file, start }: Pick<Kill, 'file' | 'start'>): string => `${file} ${start.line}:${start.column}`;

function documentOf(kills: readonly Kill[]): FoundBy {
  const cases = [...new Set(kills.map((kill) => kill.case))].toSorted();
  const indexOf = new Map(cases.map((id, index) => [id, index]));
  const sorted = kills.toSorted((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
  const files = new Map<string, Map<string, Set<number>>>();
  for (const { file, start, case: id } of sorted) {
    const places = files.get(file) ?? new Map<string, Set<number>>();
    const place = `${start.line}:${start.column}`;
    places.set(place, (places.get(place) ?? new Set()).add(indexOf.get(id) ?? 0));
    files.set(file, places);
  }
  const text = (places: ReadonlyMap<string, ReadonlySet<number>>): string =>
    [...places].map(([place, indices]) => `${place}=${[...indices].toSorted((a, b) => a - b).join()}`).join(' ');
  return {
    cases,
    files: Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, places]) => [file, text(places)])),
  };
}
