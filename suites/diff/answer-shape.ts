import { isLosslessNumber } from 'lossless-json';
import { toPlain } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import type { CallRecord } from '../../engine/call-record.ts';
import { fieldsOf } from '../../specs/model/fields.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { variantFor } from '../../specs/model/variants.ts';

/** The part of an answer that is compared between nodes: nothing random, nothing that depends on the state of the node. */
export type AnswerShape =
  | { readonly type: 'error'; readonly code: number }
  | { readonly type: 'fault'; readonly kind: string }
  /** `fields`: the documented fields in the result, as schema paths (`tx[].vin[].txid`). */
  | { readonly type: 'result'; readonly value: string; readonly fields: readonly string[] };

/** The shape of the answer to a call. Undocumented fields are left out. */
export function shapeOfAnswer({ method: id, params, reply }: CallRecord, specification: Specification): AnswerShape {
  if (reply.type === 'error') return { type: 'error', code: reply.error.code };
  if (reply.type === 'fault') return { type: 'fault', kind: reply.fault.kind };
  const method = specification.method(id);
  const args = toPlain(namedArguments(method, params) as Wire) as Record<string, unknown>;
  const variant = variantFor(method, args);
  const fields = variant?.result ? [...fieldsOf(specification.spec, variant.result, reply.result)] : [];
  return { type: 'result', value: typeOf(reply.result), fields: fields.sort() };
}

/**
 * A short text for the difference, equal for equal causes; undefined when the answers agree. `fields`: whether the fields
 * that results have are compared.
 */
export function differenceOf(a: AnswerShape, b: AnswerShape, { fields = true } = {}): string | undefined {
  if (a.type !== 'result' || b.type !== 'result') {
    const [textA, textB] = [textOf(a), textOf(b)];
    return textA === textB ? undefined : `${textA} · ${textB}`;
  }
  if (a.value !== b.value) return `${a.value} · ${b.value}`;
  if (!fields) return undefined;
  const [onlyA, onlyB] = [missing(a.fields, b.fields), missing(b.fields, a.fields)];
  if (onlyA.length === 0 && onlyB.length === 0) return undefined;
  return [
    onlyA.length > 0 ? `only the first has ${onlyA.join(', ')}` : '',
    onlyB.length > 0 ? `only the second has ${onlyB.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

function textOf(shape: AnswerShape): string {
  if (shape.type === 'error') return `error ${shape.code}`;
  return shape.type === 'fault' ? shape.kind : 'a result';
}

/** Fields of one answer that the other lacks, except those within a list that is empty in the other. */
function missing(fields: readonly string[], others: readonly string[]): string[] {
  return fields.filter((field) => {
    if (others.includes(field)) return false;
    const inList = /^(.*(?:\[\]|\{\}))/.exec(field)?.[1];
    return inList === undefined || others.some((other) => other.startsWith(inList));
  });
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isLosslessNumber(value)) return 'a number';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : typeof value;
}
