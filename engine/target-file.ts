import { documentTexts } from './document-texts.ts';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { profileNames } from '../fixtures/targets/profiles.ts';
import type { ProfileName } from '../fixtures/targets/types.ts';
import type { ReleaseFacts } from '../fixtures/world/release-facts.ts';
import type { ChangeRuleName } from '../specs/compare/change-rules.ts';
import { neutralNames, type Names } from '../specs/model/names.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { UserError } from '../specs/model/user-error.ts';
import { kindOfPath, UserFileError } from '../specs/model/user-file.ts';
import { validateFile } from '../specs/model/validate-file.ts';
import { parseYamlText, readYamlContent, YamlTextError, type YamlText } from '../specs/model/yaml-text.ts';
import { acceptancesIn, acceptedFile, besideOf, type Acceptance } from './acceptance.ts';

/** An accepted difference by cases, as earlier releases wrote it. */
export interface Waiver {
  /** Pattern of case ids; `*` matches any text. */
  readonly cases: string;
  /** Pattern of field paths. Default: any path. */
  readonly path?: string;
  readonly check?: string;
  readonly reason: string;
  /** Last day on which it is valid: `2027-03-31`. */
  readonly until?: string;
  /** `some`: it may match nothing with some seeds. */
  readonly seeds?: 'some';
  /** The file that has it, if that is not the target file. */
  readonly file?: string;
}

/** Accepted differences from another file than the target file, such as a policy of `pyx gate`. */
export interface FurtherAcceptances {
  readonly file: string;
  readonly accepted?: readonly Acceptance[];
  readonly waivers?: readonly Waiver[];
  /** An entry that is not explained is a finding. */
  readonly unexplained?: 'fail' | 'count';
}

export interface Absence {
  readonly methods?: readonly string[];
  /** Start options that the release does not have: profiles that need them are inapplicable. */
  readonly options?: readonly string[];
  readonly reason: string;
}

/** An accepted difference between the documents and a release, as earlier releases wrote it. */
export interface AcceptedDrift {
  readonly change: ChangeRuleName;
  /** What the release has instead. Default: anything. */
  readonly found?: string;
  /** Methods that it concerns as a whole. */
  readonly methods?: readonly string[];
  /** Arguments, fields or cases by method. */
  readonly places?: { readonly [method: string]: readonly string[] };
  readonly reason: string;
}

/** The known properties of a release. */
export interface TargetFile extends ReleaseFacts {
  /** Path of the file, for messages. */
  readonly file: string;
  readonly name: string;
  /** Regular expression on the node's subversion (`getnetworkinfo`). */
  readonly match?: string;
  readonly names?: Partial<Names>;
  readonly startOptions?: readonly string[];
  /** Profiles whose nodes this release runs only while no other node of it runs on the machine. */
  readonly alone?: readonly ProfileName[];
  /** Where the texts of the documents are: an absolute path of a folder, or an address. */
  readonly documents?: string;
  /** Paths of modules with plug-ins, absolute. */
  readonly plugins?: readonly string[];
  readonly absent?: readonly Absence[];
  /** Accepted differences, in this file or in one that it names. */
  readonly accepted?: readonly Acceptance[];
  /** An accepted difference that is not explained is a finding: see `FurtherAcceptances`. */
  readonly unexplained?: 'fail' | 'count';
  readonly waivers?: readonly Waiver[];
  /** Fields that this release sends and no document names, by method. */
  readonly extraFields?: { readonly [method: string]: readonly string[] };
  readonly drift?: readonly AcceptedDrift[];
  /** Code and message of refusals when the release was last observed, by case. */
  readonly errors?: { readonly [caseId: string]: string | readonly string[] };
  /** Seed of the run in which the errors were observed: texts may depend on the values that a seed draws. Default 1. */
  readonly errorsSeed?: number;
  /** The state of the node when the baseline was accepted (`stateOfNode`). Default: that of a node started by Pyx. */
  readonly baselineState?: string;
  /** Accepted observations, by case and check (`baselineKey`). */
  readonly baseline?: { readonly [key: string]: string | readonly string[] };
}

/** A target file that is missing or invalid. */
export class TargetFileError extends UserError {
  override readonly name = 'TargetFileError';
}

/** The path of a target file that is named by its path, or as a built-in one (`litecoind-0.21`). It need not exist. */
export function targetFilePath(nameOrFile: string, folder = targetsFolder()): string {
  const own = join(folder, `${nameOrFile}.yaml`);
  // The name of a built-in file may also be that of a folder here.
  return kindOfPath(nameOrFile) === 'other' || !existsSync(own) ? nameOrFile : own;
}

