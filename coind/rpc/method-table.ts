import type { CallSpec } from '../../specs/model/call-specs.ts';
import calls from '../../specs/model/generated/calls.js';
import type { MethodId, OfferedFamily } from './handler.ts';
import { offeredOfDocument3 } from './offered-methods.ts';

const families: { readonly [F in OfferedFamily]: string } = {
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

const listed: { readonly [family: string]: object } = offeredOfDocument3;

const isOffered = ({ id, family }: CallSpec): boolean => {
  const ids = listed[family];
  return ids === undefined ? Object.hasOwn(families, family) : Object.hasOwn(ids, id);
};

/** A method that coind offers. */
export interface OfferedSpec extends CallSpec {
  readonly id: MethodId;
  readonly family: OfferedFamily;
}

/** The headings of `help`, in its order. */
export const familyHeadings = Object.entries(families) as readonly (readonly [OfferedFamily, string])[];

/** The specification of each method that coind offers, by id. */
export const offeredSpecs: ReadonlyMap<string, OfferedSpec> = new Map(
  calls.filter((call): call is OfferedSpec => isOffered(call)).map((call) => [call.id, call]),
);
