import { createBareWallet, createWallet } from '../../../fixtures/world/ingredients/wallets.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { AddressTypeName } from '../../../fixtures/world/types.ts';
import type { World } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';

/** Runs `use` with a new, unused wallet, and unloads it afterwards. */
export function withWallet(t: Trial, use: (name: string) => Promise<void>, disablePrivateKeys?: boolean): Promise<void> {
  return withMade(t, (world) => createWallet(world, disablePrivateKeys), use);
}

/** As `withWallet`, for cases that need no key of the wallet. */
export function withBareWallet(t: Trial, use: (name: string) => Promise<void>): Promise<void> {
  return withMade(t, createBareWallet, use);
}

async function withMade(t: Trial, make: (world: World) => Promise<string>, use: (name: string) => Promise<void>): Promise<void> {
  await t.world.use('wallet'); // selects the wallet of calls without a wallet path before a second wallet is loaded
  const name = await make(t.world);
  try {
    await use(name);
  } finally {
    await unload(t, name);
  }
}

/** Whether `listwallets` lists the wallet. */
export async function isLoaded(t: Trial, name: string): Promise<boolean> {
  return (await t.result('listwallets')).includes(name);
}

/** Unloads a wallet if the node runs and has it loaded. */
export async function unload(t: Trial, name: string): Promise<void> {
  if (!t.node.alive()) return;
  if ((await t.world.result('listwallets')).includes(name)) await t.world.result('unloadwallet', { wallet_name: name });
}

/** A new address of a wallet other than that of the trial. */
export function addressIn(world: World, wallet: string, type: AddressTypeName = 'bech32'): Promise<string> {
  return world.result('getnewaddress', { label: '', address_type: type }, { wallet });
}

/** Records a finding unless a call to a wallet other than that of the trial is refused. */
export async function refusedIn(
  t: Trial,
  wallet: string,
  { method, args }: { readonly method: MethodId; readonly args: Arguments },
  { why, path }: { readonly why: string; readonly path?: string },
): Promise<void> {
  const answer = await t.call(method, args, { wallet });
  t.ok(!answer.ok, `${method} succeeded, expected a refusal: ${why}`, { check: 'refusal', ...(path !== undefined && { path }) });
}

/** Whether a wallet lists the transaction, watch-only addresses included. */
export async function lists(t: Trial, wallet: string, txid: string): Promise<boolean> {
  const args = { label: '*', count: 1000, skip: 0, include_watchonly: true };
  const entries = await t.result('listtransactions', args, { wallet });
  return entries.some((entry) => entry.txid === txid);
}
