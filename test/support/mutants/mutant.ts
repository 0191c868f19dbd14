import { isLosslessNumber } from 'lossless-json';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Ask, Fault, ProxiedCall } from '../fault-proxy.ts';

/** A fault that contradicts one sentence of the documents, and patterns of ids of the cases that should find it. */
export interface Mutant {
  readonly fault: Fault;
  readonly cases: readonly string[];
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
