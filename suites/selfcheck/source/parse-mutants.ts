import { UserError } from '../../../specs/model/user-error.ts';
import type { Place, SourceMutant } from './source-mutant.ts';

/** A list of mutants cannot be used. */
export class MutantListError extends UserError {
  override readonly name = 'MutantListError';
}

/**
 * Reads a JSON list of { id, file, mutator, replacement, start, end } and optional `methods`. `where` begins the messages. Throws
 * `MutantListError`.
 */
export function parseMutants(text: string, where: string): SourceMutant[] {
  const remedy = 'print a JSON list of { id, file, mutator, replacement, start: { line, column }, end: { line, column } }';
  const refuse = (why: string, cause?: unknown): never => {
    throw new MutantListError(`${where}: ${why}`, { remedy, cause });
  };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return refuse(`not JSON: ${(error as Error).message}`, error);
  }
  if (!Array.isArray(data)) return refuse('not a list');
  if (data.length === 0) return refuse('no mutant is listed');
  const known = new Set<string>();
  return data.map((item: unknown, index) => {
    const { id, file, mutator, replacement, start, end, methods } = (item ?? {}) as Record<string, unknown>;
    const at = `mutant ${index + 1}`;
    if (!isText(id) || !isText(file) || !isText(mutator)) return refuse(`${at} needs id, file and mutator as texts`);
    if (typeof replacement !== 'string') return refuse(`${at} (${id}) needs the replacement as text`);
    if (!isPlace(start) || !isPlace(end)) return refuse(`${at} (${id}) needs start and end as { line, column }, which count from 1`);
    if (methods !== undefined && !(Array.isArray(methods) && methods.every(isText)))
      return refuse(`${at} (${id}) has methods that are no list of texts`);
    if (known.has(id)) return refuse(`two mutants have the id ${JSON.stringify(id)}`);
    known.add(id);
    return { id, file, mutator, replacement, start, end, ...(methods !== undefined && { methods: methods as string[] }) };
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isPlace = (value: unknown): value is Place => {
  const { line, column } = (value ?? {}) as Record<string, unknown>;
  return [line, column].every((number) => Number.isSafeInteger(number) && (number as number) > 0);
};
