import type { MutationResults, TriedMutant } from '../../engine/mutation-results.ts';

/** Numbers of mutants by what became of them. */
export interface Score {
  readonly killed: number;
  readonly survived: number;
  /** No case runs the changed code: not found either. */
  readonly notReached: number;
  readonly excepted: number;
  readonly untried: number;
}

/** A mutant with the path of its file. */
export interface PlacedMutant extends TriedMutant {
  readonly file: string;
}

/** All mutants, in the order of their places. */
export function mutantsOf({ files }: MutationResults): PlacedMutant[] {
  return Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ ...mutant, file })));
}

export function scoreOf(mutants: readonly TriedMutant[]): Score {
  const counts = new Map<string, number>();
  for (const { status } of mutants) counts.set(status, (counts.get(status) ?? 0) + 1);
  const count = (status: TriedMutant['status']): number => counts.get(status) ?? 0;
  return {
    killed: count('Killed'),
    survived: count('Survived'),
    notReached: count('NoCoverage'),
    excepted: count('Ignored'),
    untried: count('Pending'),
  };
}

/** Number of mutants that decide the score. */
export const judgedIn = ({ killed, survived, notReached }: Score): number => killed + survived + notReached;

/** Share of the mutants that were found, from 0 to 1; null if none was tried. */
export function killedShare(score: Score): number | null {
  const judged = judgedIn(score);
  return judged === 0 ? null : score.killed / judged;
}

/** Folders below it count for a room. */
const ROOM_DEPTH = 3;

/** The room of a file: its folder, at most three deep. */
export const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, ROOM_DEPTH).join('/') || '.';

/** The scores of groups of mutants, by name. A mutant may be in several groups. */
export function scoresBy(mutants: readonly PlacedMutant[], groupsOf: (mutant: PlacedMutant) => readonly string[]): [string, Score][] {
  const groups = new Map<string, PlacedMutant[]>();
  for (const mutant of mutants) {
    for (const name of groupsOf(mutant)) {
      const group = groups.get(name);
      if (group) group.push(mutant);
      else groups.set(name, [mutant]);
    }
  }
  return [...groups].map(([name, group]): [string, Score] => [name, scoreOf(group)]).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The changed text of a mutant and what is there in its place, each on one line: `count > 1 → true`. */
export function changeOf({ location: { start, end }, replacement = '' }: TriedMutant, source: string): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  if (lines.length === 0) return replacement;
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  return `${onOneLine(lines.join('\n'))} → ${onOneLine(replacement) || 'nothing'}`;
}

/** The documents of these methods: `document 3`. */
export const documentsOf = (methods: readonly string[], { documents }: MutationResults): string[] => [
  ...new Set(methods.flatMap((method) => documents[method] ?? [])),
];
