import { argumentForm, offeredParams } from './argument-form.ts';
import { offeredResult } from './offered-result.ts';
import { ArgumentTypes } from './argument-types.ts';
import { ResultTypes, type ResultView } from './result-types.ts';
import { comment, field, name, quote } from './type-text.ts';
import type { Json, Method, Param, Spec, Variant } from './types.ts';

/** Options for the types of callers. */
interface CallerView extends ResultView {
  /** The first lines of the declarations, with the types that the other options name. */
  readonly head: string;
  readonly amountArgument: string;
  readonly decimalArgument: string;
  /** They call coind, and may rely on its choices. */
  readonly ofCoind: boolean;
}

/** Amounts in satoshis: for programs that start the embedded node. */
export const exactView: CallerView = {
  amount: 'AmountValue',
  tokenAmount: 'TokenAmountValue',
  integer: 'number',
  number: 'number',
  any: 'JsonValue',
  undefinedMembers: false,
  amountArgument: 'AmountArgument',
  decimalArgument: 'DecimalArgument',
  ofCoind: true,
  head: `/** Written by the build of the specification: arguments and results for callers of coind. */
/** An exact amount, in satoshis. */
export interface AmountValue {
  readonly sat: bigint;
}
/** An amount as an argument: coin units as a number or a text, or satoshis. */
export type AmountArgument = number | string | AmountValue;
/** An exact amount of a token, in units of 10^-precision. */
export interface TokenAmountValue {
  readonly units: bigint;
  readonly precision: number;
}
/** A decimal number as an argument, such as an amount of a token. */
export type DecimalArgument = number | string | TokenAmountValue;
/** Any result, if the documents do not describe it. */
export type JsonValue =
  | null | boolean | number | bigint | string | AmountValue | TokenAmountValue | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined };
`,
};

/** Values as on the wire, without rounding of numbers: for clients of any node. */
export const wireView: CallerView = {
  amount: 'WireNumber',
  tokenAmount: 'WireNumber',
  integer: 'number',
  number: 'WireNumber',
  any: 'Wire',
  undefinedMembers: false,
  amountArgument: 'AmountArgument',
  decimalArgument: 'DecimalArgument',
  ofCoind: false,
  head: `/** Written by the build of the specification: arguments and results on the wire. */
import type { Wire, WireNumber } from '../wire.ts';
/** An amount as an argument: coin units as a number or a text. */
export type AmountArgument = WireNumber | string;
/** A decimal number as an argument, such as an amount of a token. */
export type DecimalArgument = WireNumber | string;
`,
};

const CALL_HEAD = `/**
 * Calls a method with its arguments by name, or as a list in their order (null for an omitted one). The type of the
 * result follows from the arguments; if they leave it open, it is a union.
 */
export interface ServiceCall<Options> {
`;

const CALL_TAIL = `  <Id extends MethodIdWithoutArguments>(method: Id): Promise<Services[Id]['result']>;
  <Id extends MethodId>(method: Id, params: Services[Id]['named'] | Services[Id]['positional'], options?: Options): Promise<Services[Id]['result']>;
}
`;

/**
 * Declarations for callers: `Services` by method id with its arguments by name and in order and its result, and
 * `ServiceCall`, a function with an overload for each variant of a method whose result depends on its
 * arguments. Ends with a newline.
 */
export function serviceTypes(spec: Spec, view: CallerView): string {
  const results = new ResultTypes(spec, view);
  const args = new GivenTypes(spec, view);
  const { methods } = spec;
  const entries = methods.map((method) => {
    const params = offeredParams(method);
    const answers = new Set(method.variants.map((variant) => resultOf(results, method, variant, view)));
    return `${comment(method.summary, '  ')}  ${name(method.id)}: {\n    readonly named: ${args.named(params)};\n    readonly positional: ${args.positional(params)};\n    readonly result: ${[...answers].join(' | ')};\n  };\n`;
  });
  const overloads = methods.flatMap((method) =>
    waysOf(method).map(({ variant, fixed }) => {
      const params = offeredParams(method);
      const given = `${args.named(params, fixed)} | ${args.positional(params, fixed)}`;
      const mayBeBare = params.every((param) => !isRequired(param, fixed));
      return `  (method: ${quote(method.id)}, params${mayBeBare ? '?' : ''}: ${given}, options?: Options): Promise<${resultOf(results, method, variant, view)}>;\n`;
    }),
  );
  const bare = methods.filter((method) => offeredParams(method).every((param) => !param.required)).map(({ id }) => quote(id));
  return [
    view.head,
    `export interface Services {\n${entries.join('')}}\n`,
    `export type MethodId = keyof Services;\n`,
    `/** Methods that can be called without arguments. */\nexport type MethodIdWithoutArguments =${bare.length === 0 ? ' never' : bare.map((id) => `\n  | ${id}`).join('')};\n`,
    `${CALL_HEAD}${overloads.join('')}${CALL_TAIL}`,
    ...args.declarations(),
    ...results.declarations(),
  ].join('\n');
}

