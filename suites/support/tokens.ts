import { fundToken } from '../../fixtures/world/ingredients/tokens.ts';
import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { AssetCreated, Services } from '../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../engine/trial.ts';

export type TokenArguments = Services['assetnew']['named'];

/** Arguments for a new token, with these in place of the usual ones. */
export function tokenArguments(t: Trial, given: Partial<TokenArguments> = {}): TokenArguments {
  return {
    funding_amount: '1',
    symbol: t.random.word(6).toUpperCase(),
    description: `token ${t.random.word(8)}`,
    contract: '',
    precision: 8,
    max_supply: '1000',
    ...given,
  };
}

/** The same for a call that may be refused. */
export const tokenCall = (t: Trial, given: Partial<TokenArguments> = {}): Arguments =>
  ({ ...tokenArguments(t, given) }) as { readonly [name: string]: Wire };

/** Creates a token, not confirmed yet. */
export async function newToken(t: Trial, given: Partial<TokenArguments> = {}): Promise<AssetCreated> {
  await fundToken(t.world);
  return t.result('assetnew', tokenArguments(t, given));
}

/** Creates a token and confirms it. */
export async function confirmedToken(t: Trial, given: Partial<TokenArguments> = {}): Promise<AssetCreated> {
  const created = await newToken(t, given);
  await t.world.mine(1);
  return created;
}

/** A new token of which an own address holds all, confirmed. */
export interface IssuedToken {
  readonly guid: number;
  readonly address: string;
  /** The maximum supply, all of it held by the address. */
  readonly supply: string;
}

export async function issuedToken(t: Trial, supply = '1000'): Promise<IssuedToken> {
  const { asset_guid: guid } = await confirmedToken(t, { max_supply: supply });
  const { address } = await ownAddress(t.world, 'bech32');
  await t.result('assetsend', { asset_guid: guid, address, amount: supply });
  await t.world.mine(1);
  return { guid, address, supply };
}

/** Ends the case with a finding unless a transaction is in the memory pool, complete and accepted. */
export async function mustBeBroadcast(t: Trial, txid: string): Promise<void> {
  t.ok(
    (await t.result('getrawmempool')).includes(txid),
    `the transaction ${txid} is not in the memory pool, where broadcast transactions are`,
  );
}

/** A random address of the external chain. */
export const extAddress = (t: Trial): string => t.random.hex(20);
