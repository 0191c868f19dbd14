import { ifAnswered } from '../../fixtures/world/sources.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import { resultIfAvailable } from '../../fixtures/world/available.ts';
import { leaveInitialDownload } from '../../fixtures/world/ingredients/chain.ts';
import { untilDisconnected } from '../../fixtures/world/ingredients/network.ts';
import { fundProposal } from '../../fixtures/world/ingredients/proposals.ts';
import { fundToken } from '../../fixtures/world/ingredients/tokens.ts';
import { createBareWallet } from '../../fixtures/world/ingredients/wallets.ts';
import { networkKinds } from '../../fixtures/world/kinds/network.ts';
import type { World, WorldCallOptions } from '../../fixtures/world/world.ts';

/** Requirements of the calls of a method, besides valid values of its arguments. */
export interface Setup {
  /** The profile with which the node must be started. */
  readonly profile?: ProfileName;
  /** Successful calls make the node unusable for other cases. */
  readonly ownNode?: boolean;
  /** Runs before every call. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Options of every call, from the names of the given arguments. */
  readonly options?: (world: World, given: readonly string[]) => Promise<WorldCallOptions>;
  /** Runs after a successful call and restores the state of the node. */
  readonly undo?: (world: World) => Promise<void>;
  /** Why a call with only the required arguments (or with all arguments) need not succeed. */
  readonly noRequiredOnly?: string;
  readonly noAll?: string;
  /** Why the node may lack the subject of the method, which no documented call can create: a refusal is then not a finding. */
  readonly mayLack?: string;
  /** Calls whose documented answer is empty, by the case id after `methods/<method>/`, and why. */
  readonly empty?: { readonly [id: string]: string };
  /** Other cases that are not made, by the case id after `methods/<method>/`, and why such a call need not succeed. */
  readonly notMade?: { readonly [id: string]: string };
}

/** A wallet that is not encrypted: one for all invalid calls, which encrypt none. */
const unencrypted = async (world: World): Promise<WorldCallOptions> => {
  const { name: wallet } = await world.use('secondWallet');
  const { unlocked_until: until } = await world.result('getwalletinfo', {}, { wallet });
  return { wallet: until === undefined ? wallet : (await world.fresh('secondWallet')).name };
};

/** Coins to choose from, for methods that pay from the wallet. */
const funded = async (world: World): Promise<void> => void (await world.use('funds'));

/** The answer about added nodes depends on whether there are any. */
const anAddedNode = async (world: World): Promise<void> => {
  if ((await world.result('getaddednodeinfo')).length === 0) await networkKinds['AddedNode']?.living(world, world.randomFor('added node'));
};

/** Options of the call may have locked the chosen outputs. */
const unlockAll = async (world: World): Promise<void> => void (await ifAnswered(() => world.result('lockunspent', { unlock: true })));

/** Reasons for methods about another program, or about what no call makes. */
const mayLack = {
  client: 'the client of the external chain need not be installed',
  unfunded: 'no documented call returns an unfunded asset transaction, and the documents do not show its form',
} as const;

/** Masternodes to start, and masternodes that are started. */
const configured = async (world: World): Promise<void> => void (await world.use('masternodes'));
const started = async (world: World): Promise<void> => void (await world.use('startedMasternodes'));

/** Confirms an expensive payment, so that its change can be spent: a few such calls use all coins of the wallet. */
const confirm = async (world: World): Promise<void> => void (await world.mine(1));

/** The documents leave open what the other methods of the throughput test do while it is not enabled. */
const testEnabled = async (world: World): Promise<void> =>
  void (await resultIfAvailable(world, 'tpstestsetenabled', { enabled: true }, 'the throughput test cannot be enabled'));

const testDisabled = async (world: World): Promise<void> => void (await world.result('tpstestsetenabled', { enabled: false }));

/** Its blocks would change what later cases see. */
const clientStopped = async (world: World): Promise<void> => void (await world.result('coinstopextclient'));

export const setups: { readonly [method: string]: Setup } = {
  pruneblockchain: { profile: 'prune' },
  // Encryption is permanent, so never the wallet of the other cases.
  encryptwallet: { ownNode: true, options: unencrypted },
  walletpassphrase: { profile: 'encrypted', undo: async (world) => void (await world.result('walletlock')) },
  walletpassphrasechange: { profile: 'encrypted' },
  walletlock: { profile: 'encrypted' },
  disconnectnode: {
    profile: 'peers',
    noRequiredOnly: 'it requires exactly one of address and nodeid',
    noAll: 'it requires exactly one of address and nodeid',
    undo: untilDisconnected,
  },
  // Its list is empty without a peer.
  getpeerinfo: { profile: 'peers' },
  // Their lists are empty without a publisher, and without a masternode.
  getzmqnotifications: { profile: 'zmq' },
  masternodelist: { profile: 'masternode', prepare: started },
  listtransactions: { empty: { 'boundary/count=0': 'count is the maximum number of entries' } },
  listunspent: { empty: { 'boundary/maxconf=0': 'no output has at least 1 (minconf) and at most 0 confirmations' } },
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
  // Each step needs a confirmation of the one before.
  assetsend: { prepare: funded, undo: confirm },
  assetallocationburn: { prepare: funded, undo: confirm },
  cointxfund: { prepare: funded, mayLack: mayLack.unfunded },
  coinburn: { prepare: funded },
  'gobject getcurrentvotes': { profile: 'masternode' },
  'gobject vote-conf': { profile: 'masternode', prepare: started },
  'gobject vote-many': { profile: 'masternode', prepare: started },
  'gobject vote-name': { profile: 'masternode', prepare: started },
  voteraw: { profile: 'masternode' },
  'gobject prepare': { prepare: fundProposal, undo: confirm },
  tpstestadd: { profile: 'tpstest', prepare: testEnabled, undo: testDisabled },
  tpstestinfo: { profile: 'tpstest', prepare: testEnabled, undo: testDisabled },
  'masternode list': { profile: 'masternode', prepare: started },
  'masternode status': { profile: 'masternode', prepare: started },
  'masternode list-conf': { profile: 'masternode', prepare: configured },
  'masternode outputs': { profile: 'masternode', prepare: configured },
  'masternode initialize': { profile: 'masternode' },
  'masternode start-all': { profile: 'masternode', prepare: configured },
  'masternode start-missing': { profile: 'masternode', prepare: configured },
  'masternode start-disabled': { profile: 'masternode', prepare: configured },
  'masternodebroadcast create-all': { profile: 'masternode', prepare: configured },
  coinstartextclient: { profile: 'ext-client', undo: clientStopped, mayLack: mayLack.client },
  coinstopextclient: { profile: 'ext-client', mayLack: mayLack.client },
} satisfies { readonly [method in MethodId]?: Setup };

export const setupOf = (method: string): Setup => setups[method] ?? {};
