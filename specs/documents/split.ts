import type { Run } from './blocks.ts';

/** A part of a block. */
export interface Part {
  readonly text: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** The code spans in it, in order. */
  readonly codes: readonly string[];
  /** Whether it begins with a code span, brackets aside. */
  readonly beginsWithCode: boolean;
}

/** Longer texts before a colon are no heads. */
const MAX_HEAD_CHARACTERS = 80;

/**
 * What a text says, part by part: it is divided after a full stop, at a semicolon, and in a list of names that are declared (code
 * spans, or `label:str`) at the comma before the next one; never within brackets or code. So each field of a list is a part of its own.
 */
export function partsOf(runs: readonly Run[]): Part[] {
  return divided(runs, ({ text, at, next, own }) => {
    const rest = text.slice(at + 1);
    const isBeforeCode = rest.trim() === '' && next?.isCode === true;
    if (text[at] === ';') return rest === '' || /^\s/.test(rest);
    if (text[at] === ',') return (isBeforeCode || DECLARATION.test(rest)) && isDeclaration(own());
    return /[.!?]/.test(text[at] ?? '') && ((isBeforeCode && rest !== '') || /^\s+\p{Lu}/u.test(rest) || /^\s*$/.test(rest));
  }).parts;
}

const DECLARATION = /^[\s[({]*[\w-]+:[a-z]/;

/** Whether a text declares a name: at its beginning, or after the words that name a list. */
function isDeclaration(runs: readonly Run[]): boolean {
  const code = runs.findIndex(({ isCode }) => isCode);
  const before = textOf(code < 0 ? runs : runs.slice(0, code));
  return DECLARATION.test(before) || (code >= 0 && /(?:^|:)[\s[({]*$/.test(before));
}

/** The words that a text begins with, up to a colon, which all of it is about (`Vote outcomes: …`), and what follows them. */
export function headOf(runs: readonly Run[]): { readonly head: Part | undefined; readonly rest: readonly Run[] } {
  const { parts, rest } = divided(
    runs,
    ({ text, at, next }) => text[at] === ':' && /^\s|^$/.test(text.slice(at + 1)) && (/\S/.test(text.slice(at + 1)) || next !== undefined),
    1,
  );
  const [head] = parts;
  const isHead = head !== undefined && rest.length > 0 && head.text.length <= MAX_HEAD_CHARACTERS && !/[.;!?]\s/.test(head.text);
  return isHead ? { head, rest } : { head: undefined, rest: runs };
}

/** A whole text as one part; undefined if it is empty. */
export const wholeOf = (runs: readonly Run[]): Part | undefined => divided(runs, () => false).parts[0];

interface PlaceInRun {
  /** Of the run, and the place in it. */
  readonly text: string;
  readonly at: number;
  readonly next: Run | undefined;
  /** The runs of the part before the place. */
  readonly own: () => readonly Run[];
}

type Ends = (place: PlaceInRun) => boolean;

/** The parts that end where `ends` says so, outside of brackets and code; at most `count`, and the runs after them. */
function divided(runs: readonly Run[], ends: Ends, count = Infinity): { parts: Part[]; rest: readonly Run[] } {
  const parts: Part[] = [];
  let own: Run[] = [];
  let depth = 0;
  const close = (): void => {
    const part = partOf(own);
    if (part) parts.push(part);
    own = [];
  };
  for (const [index, run] of runs.entries()) {
    if (run.isCode) {
      own.push(run);
      continue;
    }
    let from = 0;
    for (let at = 0; at < run.text.length; at++) {
      const character = run.text[at] ?? '';
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
      else if (depth === 0 && ends({ text: run.text, at, next: runs[index + 1], own: () => [...own, sliceOf(run, from, at)] })) {
        own.push(sliceOf(run, from, at));
        from = at + 1;
        close();
        if (parts.length === count) return { parts, rest: [sliceOf(run, from), ...runs.slice(index + 1)] };
      }
    }
    own.push(sliceOf(run, from));
  }
  close();
  return { parts, rest: [] };
}

/** A part of a run, with the line on which it begins. */
const sliceOf = (run: Run, from: number, to?: number): Run => ({
  ...run,
  text: run.text.slice(from, to),
  line: run.line + linesIn(run.text.slice(0, from)),
});

const linesIn = (text: string): number => text.split('\n').length - 1;

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

function partOf(runs: readonly Run[]): Part | undefined {
  const text = textOf(runs).replaceAll(/\s+/g, ' ').trim();
  const first = runs.find((run) => run.text.trim() !== '' && /[^\s([{]/.test(run.text));
  if (first === undefined) return undefined;
  return {
    text,
    line: first.line + linesIn(/^\s*/.exec(first.text)?.[0] ?? ''),
    codes: runs.filter(({ isCode }) => isCode).map((run) => run.text),
    beginsWithCode: first.isCode,
  };
}
