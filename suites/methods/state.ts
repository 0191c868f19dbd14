import type { Wire } from '../../fixtures/client/types.ts';
import type { World } from '../../fixtures/world/world.ts';
import { stringify } from '../../fixtures/client/wire-json.ts';
import type { Effect } from '../../specs/model/types.ts';

/** What is read to tell whether something changed, by what a method may have changed. */
interface Probe {
  readonly method: string;
  readonly args?: { readonly [name: string]: Wire };
  readonly pick?: (result: Wire) => Wire;
}

const walletFields = ['balance', 'unconfirmed_balance', 'immature_balance', 'txcount', 'unlocked_until', 'paytxfee', 'hdseedid'];
const fields = (names: readonly string[]) => (result: Wire): Wire =>
  names.map((name) => (result as { readonly [name: string]: Wire })[name] ?? null);

const chain: readonly Probe[] = [{ method: 'getbestblockhash' }, { method: 'getrawmempool' }];
const probes: Readonly<Record<Effect, readonly Probe[]>> = {
  read: chain,
  secret: chain,
  chain,
  wallet: [...chain, { method: 'getwalletinfo', pick: fields(walletFields) }, { method: 'listlockunspent' }, { method: 'listlabels' }],
  network: [{ method: 'listbanned' }, { method: 'getaddednodeinfo' }, { method: 'getnetworkinfo', pick: fields(['networkactive']) }],
  process: [...chain, { method: 'listwallets' }],
};

/** Texts of the chain and the pool by probe, and how many changing calls had been sent when they were read. */
interface Known {
  readonly changes: number;
  readonly state: ReadonlyMap<string, string>;
}

const lastKnown = new WeakMap<World, Known>();

/**
 * Parts of the node's state that a method with these effects could change, as texts to compare. `mayKnow`: what was read
 * last of the chain and the pool will do, if only reading calls were sent since; most calls of a run ask for just that.
 */
export async function stateOf(
  world: World,
  effects: readonly Effect[],
  absent: (method: string) => boolean,
  mayKnow = false,
): Promise<Map<string, string>> {
  const { changes } = world.service;
  const known = lastKnown.get(world);
  const usable = mayKnow && known?.changes === changes && world.node.profile !== 'peers'; // peers change it too
  const state = new Map<string, string>();
  for (const probe of effects.flatMap((effect) => probes[effect])) {
    if (state.has(probe.method) || absent(probe.method)) continue;
    const before = usable ? known.state.get(probe.method) : undefined;
    state.set(probe.method, before ?? (await read(world, probe)));
  }
  const ofChain = chain.flatMap(({ method }) => (state.has(method) ? [[method, state.get(method) ?? ''] as const] : []));
  if (ofChain.length > 0) lastKnown.set(world, { changes, state: new Map(ofChain) });
  return state;
}

async function read(world: World, { method, args, pick }: Probe): Promise<string> {
  const result = await world.result(method, args);
  return stringify(pick ? pick(result) : sorted(result));
}

/** Lists that a node gives in no particular order compare as sets. */
function sorted(result: Wire): Wire {
  return Array.isArray(result) ? result.map((item) => stringify(item)).sort() : result;
}
