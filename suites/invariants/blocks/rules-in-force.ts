import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';

/** Whether the node says that the rules of a soft fork are in force: as the documents have it, or as later releases of the family do. */
export async function isInForce(t: Trial, name: string): Promise<boolean> {
  const answer = await t.call('getblockchaininfo');
  const { bip9_softforks: deployments, softforks } = answer.ok ? (answer.result as { readonly [member: string]: Wire }) : {};
  return memberOf(memberOf(deployments, name), 'status') === 'active' || memberOf(memberOf(softforks, name), 'active') === true;
}

function memberOf(value: Wire | undefined, name: string): Wire | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return (value as { readonly [member: string]: Wire })[name];
}
