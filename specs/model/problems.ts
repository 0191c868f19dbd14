import type { Validator } from './spec.ts';

/** One error of a validator. */
export interface ValidationProblem {
  readonly check: 'type' | 'presence' | 'value';
  /** `tx[0].vin` */
  readonly path: string;
  /** The names and indexes of the path, from the root. */
  readonly keys: readonly string[];
  readonly message: string;
  /** What came instead, if the value at the path does not show it. */
  readonly found?: string;
}

type ValidationError = NonNullable<Validator['errors']>[number];

/**
 * The errors of a validator with messages for reports. If no branch of a union fits, the deeper errors are reported, or
 * those of the only branch with the value's type; otherwise one error that no form fits.
 */
export function problemsOf(validate: Validator): ValidationProblem[] {
  let errors: readonly ValidationError[] = validate.errors ?? [];
  for (const union of errors.filter(isUnion)) {
    const at = union.instancePath;
    const deeper = errors.some((error) => error.instancePath.startsWith(`${at}/`) && !isUnion(error));
    const meant = deeper ? [] : ofTheOnlyFittingType(errors, at);
    errors = errors.filter((error) => error.instancePath !== at || (meant.length > 0 ? meant.includes(error) : !deeper && error === union));
  }
  return errors.filter((error) => error.keyword !== 'if').map(toProblem);
}

/** The errors of the only branch of a union for this type of value: for null or object, the object branch. */
function ofTheOnlyFittingType(errors: readonly ValidationError[], at: string): ValidationError[] {
  const within = errors.filter((error) => error.instancePath === at && !isUnion(error) && error.keyword !== 'type');
  const branches = new Set(within.map(({ schemaPath }) => schemaPath.slice(0, schemaPath.lastIndexOf('/'))));
  return branches.size === 1 ? within : [];
}

const isUnion = ({ keyword }: ValidationError): boolean => keyword === 'oneOf' || keyword === 'anyOf';

function toProblem(error: ValidationError): ValidationProblem {
  const keys = keysOf(error.instancePath);
  const path = pathOf(keys);
  const what = path === '' ? 'the result' : path;
  if (isUnion(error)) return { check: 'type', path, keys, message: `${what} fits none of the documented forms` };
  if (error.keyword === 'required') {
    const name = (error.params as { missingProperty: string }).missingProperty;
    return {
      check: 'presence',
      path: path === '' ? name : `${path}.${name}`,
      keys: [...keys, name],
      message: `${name} is missing, expected in every result by the documents`,
    };
  }
  return {
    check: error.keyword === 'type' ? 'type' : 'value',
    path,
    keys,
    message: `${what} ${error.message ?? 'does not fit'}${allowed(error.params)}`,
  };
}

function allowed(params: Record<string, unknown>): string {
  const values = params['allowedValues'];
  return Array.isArray(values) ? ` (${values.join(', ')})` : '';
}

/** `/tx/0/vin` → `tx`, `0`, `vin`. */
function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `tx`, `0`, `vin` → `tx[0].vin`. */
function pathOf(keys: readonly string[]): string {
  return keys.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}
