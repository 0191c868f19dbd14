import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { newLabel } from '../../fixtures/world/ingredients/addresses.ts';
import { either } from '../../fixtures/world/available.ts';
import type { World } from '../../fixtures/world/world.ts';
import { Unavailable } from '../../fixtures/world/world-errors.ts';

/** Adds an item to the list of a method; returns a sentence about it. Throws `Unavailable` when no item can be added. */
type Listed = (world: World) => Promise<string>;

/** The wallet of calls without a wallet path, if it is loaded. */
const DEFAULT_WALLET = '';

/** Methods whose list, called with the required arguments only, is not empty after the world has added this item. */
const listed: { readonly [method: string]: Listed } = {
  listunspent: async (world) => `the wallet has the coin ${(await world.use('spendable')).txid}`,
  listtransactions: async (world) => `the wallet received ${(await world.use('confirmedReceive')).txid}`,
  listreceivedbyaddress: async (world) => `the wallet received ${(await world.use('confirmedReceive')).txid}`,
  listaddressgroupings: async (world) => `the wallet sent ${(await world.use('confirmedSend')).txid}, with change`,
  listlabels: async (world) => `an address has the label ${(await world.use('labelled')).label}`,
  listwallets: async (world) => `the wallet ${(await world.use('wallet')).name} is loaded`,
  listlockunspent: async (world) => `the output ${(await world.use('lockedOutput')).txid} is locked`,
  listbanned: async (world) => `${(await world.use('bannedSubnet')).subnet} is banned`,
  getrawmempool: async (world) => `${(await world.use('unconfirmedSend')).txid} is in the pool`,
  getpeerinfo: async (world) => `the node is connected to ${(await world.use('peer')).address}`,
  getchaintips: async () => 'every chain has a tip',
  coinlistreceivedbyaddress: paidEverywhere,
} satisfies { readonly [method in MethodId]?: Listed };

/**
 * Adds an item to the list of a method, if it can be added; returns a sentence about it, and undefined for methods without a
 * list.
 */
export async function listedItem(world: World, method: string): Promise<string | undefined> {
  const put = listed[method];
  return (
    put &&
    either<string | undefined>(
      () => put(world),
      async () => undefined,
    )
  );
}

/** Some methods use the default wallet only, others the wallet of the path, so both are paid. */
async function paidEverywhere(world: World): Promise<string> {
  const { txid } = await world.use('confirmedReceive');
  const loaded = await world.result('listwallets');
  if (world.wallet === undefined || !loaded.includes(DEFAULT_WALLET)) return `the wallet received ${txid}`;
  if (!world.target.capabilities.startNodes)
    throw new Unavailable('the node may answer from its default wallet, which Pyx does not use in this trial');
  const address = await world.result('getnewaddress', { label: newLabel(world) }, { wallet: DEFAULT_WALLET });
  const payment = await world.result('sendtoaddress', { address, amount: '1.5' });
  await world.mine(1);
  return `its wallet received ${txid}, and its default wallet ${payment}`;
}
