import type { ArgumentForm } from './argument-form.ts';
import { comment, field, interfaceText, quote } from './type-text.ts';
import type { Spec } from './types.ts';

/** Options for the types of arguments. */
export interface ArgumentView {
  readonly amount: string;
  /** A decimal number whose places another argument decides. */
  readonly decimal: string;
  /** The type of a value that the documents do not describe. */
  readonly any: string;
  /** True for arguments after reading: digits are numbers, defaults are filled in, invalid list items are `RefusedItem`s. False for arguments as callers write them. */
  readonly isRead: boolean;
}

/** Types of arguments, and of the objects in them, named like their shape with the suffix `Argument`. */
export class ArgumentTypes {
  readonly #spec: Spec;
  readonly #view: ArgumentView;
  readonly #declared = new Map<string, string>();

  constructor(spec: Spec, view: ArgumentView) {
    this.#spec = spec;
    this.#view = view;
  }

  declarations(): string[] {
    return [...this.#declared.values()];
  }

  of(form: ArgumentForm): string {
    switch (form.type) {
      case 'amount':
        return this.#view.amount;
      case 'decimal':
        return this.#view.decimal;
      case 'integer': {
        const type = form.values === undefined ? 'number' : form.values.map(String).join(' | ');
        return form.fromDigits === true && !this.#view.isRead ? `${type} | string` : type;
      }
      case 'string':
        return form.values === undefined ? 'string' : form.values.map(quote).join(' | ');
      case 'literal':
        return JSON.stringify(form.value);
      case 'array': {
        const items = this.of(form.items);
        const all = form.perItem === true && this.#view.isRead ? `${items} | RefusedItem` : items;
        return `readonly ${/[| ]/.test(all) ? `(${all})` : all}[]`;
      }
      case 'union':
        return [...new Set(form.of.map((part) => this.of(part)))].join(' | ');
      case 'object':
        return this.#ofObject(form);
      case 'any':
        return this.#view.any;
      default:
        return form.type;
    }
  }

  #ofObject(form: ArgumentForm & { readonly type: 'object' }): string {
    const members = form.members.map(
      ({ name, form: inner, required, default: fallback }) =>
        [name, this.of(inner), required || (this.#view.isRead && fallback !== undefined)] as const,
    );
    const shape = form.kinds.at(-1);
    const text = this.#objectText(form, members);
    if (shape === undefined) return text;
    const named = `${shape}Argument`;
    this.#declared.set(named, `${comment(this.#spec.shapes[shape]?.summary ?? '')}${interfaceText(named, text)}`);
    return named;
  }

  #objectText(
    { rest }: ArgumentForm & { readonly type: 'object' },
    members: readonly (readonly [name: string, type: string, there: boolean])[],
  ): string {
    // If names are data, the presence of a name is only known at run time.
    if (rest) return `{ readonly [name: string]: ${[...new Set([this.of(rest), ...members.map(([, type]) => type)])].join(' | ')} }`;
    if (members.length === 0 && !this.#view.isRead) return '{ readonly [name: string]: never }';
    return `{ ${members.map(([name, type, there]) => field(name, type, there)).join(' ')} }`;
  }
}
