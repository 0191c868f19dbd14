import type { CallSpec } from '../../specs/model/call-specs.ts';
import calls from '../../specs/model/generated/calls.js';
import type { MethodId, OfferedFamily, PlatformMethodId } from './handler.ts';

const families: { readonly [F in OfferedFamily]: string } = {
  chain: 'Blockchain',
  control: 'Control',
  network: 'Network',
  raw: 'Rawtransactions',
  wallet: 'Wallet',
  accounts: 'Accounts',
  platform: 'Platform',
};

/** The platform methods that coind offers. */
const ofPlatform: { readonly [Id in PlatformMethodId]: true } = { tpstestadd: true, tpstestinfo: true, tpstestsetenabled: true };

const isOffered = ({ id, family }: CallSpec): boolean =>
  family === 'platform' ? Object.hasOwn(ofPlatform, id) : Object.hasOwn(families, family);

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
