import { isAlways } from './json-schema.ts';
import { comment, field, interfaceText, name, quote } from './type-text.ts';
import type { Presence, Schema, Spec } from './types.ts';

/** Options for the types of results. */
export interface ResultView {
  /** Numbers in coin units. */
  readonly amount: string;
  /** Numbers in units of a token. */
  readonly tokenAmount: string;
  readonly integer: string;
  /** All other numbers. */
  readonly number: string;
  /** The type of a value that the documents do not describe. */
  readonly any: string;
  /** Whether an optional member may also be undefined. */
  readonly undefinedMembers: boolean;
}

/** Types of results, and of the shapes in them. */
export class ResultTypes {
  readonly #spec: Spec;
  readonly #view: ResultView;
  readonly #declared = new Map<string, string>();

  constructor(spec: Spec, view: ResultView) {
    this.#spec = spec;
    this.#view = view;
  }

  declarations(): string[] {
    return [...this.#declared.values()];
  }

  of(schema: Schema): string {
    if (schema.$ref !== undefined) return this.#shape(schema.$ref);
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches) return [...new Set(branches.map((branch) => this.of(branch)))].join(' | ');
    if (schema.enum) return schema.enum.map((value) => (typeof value === 'string' ? quote(value) : JSON.stringify(value))).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (typeof schema.type === 'object') return schema.type.map((type) => this.of({ ...schema, type })).join(' | ');
    switch (schema.type) {
      case 'integer':
        return this.#view.integer;
      case 'number':
        if (schema.unit === 'token') return this.#view.tokenAmount;
        return schema.unit?.startsWith('COIN') === true ? this.#view.amount : this.#view.number;
      case 'array': {
        const items = schema.items
          ? this.of(schema.items)
          : schema.prefixItems
            ? schema.prefixItems.map((item) => this.of(item)).join(' | ')
            : this.#view.any;
        return `readonly (${items})[]`;
      }
      case 'object':
        return this.#object(schema);
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      default:
        return this.#view.any;
    }
  }

  #object(schema: Schema): string {
    const fields = Object.entries(schema.properties ?? {}).map(([key, member]) =>
      this.#field(key, this.of(member), isThere(schema, key, member.presence)),
    );
    if (schema.additionalProperties) return `{ readonly [name: string]: ${this.of(schema.additionalProperties)} }`;
    return fields.length === 0 ? `{ readonly [name: string]: ${this.#view.any} | undefined }` : `{ ${fields.join(' ')} }`;
  }

  #field(key: string, type: string, there: boolean): string {
    return there || this.#view.undefinedMembers ? field(key, type, there) : `readonly ${name(key)}?: ${type};`;
  }

  #shape(shapeName: string): string {
    const shape = this.#spec.shapes[shapeName];
    if (!shape) throw new Error(`no shape ${shapeName} in the specification`);
    if (!this.#declared.has(shapeName)) {
      // Registered before its text is written, because a shape may contain itself.
      this.#declared.set(shapeName, '');
      const text = this.of(shape.schema);
      const head = comment(shape.summary);
      const isObject = text.startsWith('{') && !(shape.schema.oneOf ?? shape.schema.anyOf);
      this.#declared.set(shapeName, isObject ? `${head}${interfaceText(shapeName, text)}` : `${head}export type ${shapeName} = ${text};\n`);
    }
    return shapeName;
  }
}

/** A field is optional if a list of required members leaves it out, or if it has a condition. */
function isThere(owner: Schema, key: string, presence: Presence | undefined): boolean {
  return owner.required ? owner.required.includes(key) : isAlways(presence);
}
