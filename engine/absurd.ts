import { LosslessNumber } from 'lossless-json';
import type { Wire } from '../specs/model/wire.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { CallRecord } from './trial.ts';
import type { Finding } from './types.ts';

/** What any amount, height, time, size or difficulty of a node stays within: digits, and powers of ten either way. */
const MAX_DIGITS = 40;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const SHOWN = 40;

/** The first of these calls whose result holds a number that is beyond anything a node can mean, as a finding. */
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
      message: `${method.id} answered the number ${found.text.length > SHOWN ? `${found.text.slice(0, SHOWN)}… (${found.text.length} characters)` : found.text}, which no amount, height or time can be`,
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
