import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fileSchema, type FileKind } from './meta-schema.ts';
import { placedProblems } from './yaml-place.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, formats: { regex: isRegex } });
const MAX_PROBLEMS = 5;
const compiled = new Map<FileKind, ValidateFunction>();

/** The problems of a file according to its schema, with line numbers in `content`; an empty list for none. */
export function validateFile(kind: FileKind, data: unknown, content: string): string[] {
  let validate = compiled.get(kind);
  if (!validate) {
    validate = ajv.compile(fileSchema(kind));
    compiled.set(kind, validate);
  }
  return validate(data) ? [] : placedProblems(content, mostTelling(validate.errors ?? []));
}

/** A failed union reports every branch; the deepest error is the most useful. The failure of an `else` itself is left out. */
function mostTelling(reported: ErrorObject[]): ErrorObject[] {
  const errors = reported.filter(({ keyword }) => keyword !== 'if');
  const depth = (error: ErrorObject): number => error.instancePath.split('/').length;
  const deepest = errors.reduce((most, error) => Math.max(most, depth(error)), 0);
  const kept = new Map<string, ErrorObject>();
  for (const error of errors) {
    if (depth(error) !== deepest || kept.size === MAX_PROBLEMS) continue;
    const text = `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
    if (!kept.has(text)) kept.set(text, error);
  }
  return [...kept.values()];
}

function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false; // it is not a regular expression
  }
}
