import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { satoshis } from '../../client/wire-json.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import { resultWhereThere } from '../../fixtures/world/available.ts';
import { leaveInitialDownload } from '../../fixtures/world/ingredients/chain.ts';
import { COIN, fundDearly } from '../../fixtures/world/ingredients/coin-pool.ts';
import { fundToken } from '../../fixtures/world/ingredients/tokens.ts';
import { createBareWallet } from '../../fixtures/world/ingredients/wallets.ts';
import { networkKinds } from '../../fixtures/world/kinds/network.ts';
import type { World, WorldCallOptions } from '../../fixtures/world/world.ts';

/** What a method needs around its calls besides living values of its arguments. */
export interface Setup {
  /** How the node must be started for its calls. */
  readonly profile?: ProfileName;
  /** Successful calls leave the node unusable for others. */
  readonly ownNode?: boolean;
  /** Done before every call. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Options of every call, by the names of the arguments that are given. */
  readonly options?: (world: World, given: readonly string[]) => Promise<WorldCallOptions>;
  /** Done after a call that succeeded: leaves the node as usable as it was. */
  readonly undo?: (world: World) => Promise<void>;
  /** Why a call with the required arguments alone (or with all) is not to succeed. */
  readonly noRequiredOnly?: string;
  readonly noAll?: string;
  /** Why the node may lack what the method is about, though the documents name no way to bring that about: a refusal then says nothing. */
  readonly mayLack?: string;
  /** Other cases that are not made, by what follows `methods/<method>/`, and why such a call is not to succeed. */
  readonly notMade?: { readonly [id: string]: string };
}

/** A wallet that is not encrypted yet: one for all wrong calls, which encrypt none. */
const unencrypted = async (world: World): Promise<WorldCallOptions> => {
  const { name: wallet } = await world.use('secondWallet');
  const { unlocked_until: until } = await world.result('getwalletinfo', {}, { wallet });
  return { wallet: until === undefined ? wallet : (await world.fresh('secondWallet')).name };
};

/** Coins to choose from, for methods that pay from the wallet. */
const funded = async (world: World): Promise<void> => void (await world.use('funds'));

/** What an answer about added nodes is depends on whether there are any. */
const anAddedNode = async (world: World): Promise<void> => {
  if ((await world.result('getaddednodeinfo')).length === 0) await networkKinds['AddedNode']?.living(world, world.randomFor('added node'));
};

/** Options may have locked what was chosen. */
const unlockAll = async (world: World): Promise<void> => void (await world.result('lockunspent', { unlock: true }));

/** Sub-commands and methods that are about masternodes which nobody has configured, or about a program beside the node. */
const mayLack = {
  masternode: 'this node may be no masternode, and no document says how it becomes one',
  configured: 'no masternode need be configured, and no document says in what form it is',
  client: 'the client of the external chain need not be on the machine',
} as const;

/** What cost much of the wallet is confirmed, so that its change can be spent again: few such calls take all that it has. */
const confirm = async (world: World): Promise<void> => void (await world.mine(1));

/** Proposals cost what the node says. */
const proposalFee = async (world: World): Promise<void> => {
  const { proposalfee } = await resultWhereThere(world, 'getgovernanceinfo', {}, 'the fee of a proposal is not known');
  await fundDearly(world, satoshis(proposalfee) + COIN);
};

/** The documents leave open what the other methods of the test do while it is not enabled. */
const testEnabled = async (world: World): Promise<void> =>
  void (await resultWhereThere(world, 'tpstestsetenabled', { enabled: true }, 'the throughput test cannot be enabled'));

export const setups: { readonly [method: string]: Setup } = {
  pruneblockchain: { profile: 'prune' },
  // Encrypted for good: never the wallet that the other cases work in.
  encryptwallet: { ownNode: true, options: unencrypted },
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
    options: async (world, given) => (given.includes('wallet_name') ? { wallet: null } : { wallet: await createBareWallet(world) }),
  },
  sendtoaddress: { prepare: funded },
  sendmany: { prepare: funded },
  fundrawtransaction: { prepare: funded, undo: unlockAll },
  walletcreatefundedpsbt: { prepare: funded, undo: unlockAll },
  getaddednodeinfo: { prepare: anAddedNode },
  settxfee: { undo: async (world) => void (await world.result('settxfee', { amount: 0 })) },
  setnetworkactive: { undo: async (world) => void (await world.result('setnetworkactive', { state: true })) },
  setban: { undo: async (world) => void (await world.result('clearbanned')) },
  lockunspent: { undo: unlockAll },
  sethdseed: { prepare: leaveInitialDownload },
  assetnew: { prepare: fundToken, undo: confirm },
  assetsend: { prepare: funded },
  assetallocationburn: { prepare: funded },
  coinburn: { prepare: funded },
  'gobject prepare': { prepare: proposalFee, undo: confirm },
  tpstestadd: { profile: 'tpstest', prepare: testEnabled },
  tpstestinfo: { profile: 'tpstest', prepare: testEnabled },
  'masternode status': { mayLack: mayLack.masternode },
  'masternode start-all': { mayLack: mayLack.configured },
  'masternode start-missing': { mayLack: mayLack.configured },
  'masternode start-disabled': { mayLack: mayLack.configured },
  coinstartextclient: { mayLack: mayLack.client },
  coinstopextclient: { mayLack: mayLack.client },
} satisfies { readonly [method in MethodId]?: Setup };

export const setupOf = (method: string): Setup => setups[method] ?? {};
