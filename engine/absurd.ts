import { LosslessNumber } from 'lossless-json';
import type { Wire } from '../specs/model/wire.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './call-record.ts';
import { generalPath } from './general-form.ts';
import type { Finding } from './outcome.ts';

/** Limit for every amount, height, time, size or difficulty: number of digits, and absolute value of the exponent. */
const MAX_DIGITS = 40;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const SHOWN_CHARACTERS = 40;

/** A finding for the first of these calls whose result contains a number out of range for any quantity. */
export function firstAbsurd(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, call] of calls.entries()) {
    const method = specification.find(call.method);
    if (call.reply.type !== 'result' || !method) continue;
    const found = absurdIn(call.reply.result, '');
    if (!found) continue;
    return {
      call: index,
      check: 'value',
      evidence: 'document',
      source: `document ${method.source.document}, ${method.source.section}`,
      path: found.path,
      difference: { method: method.id, path: generalPath(found.path), check: 'value', found: 'number out of range' },
      message: `${method.id} returned the number ${found.text.length > SHOWN_CHARACTERS ? `${found.text.slice(0, SHOWN_CHARACTERS)}… (${found.text.length} characters)` : found.text}, which is out of range for any amount, height or time`,
    };
  }
  return undefined;
}

function absurdIn(value: Wire, path: string): { readonly path: string; readonly text: string } | undefined {
  if (value instanceof LosslessNumber) return isAbsurd(value.value) ? { path, text: value.value } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = absurdIn(item as Wire, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

function isAbsurd(text: string): boolean {
  const [, whole = '', decimals = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  return whole.length + decimals.length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_DIGITS;
}
