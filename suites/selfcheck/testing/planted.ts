import { Random } from '../../../fixtures/world/random.ts';
import type { Reply } from '../../../client/types.ts';
import { parse, stringify } from '../../../client/wire-json.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { specification } from '../../../specs/model/specification.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { faultsOf } from '../faults.ts';
import type { Alteration, Ask, ObservedCall, ObservedCalls, PlantedFault, SeenCall } from '../types.ts';

/** Every draw is the lowest, so that the first of several choices is made. */
class LowestRandom extends Random {
  override next(): number {
    return 0;
  }
}

export const resultReply = (result: Wire): Reply => ({ type: 'result', result, durationMs: 1, httpStatus: 200 });
export const errorReply = (code: number, message: string): Reply => ({
  type: 'error',
  error: { code, message },
  durationMs: 1,
  httpStatus: 500,
});

/** A call with its arguments as JSON text. */
export const seen = (id: MethodId, params = '[]', wallet?: string): SeenCall => ({ id, params: parse(params) as Wire[], wallet });

/** A call of a clean run that returned a result. */
export const observedCall = (id: MethodId, params: string, result = 'null'): ObservedCall => ({
  ...seen(id, params),
  reply: resultReply(parse(result)),
  caseId: `methods/${id}/required-only`,
});

export function observedOf(...calls: readonly ObservedCall[]): ObservedCalls {
  const byMethod = new Map<MethodId, ObservedCall[]>();
  for (const call of calls) byMethod.set(call.id, [...(byMethod.get(call.id) ?? []), call]);
  return byMethod;
}

const nothing: ObservedCalls = new Map();
const made = new WeakMap<ObservedCalls, readonly PlantedFault[]>();

/** The fault with this id. */
export function faultOf(id: string, observed = nothing): PlantedFault {
  let faults = made.get(observed);
  if (!faults) made.set(observed, (faults = faultsOf(specification, observed)));
  const found = faults.find((fault) => fault.id === id);
  if (!found) throw new Error(`there is no fault ${id}`);
  return found;
}

/** A new alteration of the fault with this id, which takes the first of several choices. */
export function alterationOf(id: string, observed?: ObservedCalls): Alteration {
  return faultOf(id, observed).make(new LowestRandom('test'));
}

/** A node that must not be asked. */
export const noNode: Ask = () => {
  throw new Error('the node was asked');
};

/** The result, as JSON text, that a fault makes of a result; `unchanged` if it leaves it. */
export async function alteredResult(id: string, params: string, result: string): Promise<string> {
  const fault = faultOf(id);
  const reply = await fault.make(new LowestRandom('test')).answer?.(resultReply(parse(result)), seen(fault.method, params), noNode);
  if (reply === undefined) return 'unchanged';
  if (reply.type !== 'result') throw new Error(`the fault ${id} returned no result`);
  return stringify(reply.result);
}

/** The arguments, as JSON text, that the node receives; `unchanged` if the fault leaves them. */
export async function forwarded(id: string, params: string, observed?: ObservedCalls): Promise<string> {
  const fault = faultOf(id, observed);
  const call = await fault.make(new LowestRandom('test')).forward?.(seen(fault.method, params), noNode);
  return call === undefined ? 'unchanged' : stringify([...call.params]);
}
