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

/** Parts of the node's state that a method with these effects could change, as texts to compare. */
export async function stateOf(world: World, effects: readonly Effect[], absent: (method: string) => boolean): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const probe of effects.flatMap((effect) => probes[effect])) {
    if (state.has(probe.method) || absent(probe.method)) continue;
    const result = await world.result(probe.method, probe.args);
    state.set(probe.method, stringify(probe.pick ? probe.pick(result) : sorted(result)));
  }
  return state;
}

/** Lists that a node gives in no particular order compare as sets. */
function sorted(result: Wire): Wire {
  return Array.isArray(result) ? result.map((item) => stringify(item)).sort() : result;
}
