import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import type { Trial } from '../../engine/trial.ts';
import { carriedBy, type Carrying } from './allocations.ts';
import type { Forger, Spent } from './forged-service.ts';
import { confirmedToken } from './tokens.ts';

/** A token of which the wallet holds an amount, and the transaction that issued it. */
export interface Held {
  readonly guid: number;
  readonly address: string;
  readonly issued: Carrying;
}

/** Whole units of the maximum supply. */
export const HELD_SUPPLY = 10;

export async function heldToken(t: Trial, amount: string): Promise<Held> {
  const { asset_guid: guid } = await confirmedToken(t, { max_supply: String(HELD_SUPPLY) });
  const { address } = await ownAddress(t.world, 'bech32');
  const txid = await t.result('assetsend', { asset_guid: guid, address, amount });
  await t.world.mine(1);
  return { guid, address, issued: await carriedBy(t, txid, guid) };
}

/** The outputs of a transaction that carry an amount of the token, or with `owner` its ownership. */
export function outputsOf(forger: Forger, { txid, carried }: Carrying, owner = false): Promise<Spent[]> {
  return forger.spend(
    txid,
    [...carried].filter(([, amount]) => (amount === 0n) === owner).map(([n]) => n),
  );
}
