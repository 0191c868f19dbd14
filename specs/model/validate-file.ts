import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fileSchema, type FileKind } from './meta-schema.ts';
import { placedProblems } from './yaml-place.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, formats: { regex: isRegex } });
const MAX_PROBLEMS = 10;
const compiled = new Map<FileKind, ValidateFunction>();

/** The problems of a file according to its schema, with line numbers in `content`; an empty list for none. */
export function validateFile(kind: FileKind, data: unknown, content: string): string[] {
  let validate = compiled.get(kind);
  if (!validate) {
    validate = ajv.compile(fileSchema(kind));
    compiled.set(kind, validate);
  }
  if (validate(data)) return [];
  const errors = mostTelling(validate.errors ?? []);
  const more = errors.length - MAX_PROBLEMS;
  return [
    ...placedProblems(content, errors.slice(0, MAX_PROBLEMS)),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'problem' : 'problems'}`] : []),
  ];
}

/**
 * All errors but those of branches of unions: a failed union reports every branch, and the deepest error in it is the most useful.
 * The failure of an `else` itself is left out.
 */
function mostTelling(reported: ErrorObject[]): ErrorObject[] {
  const errors = reported.filter(({ keyword }) => keyword !== 'if');
  const unions = errors
    .filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
    .sort((a, b) => depthOf(a) - depthOf(b))
    .map((union) => ({ union, deepest: 0 }));
  const inUnion = errors.map((error) => {
    const outermost = unions.find(({ union }) => isWithin(error, union));
    if (outermost) outermost.deepest = Math.max(outermost.deepest, depthOf(error));
    return { error, outermost };
  });
  const kept = new Map<string, ErrorObject>();
  for (const { error, outermost } of inUnion) {
    if (outermost && depthOf(error) !== outermost.deepest) continue;
    const text = `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
    if (!kept.has(text)) kept.set(text, error);
  }
  return [...kept.values()];
}

const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;

/** Whether an error is the failure of a union, or comes from one of its branches. What stands beside the union in the schema does not. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  if (error === union) return true;
  if (error.instancePath === union.instancePath)
    return error.schemaPath !== `${union.schemaPath.slice(0, union.schemaPath.lastIndexOf('/'))}/${error.keyword}`;
  return error.instancePath.startsWith(`${union.instancePath}/`) && !isBeside(error, union);
}

/** Whether an error below the place of a union comes from the properties beside it, and not from a branch. */
function isBeside(error: ErrorObject, union: ErrorObject): boolean {
  const object = union.schemaPath.slice(0, union.schemaPath.lastIndexOf('/'));
  return error.schemaPath.startsWith(`${object}/properties/`) || error.schemaPath.startsWith(`${object}/additionalProperties/`);
}

function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false; // it is not a regular expression
  }
}
