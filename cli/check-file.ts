import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { checkSpec } from '../specs/model/check.ts';
import { loadSpec, SpecError } from '../specs/model/load.ts';
import { loadStandardFolder } from '../specs/model/read-standard.ts';
import { specification } from '../specs/model/specification.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { UserFileError } from '../specs/model/user-file.ts';
import { parseYamlText, readYamlContent, YamlTextError } from '../specs/model/yaml-text.ts';
import { allCases } from '../suites/catalog.ts';
import { checkAccepted, checkTargetFile } from '../engine/check-target-file.ts';
import { readAcceptedFile, TargetFileError } from '../engine/target-file.ts';
import { UsageError } from './usage-error.ts';

/**
 * The problems of one file: a target file, or a file of the specification, which is checked with the rest of it. The file
 * of a method may be in any folder; it is checked in place of the method with its id, or as a new method; that of a standard
 * of a user is checked with the rest of that standard. Throws
 * `UsageError` for a file that cannot be read or is neither.
 */
export function checkFile(file: string): { file: string; message: string }[] {
  let content: string;
  try {
    content = readYamlContent(file);
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.reason}`, {
      remedy: 'name the file of a method, a target file, or an OpenRPC document',
      cause: error,
    });
  }
  const problems = (messages: readonly string[]): { file: string; message: string }[] => messages.map((message) => ({ file, message }));
  const place = relative(specsFolder(), resolve(file));
  const isWithin = !place.startsWith('..') && !place.startsWith('targets');
  const today = new Date().toISOString().slice(0, 10);
  const data = read(content);
  if (typeof data === 'string') return problems([data]);
  if (Array.isArray(data)) return problems(checkAcceptedFile(file, today));
  const standard = isWithin ? undefined : standardWith(file);
  if (standard !== undefined) return problems(checkWithin(standard, file));
  if (!isWithin && 'id' in data && 'variants' in data) return problems(checkMethod(content, String(data['id']), String(data['family'])));
  if (isWithin) return problems(checkPart(place));
  if ('name' in data || ['match', 'absent', 'accepted', 'waivers'].some((key) => key in data)) {
    return problems(checkTargetFile(content, file, { specification, cases: allCases(specification), today }));
  }
  if ('baseline' in data || 'extraFields' in data)
    throw new UsageError(`${file} is the baseline of a target file, which is checked together with it`, {
      remedy: `name ${file.replace('.baseline.yaml', '.yaml')}`,
    });
  if ('drift' in data || 'errors' in data)
    throw new UsageError(`${file} has the accepted drift of a target file, which is checked together with it`, {
      remedy: `name ${file.replace('.drift.yaml', '.yaml')}`,
    });
  throw new UsageError(`${file} is neither the file of a method (it has no id and variants) nor a target file (it has no name)`);
}

function checkAcceptedFile(file: string, today: string): string[] {
  try {
    return checkAccepted(readAcceptedFile(file), { specification, cases: allCases(specification), today });
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    return [error.message.replace(`${file}: `, '')];
  }
}

/** The object in a YAML file, or a message on what is wrong. */
function read(content: string): Record<string, unknown> | string {
  try {
    const { data } = parseYamlText(content);
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : 'the file has no keys at its top level';
  } catch (error) {
    if (!(error instanceof YamlTextError)) throw error;
    return error.message;
  }
}

function checkMethod(content: string, id: string, family: string): string[] {
  const root = specsFolder();
  const known = loadSpec(root).methodFiles.find(({ method }) => method.id === id || method.wire.method === id)?.file;
  return checkPart(known ?? `standard/methods/${family}/${id.replaceAll(/[^\w-]/g, '-')}.yaml`, content);
}

/** The folder of the standard of a user that has this file as `methods/<family>/<method>.yaml`. */
function standardWith(file: string): string | undefined {
  const methods = dirname(dirname(resolve(file)));
  const folder = dirname(methods);
  return relative(folder, methods) === 'methods' && existsSync(join(folder, 'edition.yaml')) ? folder : undefined;
}

/** The problems of one file of a standard of a user. Throws `SpecError` for another file of it that cannot be used. */
function checkWithin(standard: string, file: string): string[] {
  const place = relative(dirname(standard), resolve(file));
  try {
    return checkSpec(loadStandardFolder(standard))
      .filter((problem) => problem.file === place)
      .map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof SpecError) || !error.message.startsWith(`${place}: `)) throw error;
    return [error.message.replace(`${place}: `, '')];
  }
}

/** The problems of one file of the specification, optionally with other content. */
function checkPart(place: string, content?: string): string[] {
  try {
    return checkSpec(loadSpec(specsFolder(), content === undefined ? undefined : { file: place, content }))
      .filter(({ file }) => file === place)
      .map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return [error.message.replace(`${place}: `, '')];
  }
}
