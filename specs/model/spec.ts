import { hasChain } from './has-chain.ts';
import { paramId, resultId } from './json-schema.ts';
import type { Method, Spec, Variant } from './types.ts';

/** What a compiled validator found, in the form of ajv. */
export interface ValidatorError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
}

/** A compiled validator: returns true, or false and sets `errors`. */
export type Validator = ((value: unknown) => boolean) & { errors?: readonly ValidatorError[] | null };

/** The form that `spec build` writes. */
export interface Compiled {
  readonly spec: Spec;
  readonly branded: readonly string[];
  readonly validators: { readonly [id: string]: string };
}

/** The compiled specification with its validators, read once. */
export class Specification {
  readonly spec: Spec;
  /** Branded names with their tokens: `{coin}txfund`. */
  readonly branded: readonly string[];
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #validators: Record<string, Validator>;
  readonly #helpers: ReadonlySet<string>;
  readonly #names: { readonly [id: string]: string };

  constructor(compiled: Compiled, validators: Record<string, Validator>, helpers: Iterable<string> = []) {
    this.#helpers = new Set(helpers);
    this.spec = compiled.spec;
    this.branded = compiled.branded;
    this.#methods = new Map(this.spec.methods.map((method) => [method.id, method]));
    this.#names = compiled.validators;
    this.#validators = validators;
  }

  /** See `hasChain`. */
  get hasChain(): boolean {
    return hasChain(this.spec);
  }

  /** Documented methods only. */
  get documented(): readonly Method[] {
    return this.spec.methods.filter((method) => !method.beyond);
  }

  /** Whether it is a standard of a user (`ownStandard`), which has no other methods than its own and these. */
  get isOfUser(): boolean {
    return this.#helpers.size > 0;
  }

  /**
   * Whether a trial may call the method though the standard does not have it, and a node of that standard may lack it too:
   * so with a standard of a user (`ownStandard`).
   */
  isHelper(id: string): boolean {
    return this.#helpers.has(id);
  }

  find(id: string): Method | undefined {
    return this.#methods.get(id);
  }

  /** Throws if the method does not exist: ids come from the code. */
  method(id: string): Method {
    const method = this.#methods.get(id);
    if (!method) throw new Error(`no method ${id} in the specification`);
    return method;
  }

  resultValidator(method: Method, variant: Variant): Validator | undefined {
    return this.#validator(resultId(method.id, variant.id));
  }

  paramValidator(method: Method, param: string): Validator | undefined {
    return this.#validator(paramId(method.id, param));
  }

  #validator(id: string): Validator | undefined {
    const name = this.#names[id];
    return name === undefined ? undefined : this.#validators[name];
  }
}
