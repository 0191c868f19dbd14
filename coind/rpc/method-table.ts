import type { CallSpec } from '../../specs/model/call-specs.ts';
import calls from '../../specs/model/generated/calls.js';
import type { MethodId, Family } from './handler.ts';

const families: { readonly [F in Family]: string } = {
  chain: 'Blockchain',
  control: 'Control',
  network: 'Network',
  raw: 'Rawtransactions',
  wallet: 'Wallet',
  accounts: 'Accounts',
  governance: 'Governance',
  masternodes: 'Masternodes',
  platform: 'Platform',
  assets: 'Assets',
};

/** The specification of a method, with its id and family as types. */
export interface MethodSpec extends CallSpec {
  readonly id: MethodId;
  readonly family: Family;
}

/** The headings of `help`, in its order. */
export const familyHeadings = Object.entries(families) as readonly (readonly [Family, string])[];

/** The specification of each method, by id. */
export const methodSpecs: ReadonlyMap<string, MethodSpec> = new Map((calls as readonly MethodSpec[]).map((call) => [call.id, call]));
