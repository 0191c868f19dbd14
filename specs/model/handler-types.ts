import { argumentForm, isAlwaysThere, offeredParams, type ArgumentForm } from './argument-form.ts';
import { ResultTypes } from './result-types.ts';
import { comment, field, name, quote } from './type-text.ts';
import type { Method, Spec } from './types.ts';

const HEAD = `/** Written by the build of the specification: what handlers are given and what they answer. */
/** An amount in satoshis, which is printed in coin units with 8 decimals. */
export interface AmountValue {
  readonly sat: bigint;
}
/** Stands for an item of a list that is answered item by item: what is wrong with it. */
export interface RefusedItem {
  readonly refused: { readonly code: number; readonly message: string };
}
/** Any answer, for what the documents do not describe. */
export type JsonValue =
  | null | boolean | number | bigint | string | AmountValue | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined };
`;

/**
 * Declarations for a typed table of handlers: `Methods` by method id with its arguments by name and its result,
 * `MethodsOf` with the ids of each family, and the shapes that those are made of. Objects among the arguments are
 * named like their shape with `Argument` behind it. Ends with a newline.
 */
export function handlerTypes(spec: Spec): string {
  const results = new ResultTypes(spec, {
    amount: 'AmountValue',
    integer: 'number | bigint',
    number: 'number | bigint',
    any: 'JsonValue',
    undefinedMembers: true,
  });
  const args = new ArgumentTypes(spec);
  const methods = spec.methods.map((method) => {
    const answers = new Set(method.variants.map(({ result }) => (result ? results.of(result) : 'JsonValue')));
    return `${comment(method.summary, '  ')}  ${name(method.id)}: {\n    readonly params: ${args.ofMethod(method)};\n    readonly result: ${[...answers].join(' | ')};\n  };\n`;
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

/** Types of arguments, as they are once they were read. */
class ArgumentTypes {
  readonly #spec: Spec;
  readonly #declared = new Map<string, string>();

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  ofMethod(method: Method): string {
    const params = offeredParams(method).map((param) => {
      const form = argumentForm(this.#spec, param);
      return field(param.name, this.#of(form), isAlwaysThere(param, form));
    });
    return params.length === 0 ? '{}' : `{ ${params.join(' ')} }`;
  }

  declarations(): string[] {
    return [...this.#declared.values()];
  }

  #of(form: ArgumentForm): string {
    switch (form.type) {
      case 'amount':
        return 'bigint';
      case 'integer':
        return form.values === undefined ? 'number' : form.values.map(String).join(' | ');
      case 'string':
        return form.values === undefined ? 'string' : form.values.map(quote).join(' | ');
      case 'literal':
        return JSON.stringify(form.value);
      case 'array': {
        const items = form.perItem === true ? `${this.#of(form.items)} | RefusedItem` : this.#of(form.items);
        return `readonly ${/[| ]/.test(items) ? `(${items})` : items}[]`;
      }
      case 'union':
        return form.of.map((part) => this.#of(part)).join(' | ');
      case 'object':
        return this.#ofObject(form);
      case 'any':
        return 'JsonValue';
      default:
        return form.type;
    }
  }

  #ofObject(form: ArgumentForm & { readonly type: 'object' }): string {
    const members = form.members.map(
      ({ name: key, form: inner, required, default: fallback }) => [key, this.#of(inner), required || fallback !== undefined] as const,
    );
    // With names that are data, what a name stands for is only known once it is looked at.
    const text = form.rest
      ? `{ readonly [name: string]: ${[...new Set([this.#of(form.rest), ...members.map(([, type]) => type)])].join(' | ')} }`
      : `{ ${members.map(([key, type, there]) => field(key, type, there)).join(' ')} }`;
    const shape = form.kinds.at(-1);
    if (shape === undefined) return text;
    const named = `${shape}Argument`;
    this.#declared.set(named, `${comment(this.#spec.shapes[shape]?.summary ?? '')}export interface ${named} ${text}\n`);
    return named;
  }
}
