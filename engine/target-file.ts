import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parse } from 'yaml';
import { neutralNames, type Names } from '../specs/model/names.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { UserError } from '../specs/model/user-error.ts';
import { validateFile } from '../specs/model/validate-file.ts';

/** An accepted difference between a target and the documents. */
export interface Waiver {
  /** Pattern of case ids; `*` stands for any text. */
  readonly cases: string;
  /** Pattern of field paths; without it, findings of any path. */
  readonly path?: string;
  readonly check?: string;
  readonly reason: string;
  /** Last day it holds: `2027-03-31`. */
  readonly until?: string;
  /** `some`: with some seeds it may match nothing. */
  readonly seeds?: 'some';
}

export interface Absence {
  readonly methods?: readonly string[];
  /** Start options that the release does not have: profiles that need them are inapplicable. */
  readonly options?: readonly string[];
  readonly reason: string;
}

/** What is known of a release. */
export interface TargetFile {
  /** Where it was read from, for people. */
  readonly file: string;
  readonly name: string;
  /** Regular expression on the node's subversion (`getnetworkinfo`). */
  readonly match?: string;
  readonly names?: Partial<Names>;
  readonly startOptions?: readonly string[];
  readonly absent?: readonly Absence[];
  readonly waivers?: readonly Waiver[];
  /** Fields that this release sends and no document names, by method. */
  readonly extraFields?: { readonly [method: string]: readonly string[] };
  /** The state of the node when the baseline was accepted (`stateOfNode`); without it, that of a node that Pyx starts. */
  readonly baselineState?: string;
  /** What was observed when the file was accepted: case and check to what was seen. */
  readonly baseline?: { readonly [key: string]: string | readonly string[] };
}

/** A target file that is not there or does not fit; the message is for the user. */
export class TargetFileError extends UserError {
  override readonly name = 'TargetFileError';
}

/** The house's own target files. */
export const targetsFolder = (): string => join(specsFolder(), 'targets');

/** Reads a target file by path, or by name from the house's own (`litecoind-0.21`). Throws `TargetFileError`. */
export function readTargetFile(nameOrFile: string, folder = targetsFolder()): TargetFile {
  const own = join(folder, `${nameOrFile}.yaml`);
  const file = statSync(nameOrFile, { throwIfNoEntry: false })?.isFile() === true ? nameOrFile : own;
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const known = listTargetFiles(folder)
      .map((path) => basename(path, '.yaml'))
      .join(', ');
    throw new TargetFileError(
      `--target-file ${nameOrFile}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message}`,
      {
        remedy: `give the path of one, or one of the known names: ${known || 'none'}`,
        cause: error,
      },
    );
  }
  return parseTargetFile(content, file);
}

/** Reads a target file's text. `baseline` and `extraFields` may stand in a file beside it (`<name>.baseline.yaml`). */
export function parseTargetFile(content: string, file: string): TargetFile {
  let data = read(content, file);
  const beside = baselineFileOf(file);
  if (existsSync(beside)) data = { ...(read(readFileSync(beside, 'utf8'), beside) as object), ...(data as object) };
  const problems = validateFile('target', data, content);
  if (problems.length > 0) throw new TargetFileError(`${file}: ${problems.join('; ')}`);
  const target = { ...(data as Omit<TargetFile, 'file'>), file: asShown(file) };
  if (target.match !== undefined) expressionOf(target.match, file);
  return target;
}

const alreadyRead = new Map<string, unknown>();

/** Each trial of a process reads the same files, and they are long. */
function read(content: string, file: string): unknown {
  try {
    if (!alreadyRead.has(content)) alreadyRead.set(content, parse(content));
  } catch (error) {
    // Its first line names the place; a picture of that follows.
    throw new TargetFileError(`${file}: ${(error as Error).message.split('\n', 1)[0]}`, { cause: error });
  }
  return alreadyRead.get(content);
}

function expressionOf(match: string, file: string): RegExp {
  try {
    return new RegExp(match);
  } catch (error) {
    throw new TargetFileError(`${file}: /match is no regular expression: ${(error as Error).message}`, { cause: error });
  }
}

/** A method that a target file names must be one of the documents: a slip would silently waive nothing. */
export function assertKnownMethods(target: TargetFile | undefined, known: (method: string) => boolean): void {
  const named = [...absentMethods(target).keys(), ...Object.keys(target?.extraFields ?? {})];
  const strange = named.filter((method) => !known(method));
  if (target === undefined || strange.length === 0) return;
  throw new TargetFileError(`${target.file}: no document has ${strange.join(', ')}`, {
    remedy: `write methods as pyx run --list shows them, and see pyx spec check ${target.file}`,
  });
}

/** Shorter to read, and the same for everyone, where it lies below the folder that Pyx was called in. */
function asShown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/** Where the baseline of a target file stands: beside it. */
export function baselineFileOf(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.baseline.yaml`;
}

/** The house's file for a node that calls itself `subversion`, if there is one. */
export function chooseTargetFile(subversion: string, folder = targetsFolder()): TargetFile | undefined {
  const file = listTargetFiles(folder).find((one) => {
    const { match } = (read(readFileSync(one, 'utf8'), one) ?? {}) as { match?: unknown };
    return typeof match === 'string' && expressionOf(match, one).test(subversion);
  });
  return file === undefined ? undefined : readTargetFile(file, folder);
}

function listTargetFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.baseline.yaml'))
    .sort()
    .map((name) => join(folder, name));
}

export function namesOf(target: TargetFile | undefined): Names {
  return { ...neutralNames, ...target?.names };
}

/** Neutral ids of the methods that the file names absent, with the reason. */
export function absentMethods(target: TargetFile | undefined): Map<string, string> {
  return new Map((target?.absent ?? []).flatMap((absence) => (absence.methods ?? []).map((method) => [method, absence.reason] as const)));
}

/** Start options that the file names absent, with the reason. */
export function absentOptions(target: TargetFile | undefined): Map<string, string> {
  return new Map((target?.absent ?? []).flatMap((absence) => (absence.options ?? []).map((option) => [option, absence.reason] as const)));
}
