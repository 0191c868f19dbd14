import { mayHavePeers } from '../../fixtures/targets/profiles.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { PerWorld } from '../../fixtures/world/per-world.ts';
import { ifAnswered } from '../../fixtures/world/sources.ts';
import type { World } from '../../fixtures/world/world.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Effect } from '../../specs/model/types.ts';

/** Why a refused call may not change anything. */
export const NOT_EXECUTED = 'JSON-RPC 1.0, section 1.2: an error in place of a result says that the call was not carried out';

/** The calls that detect a change of state, by effect. */
interface Probe {
  readonly method: string;
  readonly pick?: (result: Wire) => Wire;
}

/** They change when the wallet hears of a transaction, which may be after the call that sent it. */
const paymentFields = ['balance', 'unconfirmed_balance', 'immature_balance', 'txcount'];
const walletFields = [...paymentFields, 'unlocked_until', 'paytxfee', 'hdseedid'];
const fields =
  (names: readonly string[]) =>
  (result: Wire): Wire =>
    names.map((name) => (result as { readonly [name: string]: Wire })[name] ?? null);

const chain: readonly Probe[] = [{ method: 'getbestblockhash' }, { method: 'getrawmempool' }];
const probes: Readonly<Record<Effect, readonly Probe[]>> = {
  read: chain,
  write: [],
  secret: chain,
  chain,
  wallet: [...chain, { method: 'getwalletinfo', pick: fields(walletFields) }, { method: 'listlockunspent' }, { method: 'listlabels' }],
  network: [{ method: 'listbanned' }, { method: 'getaddednodeinfo' }, { method: 'getnetworkinfo', pick: fields(['networkactive']) }],
  process: [...chain, { method: 'listwallets' }],
};

/** What shows the state of a service that is no coin node: its lists. Other results may change by themselves, as a time. */
function listsOf({ documented, spec }: Specification): readonly Probe[] {
  return documented
    .filter(
      ({ params, variants }) =>
        params.every(({ required }) => required !== true) &&
        variants.every(
          ({ effect, result }) => effect.every((one) => one === 'read') && result !== null && resolve(spec, result).type === 'array',
        ),
    )
    .map(({ id }) => ({ method: id }));
}

/** The texts read last, by wallet and probe, and the number of changing calls sent before. */
interface Known {
  readonly changes: number;
  readonly texts: Map<string, string>;
}

const lastKnown = new PerWorld<{ known?: Known }>(
  () => ({}),
  ({ known }) => (known ? { known: { changes: known.changes, texts: new Map(known.texts) } } : {}),
);

/**
 * Parts of the node's state that a method with these effects could change, as texts to compare. `mayKnow`: the texts read
 * last may be returned if only reading calls were sent since, as between two refusals.
 */
export async function stateOf(
  world: World,
  effects: readonly Effect[],
  absent: (method: string) => boolean,
  mayKnow = false,
): Promise<Map<string, string>> {
  const changes = world.service.changes;
  const last = lastKnown.of(world);
  const before = last.known;
  // Peers change the state too.
  const known = before?.changes === changes && !mayHavePeers(world.node.profile) ? before : { changes, texts: new Map<string, string>() };
  last.known = known;
  const wanted: Probe[] = [];
  const { specification } = world.service;
  for (const probe of specification.hasChain ? new Set(effects.flatMap((effect) => probes[effect])) : listsOf(specification))
    if (!absent(probe.method) && (await isOffered(world, probe))) wanted.push(probe);
  const place = ({ method }: Probe): string => `${world.wallet ?? ''} ${method}`;
  const state = new Map(wanted.map((probe) => [probe.method, mayKnow ? known.texts.get(place(probe)) : undefined]));
  const unknown = wanted.filter(({ method }) => state.get(method) === undefined);
  for (const [index, result] of (await resultsOf(world, unknown)).entries()) {
    const probe = unknown[index] as Probe;
    // A method that is refused here is reported by its own cases.
    if (result === undefined) {
      state.delete(probe.method);
      continue;
    }
    const text = textOf(probe, result);
    known.texts.set(place(probe), text);
    state.set(probe.method, text);
  }
  return state as Map<string, string>;
}

/** Whether the texts of a probe differ only in what the wallet knows of payments: it may have heard of an earlier one in between. */
export function isNewsOfPayments(probe: string, before: string, after: string): boolean {
  if (probe !== 'getwalletinfo') return false;
  const others = (text: string): string => stringify((parse(text) as Wire[]).slice(paymentFields.length));
  return others(before) === others(after);
}

/** The results of probes: of all at once, or one by one where a node refuses some. */
async function resultsOf(world: World, asked: readonly Probe[]): Promise<readonly (Wire | undefined)[]> {
  const all = await ifAnswered(() => world.results(asked));
  if (all !== undefined) return all;
  const results: (Wire | undefined)[] = [];
  for (const probe of asked) results.push((await ifAnswered(() => world.results([probe])))?.[0]);
  return results;
}

/** Whether the node answers each method that its standard does not have. */
const offered = new PerWorld<Map<string, boolean>>(
  () => new Map(),
  (known) => new Map(known),
);

/** A node of another standard need not have the methods that show its state. */
async function isOffered(world: World, { method }: Probe): Promise<boolean> {
  if (!world.service.specification.isHelper(method)) return true;
  const known = offered.of(world);
  if (!known.has(method)) {
    const reply = await world.service.call(method);
    known.set(method, reply.type === 'result');
  }
  return known.get(method) === true;
}

function textOf({ pick }: Probe, result: Wire): string {
  return stringify(pick ? pick(result) : sorted(result));
}

/** Lists without a defined order are compared as sets. */
function sorted(result: Wire): Wire {
  return Array.isArray(result) ? result.map((item) => stringify(item)).sort() : result;
}
