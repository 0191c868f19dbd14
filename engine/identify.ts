import type { FaultKind, RpcError } from '../client/types.ts';
import { defined } from '../specs/model/defined.ts';
import { namedArguments } from '../specs/model/named-arguments.ts';
import { placeAt } from '../specs/model/place-at.ts';
import type { ValidationProblem } from '../specs/model/problems.ts';
import { isObject, typeOf } from '../specs/model/resolve.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method, Variant } from '../specs/model/types.ts';
import { variantFor } from '../specs/model/variants.ts';
import { walk } from '../specs/model/walk.ts';
import type { Wire } from '../specs/model/wire.ts';
import { toPlain } from '../client/wire-json.ts';
import type { CallRecord } from './call-record.ts';
import { REFUSED, type Difference } from './difference.ts';
import { generalPath, generalText } from './general-form.ts';
import type { Finding } from './outcome.ts';

/** What a case is about, as a part of the identity of its findings. */
export interface About {
  readonly method?: string | undefined;
  /** Id of the sentence or relation that it judges, free of the form of case ids: `getblock/confirmations`, `http/two-hosts`. */
  readonly rule?: string | undefined;
  /** The argument that its call is about, and how it is given. */
  readonly argument?: string | undefined;
  readonly value?: string | undefined;
}

/** The call of an answer. */
export type Asked = Pick<CallRecord, 'method' | 'params'>;

/** The checks of `Trial.ok` and `Trial.equal` without a name of their own. */
export const HOLDS = 'holds';
export const EQUALS = 'equals';

/** Values that are kept as a part of an identity. */
const SHORT = /^[\w .:+/-]{1,40}$/;
const TEXT_CHARACTERS = 120;

/** The JSON type of a value, as an identity has it. */
export function jsonType(value: unknown): string {
  if (value === undefined) return 'missing';
  const type = typeOf(value);
  return type === 'integer' || type === 'bigint' ? 'number' : type;
}

/** The check of a fault: a refused connection is not a refused call. */
export const faultCheck = (kind: FaultKind): string => (kind === REFUSED ? 'connection-refused' : kind);

/** What a call was refused with. */
export const errorFound = ({ code }: RpcError): string => `error ${code}`;

/** A part of a result that differs from the documents: it is the same wherever the method is called. */
export function resultDifference(
  specification: Specification,
  asked: Asked,
  problem: Pick<ValidationProblem, 'check' | 'keys' | 'found'>,
  result: Wire,
): Difference {
  const { spec } = specification;
  const method = specification.method(asked.method);
  const variant = variantOf(method, asked.params);
  const { pattern, schemas } = placeAt(spec, variant?.result ?? {}, problem.keys);
  const value = problem.keys.reduce<unknown>(
    (here, key) => (Array.isArray(here) ? here[Number(key)] : isObject(here) ? here[key] : undefined),
    result,
  );
  const listed = schemas.some(({ enum: values }) => values !== undefined) && SHORT.test(String(value)) ? String(value) : undefined;
  return {
    method: method.id,
    ...variantPart(method, variant),
    ...(pattern !== '' && { path: pattern }),
    check: problem.check,
    found: problem.found ?? (problem.check === 'value' ? (listed ?? jsonType(value)) : jsonType(value)),
  };
}

/** The variant, if the method has several with a result. */
export function variantPart(method: Method, variant: Variant | undefined): Pick<Difference, 'variant'> {
  return variant && method.variants.filter(({ result }) => result !== null).length > 1 ? { variant: variant.id } : {};
}

export function variantOf(method: Method, params: readonly Wire[]): Variant | undefined {
  return variantFor(method, toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>);
}

/** A call that is refused although the documents describe a result. */
export function refusedDifference(
  specification: Specification,
  { method: id, params }: { readonly method: string; readonly params: readonly Wire[] },
  error: RpcError,
  about: About,
): Difference {
  const method = specification.find(id);
  const { rule } = about;
  const { argument, value } = about.method === id ? about : {};
  return {
    method: id,
    check: REFUSED,
    ...defined({ rule, argument, value }),
    found: errorFound(error),
    given: method ? givenArguments(specification, method, params) : [],
  };
}

/** The arguments of a call, and the members of objects in them: each by its name, with its JSON type and with a short value. */
function givenArguments({ spec }: Specification, method: Method, params: readonly Wire[]): string[] {
  const given = new Set<string>();
  for (const [name, argument] of Object.entries(namedArguments(method, params))) {
    const param = method.params.find((candidate) => candidate.name === name);
    if (!param || argument === undefined || argument === null) continue;
    const add = (place: string, value: unknown, isListed = false): void => {
      given.add(place).add(`${place}:${jsonType(value)}`);
      if ((isListed || typeof value === 'boolean' || typeof value === 'number') && SHORT.test(String(value)))
        given.add(`${place}=${String(value)}`);
    };
    add(name, argument);
    // Names as in the coverage report: values under names that are data are `.value`, items have the name of their list.
    walk(
      spec,
      param.schema,
      ({ pattern, value, schema }) => {
        const place = `${name}.${pattern}`
          .replaceAll('{}', '.value')
          .replace(/\[\d*\]/g, '')
          .replace(/\.{2,}/g, '.')
          .replace(/\.$/, '');
        add(
          pattern.endsWith(']') ? `${place}.item` : place,
          value,
          schema.enum?.some((item) => item === value),
        );
      },
      argument,
    );
  }
  return [...given].sort();
}

/** The identity of a finding of a check that the case made itself. `found`: what came instead, if the check knows it. */
export function findingDifference({ check, path, message }: Finding, about: About, found?: string): Difference {
  const { method, rule, argument, value } = about;
  const place = path === undefined || path === rule ? undefined : generalPath(path);
  // A sentence may have several checks without a place: their texts tell them apart.
  const text = place === undefined && (check === HOLDS || check === EQUALS) ? generalText(message).slice(0, TEXT_CHARACTERS) : undefined;
  return { check, ...defined({ method, path: place, rule, argument, value, found: text ?? found }) };
}
