import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';

type Members = { readonly [member: string]: Wire };

/** What `getblockchaininfo` says of a deployment (BIP 9). */
export interface ShownDeployment {
  readonly status: string;
  /** Only while it is started. */
  readonly bit: number | undefined;
  readonly period: number | undefined;
  readonly threshold: number | undefined;
}

/** What `getblockchaininfo` says of soft forks: as the documents have it, or as later releases of the family do. */
export interface ShownForks {
  readonly deployments: ReadonlyMap<string, ShownDeployment>;
  readonly warnings: string;
  /** Names of the rules that are in force whatever miners signal, and the height from which on they are, if that is shown. */
  readonly buried: ReadonlyMap<string, { readonly inForce: boolean; readonly from: number | undefined }>;
}

/** Reads the soft forks of the node. */
export async function shownForks(t: Trial): Promise<ShownForks> {
  const answer = await t.call('getblockchaininfo');
  const { bip9_softforks: documented, softforks, warnings } = answer.ok ? membersOf(answer.result) : {};
  const deployments = new Map<string, ShownDeployment>();
  const buried = new Map<string, { inForce: boolean; from: number | undefined }>();
  for (const [name, shown] of Object.entries(membersOf(documented))) deployments.set(name, deploymentOf(membersOf(shown)));
  for (const [name, shown] of Object.entries(membersOf(softforks))) {
    const { bip9, active, height } = membersOf(shown);
    if (bip9 === undefined) buried.set(name, { inForce: active === true, from: numberOf(height) });
    else deployments.set(name, deploymentOf(membersOf(bip9)));
  }
  for (const shown of Array.isArray(softforks) ? softforks : []) {
    const { id, reject } = membersOf(shown);
    if (typeof id === 'string') buried.set(id, { inForce: membersOf(reject)['status'] === true, from: undefined });
  }
  return { deployments, buried, warnings: typeof warnings === 'string' ? warnings : '' };
}

/** Whether the node says that the rules of a soft fork are in force. */
export async function isInForce(t: Trial, name: string): Promise<boolean> {
  const { deployments, buried } = await shownForks(t);
  return deployments.get(name)?.status === 'active' || buried.get(name)?.inForce === true;
}

function deploymentOf({ status, bit, statistics }: Members): ShownDeployment {
  const { period, threshold } = membersOf(statistics);
  return { status: String(status), bit: numberOf(bit), period: numberOf(period), threshold: numberOf(threshold) };
}

const numberOf = (value: Wire | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

const membersOf = (value: Wire | undefined): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};
