import { callPath, requestObject } from '../../client/request-object.ts';
import { stringify } from '../../client/wire-json.ts';
import { argumentsFor } from '../../fixtures/world/arguments.ts';
import type { ValueSource } from '../../fixtures/world/generate.ts';
import type { Random } from '../../fixtures/world/random.ts';
import type { Request } from '../../fixtures/world/service.ts';
import { Unavailable } from '../../fixtures/world/world-errors.ts';
import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { REQUEST_ID } from '../generator/request-id.ts';
import type { PreparedCall } from '../generator/types.ts';
import { ChainValues } from './chain-values.ts';
import type { MixEntry } from './types.ts';

/** One set of arguments for a method, encoded. */
export interface CallSet {
  readonly call: PreparedCall;
  /** What the answer is checked against. */
  readonly request: Request;
}

/** The calls of an entry of a mix, which are sent in turn. */
export interface EntryCalls {
  readonly entry: MixEntry;
  readonly sets: readonly CallSet[];
}

/** What calls are made from. */
export interface CallSource extends ValueSource {
  readonly specification: Specification;
}

/**
 * Arguments for each entry that takes no prepared transactions: fixed ones, those drawn from the node's chain, and else
 * those of the world. Throws `WorldError` or `Unavailable`.
 */
export async function entryCalls(
  source: CallSource,
  mix: readonly MixEntry[],
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<EntryCalls[]> {
  const { world } = source;
  const wanted = mix.filter((entry) => !entry.prepared);
  const total = wanted.reduce((sum, entry) => sum + entry.pool, 0);
  const made: EntryCalls[] = [];
  let count = 0;
  let kept = 0;
  // The world is made first: what it needs to exist (a wallet, payments) is on the chain when that is read.
  for (const entry of wanted) await argumentsOf(source, entry, undefined);
  const values = wanted.length > 0 && source.specification.hasChain ? await ChainValues.read(world) : undefined;
  for (const entry of wanted) {
    const sets: CallSet[] = [];
    const seen = new Set<string>();
    for (let drawn = 0; drawn < entry.pool; drawn++) {
      const args = await argumentsOf(source, entry, values);
      const request = world.service.request(entry.method, args);
      const body = stringify(requestObject(REQUEST_ID, request.method, request.params, world.service.form));
      onProgress(++count, total);
      if (seen.has(body)) continue;
      seen.add(body);
      const { wallet } = await world.optionsWithWallet(entry.method);
      sets.push({ request, call: { method: entry.method, path: callPath(wallet), body: Buffer.from(body, 'utf8'), check: kept++ } });
    }
    made.push({ entry, sets });
  }
  return made;
}

async function argumentsOf(
  source: CallSource,
  { method: id, args, optional }: MixEntry,
  values: ChainValues | undefined,
): Promise<{ [param: string]: Wire }> {
  const method = source.specification.method(id);
  try {
    return await argumentsFor(source, method, { optional, fixed: { ...drawn(method, values, source.random), ...args } });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new Unavailable(`${id}: ${error.message}`, { cause: error });
  }
}

function drawn(method: Method, values: ChainValues | undefined, random: Random): { [param: string]: Wire } {
  const pairs = method.params.flatMap(({ name, required, schema: { $ref: kind } }) => {
    const value = required && kind !== undefined ? values?.draw(kind as ShapeName, random) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}
