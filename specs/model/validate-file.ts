import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fileSchema, type FileKind } from './meta-schema.ts';
import { placedProblems } from './yaml-place.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, formats: { regex: isRegex } });
const compiled = new Map<FileKind, ValidateFunction>();

/** What of a file does not fit its sort, with the line in `content`; an empty list when all is well. */
export function validateFile(kind: FileKind, data: unknown, content: string): string[] {
  let validate = compiled.get(kind);
  if (!validate) {
    validate = ajv.compile(fileSchema(kind));
    compiled.set(kind, validate);
  }
  return validate(data) ? [] : placedProblems(content, mostTelling(validate.errors ?? []));
}

/** A failed union reports every branch; the deepest place is where the author went wrong. That an `else` failed says less than why. */
function mostTelling(reported: ErrorObject[]): ErrorObject[] {
  const errors = reported.filter(({ keyword }) => keyword !== 'if');
  const depth = (error: ErrorObject): number => error.instancePath.split('/').length;
  const deepest = Math.max(...errors.map(depth));
  const deep = errors.filter((error) => depth(error) === deepest);
  const said = (error: ErrorObject): string => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  return deep.filter((error, index) => deep.findIndex((other) => said(other) === said(error)) === index).slice(0, 5);
}

function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false; // the answer to the question asked: it is no regular expression
  }
}
