import { formatSat, stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { amountSat } from './amounts.ts';

/** What `assetinfo` shows of a token with 8 decimals, in smallest units. */
export interface Supplies {
  readonly total: bigint;
  readonly max: bigint;
  readonly balance: bigint;
}

export async function supplies(t: Trial, guid: number): Promise<Supplies> {
  const { total_supply: total, max_supply: max, balance } = await t.result('assetinfo', { asset_guid: guid });
  return { total: amountSat(t, total, 'total_supply'), max: amountSat(t, max, 'max_supply'), balance: amountSat(t, balance, 'balance') };
}

/** An amount in smallest units as text. */
export const text = (units: bigint): string => formatSat(units).value;

/** A finding unless the total supply is this one. */
export async function mustTotal(t: Trial, guid: number, expected: bigint, after: string): Promise<void> {
  const { total } = await supplies(t, guid);
  t.ok(total === expected, `total_supply is ${text(total)} after ${after}, expected ${text(expected)}`, { path: 'total_supply' });
}

/** All that `assetinfo` shows of a token, as text. */
export const infoOf = async (t: Trial, guid: number): Promise<string> =>
  stringify((await t.result('assetinfo', { asset_guid: guid })) as unknown as Wire);
