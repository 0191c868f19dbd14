import { satoshis, stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import type { AssetInfo } from '../../specs/model/generated/wire.d.ts';
import { amountSat } from './amounts.ts';
import type { TokenArguments } from './tokens.ts';

/** Whether JSON text is read, and one of its values is the text. */
export function holdsText(json: string, text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(json)).includes(JSON.stringify(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Smallest units of a token as a decimal. */
export function whole(units: bigint, precision: number): string {
  const digits = String(units).padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** Smallest units of a token as `amountSat` reads the decimal. */
export const smallest = (units: bigint, precision: number): bigint => units * 10n ** BigInt(8 - precision);

/** Fields of a token that `assetinfo` shows as assetnew or assetupdate was given them. Returns what it shows. */
export async function mustShowFields(t: Trial, guid: number, fields: Partial<TokenArguments>): Promise<AssetInfo> {
  const info = await t.result('assetinfo', { asset_guid: guid });
  const { symbol, precision, description, contract, max_supply: supply, updatecapability_flags: flags } = fields;
  const same = (path: keyof AssetInfo & string, expected: unknown): unknown =>
    expected !== undefined && t.equal(info[path], expected, `${path} of token ${guid}`, { path });
  same('symbol', symbol);
  same('precision', precision);
  same('update_flags', flags);
  if (contract !== undefined && contract !== '')
    t.equal(info.contract.toLowerCase(), `0x${contract}`, `contract of token ${guid}`, { path: 'contract' });
  if (contract === '') t.ok(/^(?:0x0*)?$/.test(info.contract), `contract is ${info.contract}, and none was given`, { path: 'contract' });
  if (description !== undefined)
    t.ok(
      holdsText(info.public_value, description),
      `public_value is ${info.public_value}, expected JSON text that holds "${description}"`,
      {
        path: 'public_value',
      },
    );
  if (supply !== undefined)
    t.ok(
      amountSat(t, info.max_supply, 'max_supply') === satoshis(supply),
      `max_supply is ${stringify(info.max_supply)}, expected ${stringify(supply)}`,
      { path: 'max_supply' },
    );
  return info;
}
