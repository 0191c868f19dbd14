import { join } from 'node:path';
import { matcher } from '../../../engine/pattern.ts';
import { specsFolder } from '../../../specs/model/specs-folder.ts';
import { readExceptionItems } from '../exceptions-file.ts';
import type { SourceMutant } from './source-mutant.ts';

/** Mutants that no case can find, by place and kind of change and not by line number, so that the list survives edits. */
export interface SourceException {
  /** Path of their file; `*` matches any text. */
  readonly files: string;
  /** Path of files that it does not cover, although `files` names them; `*` matches any text. */
  readonly except: string | undefined;
  /** Kinds of change; without it all. */
  readonly mutators: readonly string[] | undefined;
  /** The line that is changed, trimmed; `*` matches any text. Without it all. */
  readonly line: string | undefined;
  /** What is changed, to the end of the line where the change begins; `*` matches any text. Without it all. */
  readonly changed: string | undefined;
  /** What is there in its place; `*` matches any text. Without it all. */
  readonly replacement: string | undefined;
  /** undocumented: no sentence decides it. equivalent: no call can show it. */
  readonly kind: (typeof KINDS)[number];
  readonly reason: string;
}

const KINDS = ['undocumented', 'equivalent'] as const;

/** The list that comes with Pyx, for coind. */
export const sourceExceptionsFile = (): string => join(specsFolder(), '../suites/selfcheck/source-exceptions.yaml');

const MEMBERS = ['files', 'except', 'mutators', 'line', 'changed', 'replacement', 'kind', 'reason'];

/** Reads a list of exceptions. Throws `ExceptionsFileError`. */
export function readSourceExceptions(file: string): SourceException[] {
  return readExceptionItems(file, MEMBERS, (item, refuse) => {
    const { files, except, mutators, line, changed, replacement, kind, reason } = item;
    const optional = (name: string, value: unknown): string | undefined => {
      if (value !== undefined && typeof value !== 'string') refuse(`has a ${name} that is no text`);
      return value as string | undefined;
    };
    if (typeof files !== 'string' || files === '') return refuse('must have files');
    if (typeof reason !== 'string' || reason === '') return refuse('must have a reason');
    if (mutators !== undefined && !(Array.isArray(mutators) && mutators.every((one) => typeof one === 'string')))
      return refuse('has mutators that are no list of texts');
    const known = KINDS.find((one) => one === kind);
    if (known === undefined) return refuse(`has a kind other than ${KINDS.join(' or ')}`);
    return {
      files,
      except: optional('except', except),
      mutators,
      line: optional('line', line),
      changed: optional('changed', changed),
      replacement: optional('replacement', replacement),
      kind: known,
      reason,
    };
  });
}

type Fits = (text: string) => boolean;

/** Finds the exception of a mutant. `lineOf`: the line of its file where the change begins. */
export class SourceExceptions {
  readonly #list: readonly {
    readonly exception: SourceException;
    readonly fits: (mutant: SourceMutant, line: string, changed: string) => boolean;
  }[];
  readonly #lineOf: (mutant: SourceMutant) => string;
  readonly #used = new Set<SourceException>();

  constructor(exceptions: readonly SourceException[], lineOf: (mutant: SourceMutant) => string) {
    this.#lineOf = lineOf;
    this.#list = exceptions.map((exception) => {
      const { files, except = '', mutators, line = '*', changed = '*', replacement = '*' } = exception;
      const [fitsFile, isOutside, fitsLine, fitsChanged, fitsReplacement] = [files, except, line, changed, replacement].map(matcher) as [
        Fits,
        Fits,
        Fits,
        Fits,
        Fits,
      ];
      return {
        exception,
        fits: (mutant, text, original) =>
          fitsFile(mutant.file) &&
          !isOutside(mutant.file) &&
          (mutators === undefined || mutators.includes(mutant.mutator)) &&
          fitsLine(text) &&
          fitsChanged(original) &&
          fitsReplacement(mutant.replacement),
      };
    });
  }

  /** `undocumented: …`; undefined if there is none. */
  reasonOf(mutant: SourceMutant): string | undefined {
    const line = this.#lineOf(mutant);
    const { start, end } = mutant;
    const changed = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
    const found = this.#list.find(({ fits }) => fits(mutant, line.trim(), changed))?.exception;
    if (!found) return undefined;
    this.#used.add(found);
    return `${found.kind}: ${found.reason}`;
  }

  /** What is wrong with the list, once all mutants were asked for: entries that match none. */
  unused(): string[] {
    return this.#list.flatMap(({ exception }, index) =>
      this.#used.has(exception) ? [] : [`entry ${index + 1} (${exception.files}) matches no mutant`],
    );
  }
}
