import { argumentForm, isAlwaysPresent, offeredParams } from './argument-form.ts';
import { offeredResult } from './offered-result.ts';
import { ArgumentTypes } from './argument-types.ts';
import { ResultTypes } from './result-types.ts';
import { comment, field, name, quote } from './type-text.ts';
import type { Method, Schema, Spec } from './types.ts';

const HEAD = `/** Written by the build of the specification: arguments and results of handlers. */
/** An amount in satoshis; on the wire in coin units with 8 decimals. */
export interface AmountValue {
  readonly sat: bigint;
}
/** An amount of a token, in units of 10^-precision; on the wire a decimal with that many places. */
export interface TokenAmountValue {
  readonly units: bigint;
  readonly precision: number;
}
/** An invalid item of a list with a result for each item: the error of the item. */
export interface RefusedItem {
  readonly refused: { readonly code: number; readonly message: string };
}
/** Any result, if the documents do not describe it. */
export type JsonValue =
  | null | boolean | number | bigint | string | AmountValue | TokenAmountValue | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined };
`;

/**
 * Declarations for a typed table of handlers: `Methods` by method id with its arguments by name and its result,
 * `MethodsOf` with the ids of each family, and the shapes that these use. Argument objects are named like their
 * shape with the suffix `Argument`. Ends with a newline.
 */
export function handlerTypes(spec: Spec): string {
  const results = new ResultTypes(spec, {
    amount: 'AmountValue',
    tokenAmount: 'TokenAmountValue',
    integer: 'number | bigint',
    number: 'number | bigint',
    any: 'JsonValue',
    undefinedMembers: true,
  });
  const args = new ArgumentTypes(spec, { amount: 'bigint', decimal: 'string', any: 'JsonValue', isRead: true });
  const methods = spec.methods.map((method) => {
    const answers = new Set(method.variants.map((variant) => typeOf(offeredResult(method, variant), results)));
    return `${comment(method.summary, '  ')}  ${name(method.id)}: {\n    readonly params: ${paramsOf(spec, method, args)};\n    readonly result: ${[...answers].join(' | ')};\n  };\n`;
  });
  const families = new Map<string, string[]>();
  for (const { family, id } of spec.methods) families.set(family, [...(families.get(family) ?? []), id]);
  const byFamily = [...families].map(([family, ids]) => `  ${family}: ${ids.map((id) => quote(id)).join(' | ')};\n`);
  return [
    HEAD,
    `export interface Methods {\n${methods.join('')}}\n`,
    `export interface MethodsOf {\n${byFamily.join('')}}\n`,
    ...args.declarations(),
    ...results.declarations(),
  ].join('\n');
}

function typeOf(result: Schema | null, results: ResultTypes): string {
  return result ? results.of(result) : 'JsonValue';
}

function paramsOf(spec: Spec, method: Method, args: ArgumentTypes): string {
  const params = offeredParams(method).map((param) => {
    const form = argumentForm(spec, param);
    return field(param.name, args.of(form), isAlwaysPresent(param, form));
  });
  return params.length === 0 ? '{}' : `{ ${params.join(' ')} }`;
}