function resultOf(results: ResultTypes, method: Method, variant: Variant, { any, ofCoind }: CallerView): string {
  const result = ofCoind ? offeredResult(method, variant) : variant.result;
  return result ? results.of(result) : any;
}

/** Arguments that select a variant, with their types in it. */
type Fixed = ReadonlyMap<string, { readonly type: string; readonly required: boolean }>;

/** The variants of a method with different results, distinguished by arguments (not by members of arguments). */
function waysOf(method: Method): { readonly variant: Variant; readonly fixed: Fixed }[] {
  const { variants } = method;
  if (new Set(variants.map(({ result }) => JSON.stringify(result))).size < 2) return [];
  if (variants.some(({ when }) => Object.keys(when ?? {}).some((path) => path.includes('.')))) return [];
  return variants.map((variant, at) => ({
    variant,
    fixed: variant.when ? fixedBy(method, variant.when) : fixedByOthers(method, variants.slice(0, at)),
  }));
}

function fixedBy(method: Method, when: { readonly [param: string]: Json }): Fixed {
  return new Map(
    Object.entries(when).flatMap(([param, wanted]) => {
      if (typeof wanted !== 'object' || wanted === null) {
        const isDefault = offeredParams(method).some((candidate) => candidate.name === param && candidate.default === wanted);
        return [[param, { type: typeof wanted === 'string' ? quote(wanted) : JSON.stringify(wanted), required: !isDefault }] as const];
      }
      return 'given' in wanted && wanted['given'] === true ? [[param, { type: '', required: true }] as const] : [];
    }),
  );
}

/** A variant without conditions applies if earlier ones do not: arguments that they require to be given are left out. */
function fixedByOthers(method: Method, others: readonly Variant[]): Fixed {
  const given = others.flatMap(({ when }) =>
    Object.entries(when ?? {}).filter(([, wanted]) => typeof wanted === 'object' && wanted !== null && 'given' in wanted),
  );
  const optional = new Set(
    offeredParams(method)
      .filter((param) => !param.required)
      .map((param) => param.name),
  );
  return new Map(given.filter(([param]) => optional.has(param)).map(([param]) => [param, { type: 'never', required: false }]));
}

function isRequired(param: Param, fixed: Fixed): boolean {
  return fixed.get(param.name)?.required ?? param.required;
}

/** Types of arguments for callers. */
class GivenTypes {
  readonly #spec: Spec;
  readonly #types: ArgumentTypes;

  constructor(spec: Spec, view: CallerView) {
    this.#spec = spec;
    this.#types = new ArgumentTypes(spec, { amount: view.amountArgument, decimal: view.decimalArgument, any: view.any, isRead: false });
  }

  declarations(): string[] {
    return this.#types.declarations();
  }

  named(params: readonly Param[], fixed: Fixed = new Map()): string {
    if (params.length === 0) return '{ readonly [name: string]: never }';
    return `{ ${params.map((param) => field(param.name, this.#type(param, fixed), isRequired(param, fixed))).join(' ')} }`;
  }

  positional(params: readonly Param[], fixed: Fixed = new Map()): string {
    const lastRequired = params.findLastIndex((param) => isRequired(param, fixed));
    const items = params.map((param, at) => {
      const label = param.name.replaceAll(/\W+/g, '_');
      const type = this.#type(param, fixed);
      if (isRequired(param, fixed)) return `${label}: ${type}`;
      return `${label}${at > lastRequired ? '?' : ''}: ${type} | null${at > lastRequired ? '' : ' | undefined'}`;
    });
    return `readonly [${items.join(', ')}]`;
  }

  #type(param: Param, fixed: Fixed): string {
    const given = fixed.get(param.name)?.type ?? '';
    return given === '' ? this.#types.of(argumentForm(this.#spec, param)) : given;
  }
}
