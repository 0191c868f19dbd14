import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { World, WorldCallOptions } from '../../fixtures/world/world.ts';

/** What a method needs around its calls besides living values of its arguments. */
export interface Setup {
  /** How the node must be started for calls that are to succeed. */
  readonly profile?: ProfileName;
  /** Successful calls leave the node unusable for others. */
  readonly ownNode?: boolean;
  /** Done before a call that is to succeed. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Options of the call, by the names of the arguments that are given. */
  readonly options?: (world: World, given: readonly string[]) => Promise<WorldCallOptions>;
  /** Done after a call that succeeded: leaves the node as usable as it was. */
  readonly undo?: (world: World) => Promise<void>;
  /** Arguments cannot be left out one by one: these go together (`disconnectnode`: exactly one). */
  readonly notAlone?: readonly string[];
  /** Why a call with the required arguments alone (or with all) is not to succeed. */
  readonly noRequiredOnly?: string;
  readonly noAll?: string;
}

export const setups: { readonly [method: string]: Setup } = {
  pruneblockchain: { profile: 'prune' },
  encryptwallet: { ownNode: true },
  walletpassphrase: { profile: 'encrypted', undo: async (world) => void (await world.result('walletlock')) },
  walletpassphrasechange: { profile: 'encrypted' },
  walletlock: { profile: 'encrypted' },
  disconnectnode: {
    profile: 'peers',
    noRequiredOnly: 'it takes exactly one of address and nodeid',
    noAll: 'it takes exactly one of address and nodeid',
  },
  unloadwallet: {
    // A wallet is named by the argument or by the path, not by both.
    options: async (world, given) => ({ wallet: given.includes('wallet_name') ? null : (await world.fresh('secondWallet')).name }),
  },
  settxfee: { undo: async (world) => void (await world.result('settxfee', { amount: 0 })) },
  setnetworkactive: { undo: async (world) => void (await world.result('setnetworkactive', { state: true })) },
  setban: { undo: async (world) => void (await world.result('clearbanned')) },
  lockunspent: { undo: async (world) => void (await world.result('lockunspent', { unlock: true })) },
};

export const setupOf = (method: string): Setup => setups[method] ?? {};
