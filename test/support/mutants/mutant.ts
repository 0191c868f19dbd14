import { isLosslessNumber } from 'lossless-json';
import type { CheckName } from '../../../engine/checks.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Ask, Fault, ProxiedCall } from '../fault-proxy.ts';

/** A fault that contradicts one sentence of the documents, and patterns of ids of the cases that should find it. */
export interface Mutant {
  readonly fault: Fault;
  readonly cases: readonly string[];
  /** The check that must find it; default: any. */
  readonly check?: CheckName;
  /** The node that has it; default: coind. */
  readonly on?: 'process:litecoind';
}

type Params = readonly Wire[];

/** Changes the arguments of one method; undefined leaves them unchanged. */
export function forwarded(name: string, method: string, change: (params: Params, call: ProxiedCall) => Params | undefined): Fault {
  return { name, forward: (call) => (call.method === method ? change(call.params, call) : undefined) };
}

/** Omitted arguments get these values, as if the node had other defaults than documented. */
export function defaults(name: string, method: string, values: Params): Fault {
  return forwarded(name, method, (params) => (params.length >= values.length ? undefined : [...params, ...values.slice(params.length)]));
}

/** Changes the results of some methods. */
export function answered(
  name: string,
  methods: readonly string[],
  change: (result: Wire, call: ProxiedCall, ask: Ask) => Promise<Wire | undefined> | Wire | undefined,
): Fault {
  return {
    name,
    answer: async (answer, call, ask) => {
      if (!methods.includes(call.method) || answer.error !== null) return undefined;
      const result = await change(answer.result, call, ask);
      return result === undefined ? undefined : { ...answer, result };
    },
  };
}

export const isObject = (value: Wire | undefined): value is { [name: string]: Wire } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** The argument at `index` is ignored: the node receives `instead`, its default. */
export const argumentIgnored = (method: string, name: string, index: number, instead: Wire): Fault =>
  forwarded(`${method} ignores ${name}`, method, (params) => ((params[index] ?? null) === null ? undefined : params.with(index, instead)));

/** One member of the object at `index` is ignored. */
export const memberIgnored = (method: string, index: number, member: string): Fault =>
  forwarded(`${method} ignores ${member}`, method, (params) => {
    const object = params[index];
    if (!isObject(object) || !(member in object)) return undefined;
    const { [member]: _, ...others } = object;
    return params.with(index, others);
  });

/**
 * A member of the object at `index` has another default than documented. `before`: the arguments before the object, for
 * calls without them.
 */
export const memberDefault = (method: string, before: Params, member: string, value: Wire): Fault =>
  forwarded(`${method} has ${member} ${JSON.stringify(value)} by default`, method, (params) => {
    const index = before.length;
    const given = params[index] ?? {};
    if (!isObject(given) || member in given) return undefined;
    const first = [...params.slice(0, index), ...before.slice(params.length)];
    return [...first, { ...given, [member]: value }, ...params.slice(index + 1)];
  });