/** The folder of the built-in target files. */
export const targetsFolder = (): string => join(specsFolder(), 'targets');

/** Reads a target file by path, or a built-in one by name (`litecoind-0.21`). Throws `TargetFileError`. */
export function readTargetFile(nameOrFile: string, folder = targetsFolder()): TargetFile {
  const file = targetFilePath(nameOrFile, folder);
  let content: string;
  try {
    content = readYamlContent(file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    const known = listTargetFiles(folder)
      .map((path) => basename(path, '.yaml'))
      .join(', ');
    throw new TargetFileError(`target file ${nameOrFile}: ${error.reason}`, {
      remedy: `give the path of a target file, or one of the names: ${known || 'none'}`,
      cause: error,
    });
  }
  return parseTargetFile(content, file);
}

/**
 * Parses a target file. `baseline` and `extraFields` may be in a file beside it (`<name>.baseline.yaml`), as `drift` and
 * `errors` (`<name>.drift.yaml`). Throws `TargetFileError`.
 */
export function parseTargetFile(content: string, file: string): TargetFile {
  let data = read(content, file);
  for (const beside of [baselineFileOf(file), driftFileOf(file)]) {
    if (existsSync(beside)) data = { ...readMembers(beside), ...(data as object) };
  }
  const problems = validateFile('target', data, content);
  if (problems.length > 0) throw new TargetFileError(`${file}: ${problems.join('; ')}`);
  const { accepted, documents, plugins, ...members } = data as Omit<TargetFile, 'file' | 'accepted'> & { readonly accepted?: unknown };
  const target = {
    ...members,
    ...(documents !== undefined && { documents: textsOf(documents, file) }),
    ...(plugins && { plugins: plugins.map((named) => resolve(besideOf(file, named))) }),
    file: displayPath(file),
    ...(accepted !== undefined && { accepted: acceptedOf(accepted, content, file) }),
  };
  if (target.match !== undefined) expressionOf(target.match, file);
  const unknown = (target.alone ?? []).find((name) => !profileNames.includes(name));
  if (unknown !== undefined)
    throw new TargetFileError(`${file}: /alone: there is no profile ${unknown}`, { remedy: `name some of ${profileNames.join(', ')}` });
  return target;
}

/**
 * The files that a target file consists of: itself, those beside it that there are, and one that it names for its accepted differences,
 * which need not exist. Of a file that cannot be read, itself.
 */
export function filesOfTarget(file: string): string[] {
  const beside = [baselineFileOf(file), driftFileOf(file)].filter((path) => existsSync(path));
  return [file, ...beside, ...namedAccepted(file)];
}

function namedAccepted(file: string): string[] {
  try {
    const { accepted } = readMembers(file) as { readonly accepted?: unknown };
    return typeof accepted === 'string' ? [besideOf(file, accepted)] : [];
  } catch (error) {
    if (error instanceof TargetFileError || error instanceof UserFileError) return [];
    throw error;
  }
}

function textsOf(documents: string, file: string): string {
  try {
    return documentTexts(documents, file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new TargetFileError(`${file}: /documents: ${error.message}`, {
      remedy: 'name a folder with the texts, or an address',
      cause: error,
    });
  }
}

/** The members of a file of a target, such as its baseline. Throws `TargetFileError`, also for one that does not exist. */
export function readMembers(file: string): object {
  const members = readYamlFile(file).data ?? {};
  if (typeof members !== 'object' || Array.isArray(members)) throw new TargetFileError(`${file}: the file has no keys at its top level`);
  return members;
}

/**
 * The entries of `accepted` in a file, which may name another file that has the list. `file`: where it is. Throws `TargetFileError`, also
 * for a file that cannot be read.
 */
export function acceptedOf(accepted: unknown, content: string, file: string): readonly Acceptance[] {
  if (typeof accepted !== 'string') {
    const text = yamlOf(content, file);
    return acceptancesIn(text, displayPath(file), text.document.get('accepted', true));
  }
  const named = besideOf(file, accepted);
  return readAcceptedFile(named, `${displayPath(file)}: accepted: `);
}

/** Reads a file with a list of accepted differences. `by`: what names it, for messages. Throws `TargetFileError`. */
export function readAcceptedFile(file: string, by = ''): readonly Acceptance[] {
  try {
    const refuse = (problem: string): TargetFileError => new TargetFileError(`${by}${problem}`);
    return acceptedFile(yamlOf(readYamlContent(file), file), displayPath(file), refuse);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new TargetFileError(`${by}${error.message}`, { remedy: 'name a file with a list of { what, why }', cause: error });
  }
}

/** The target file with further entries; without a target file, one that has these only. */
export function withFurther(target: TargetFile | undefined, further: FurtherAcceptances | undefined): TargetFile | undefined {
  const { file = '', accepted = [], waivers = [], unexplained } = further ?? {};
  if (accepted.length === 0 && waivers.length === 0 && unexplained === undefined) return target;
  return {
    ...(target ?? { file, name: file }),
    accepted: [...(target?.accepted ?? []), ...accepted],
    waivers: [...(target?.waivers ?? []), ...waivers.map((waiver) => ({ ...waiver, file }))],
    ...(unexplained !== undefined && { unexplained }),
  };
}

const parsed = new Map<string, YamlText>();

/** Parses YAML, each content once: the trials of a process read the same long files. */
function yamlOf(content: string, file: string): YamlText {
  let text = parsed.get(content);
  try {
    if (!text) parsed.set(content, (text = parseYamlText(content)));
  } catch (error) {
    if (!(error instanceof YamlTextError)) throw error;
    throw new TargetFileError(`${file}: ${error.message}`, { cause: error });
  }
  return text;
}

const read = (content: string, file: string): unknown => yamlOf(content, file).data;

/** A file of a user as YAML. Throws `TargetFileError`. */
export function readYamlFile(file: string): YamlText {
  try {
    return yamlOf(readYamlContent(file), file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new TargetFileError(error.message, { cause: error });
  }
}

function expressionOf(match: string, file: string): RegExp {
  try {
    return new RegExp(match);
  } catch (error) {
    // The message of V8 quotes the expression before the reason.
    const reason = (error as Error).message.split(': ').at(-1) ?? '';
    throw new TargetFileError(`${file}: /match is not a regular expression: ${reason}`, { cause: error });
  }
}

/** Throws `TargetFileError` if the file names a method that the documents do not have: a typo would waive nothing. */
export function assertKnownMethods(target: TargetFile | undefined, known: (method: string) => boolean): void {
  const named = [...absentMethods(target).keys(), ...Object.keys(target?.extraFields ?? {})];
  const unknown = named.filter((method) => !known(method));
  if (target === undefined || unknown.length === 0) return;
  throw new TargetFileError(`${target.file}: the documents have no method ${unknown.join(', ')}`, {
    remedy: `write methods as pyx run --list prints them; pyx spec check ${target.file} prints similar names`,
  });
}

/** What to do with lists that an earlier release wrote, which this one still reads; undefined if there are none. */
export function oldFormNote(target: TargetFile | undefined): string | undefined {
  const lists = [...((target?.waivers ?? []).length > 0 ? ['waivers'] : []), ...((target?.drift ?? []).length > 0 ? ['drift'] : [])];
  if (lists.length === 0) return undefined;
  const files = [...new Set([target?.file, ...(target?.waivers ?? []).map(({ file }) => file)].filter((file) => file !== undefined))];
  return `${files.join(', ')}: ${lists.join(' and ')} are read for the last time in this release; pyx accept --migrate FILE DIR moves them to accepted`;
}

/** The path relative to the working directory if the file is below it: shorter, and the same on every machine. */
function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/** Path of the baseline of a target file, beside it. */
export function baselineFileOf(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.baseline.yaml`;
}

/** Path of the accepted drift of a target file, beside it. */
export function driftFileOf(file: string): string {
  return `${file.replace(/\.ya?ml$/, '')}.drift.yaml`;
}

/** The built-in target file for a node with this subversion, if any. */
export function chooseTargetFile(subversion: string, folder = targetsFolder()): TargetFile | undefined {
  const file = listTargetFiles(folder).find((candidate) => {
    const { match } = readMembers(candidate) as { match?: unknown };
    return typeof match === 'string' && expressionOf(match, candidate).test(subversion);
  });
  return file === undefined ? undefined : readTargetFile(file, folder);
}

function listTargetFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && !/\.(?:baseline|drift)\.yaml$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

export function namesOf(target: TargetFile | undefined): Names {
  return { ...neutralNames, ...target?.names };
}

/** Neutral ids of the methods that the file lists as absent, with the reason. */
export function absentMethods(target: Pick<TargetFile, 'absent'> | undefined): Map<string, string> {
  return new Map((target?.absent ?? []).flatMap((absence) => (absence.methods ?? []).map((method) => [method, absence.reason] as const)));
}

/** Start options that the file lists as absent, with the reason. */
export function absentOptions(target: TargetFile | undefined): Map<string, string> {
  return new Map((target?.absent ?? []).flatMap((absence) => (absence.options ?? []).map((option) => [option, absence.reason] as const)));
}
