import type { ErrorResult } from '../../load/results.ts';

const NAMES: { readonly [outcome in ErrorResult['class']]?: string } = {
  'rpc-error': 'error object of the service',
  'work-queue': 'refused: the work queue was full',
  http: 'HTTP status',
  timeout: 'no whole answer in time',
  connection: 'connection failed or broke',
  malformed: 'no HTTP answer, or no JSON-RPC answer in it',
  wrong: 'contradicts the specification',
};

/** A class of errors in words, with its code: `error object of the service, code -5`. */
export function errorName({ class: outcome, code }: Pick<ErrorResult, 'class' | 'code'>): string {
  const name = NAMES[outcome] ?? outcome;
  if (code === undefined) return name;
  if (outcome === 'http') return `${name} ${code}`;
  return outcome === 'rpc-error' ? `${name}, code ${code}` : name;
}
