import { sporkNames } from '../../../masternodes/sporks.ts';
import type { SporkName } from '../../../masternodes/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

const isSporkName = (name: string): name is SporkName => (sporkNames as readonly string[]).includes(name);

/** Synchronisation, sentinel and sporks (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const networkStateHandlers: Handlers<'mnsync' | 'sentinelping' | 'setspork' | 'spork'> = {
  mnsync({ command }, { node }) {
    const { sync } = node.masternodes;
    if (command === 'next') {
      sync.next();
      return `sync updated to ${sync.step.name}`;
    }
    if (command === 'reset') {
      sync.reset();
      return 'success';
    }
    return syncStatus(node);
  },

  sentinelping({ version }, { node: { masternodes } }) {
    if (version < 0) throw new RpcError(RpcCode.invalidParameter, `Invalid version ${version}: expected 0 or more`);
    masternodes.operated.sentinelPing(version);
    return true;
  },

  setspork({ name, value }, { node: { sporks } }) {
    if (!isSporkName(name))
      throw new RpcError(RpcCode.invalidParameter, `Unknown spork ${name}. Expected one of: ${sporkNames.join(', ')}.`);
    sporks.set(name, BigInt(value));
    return null;
  },

  spork: ({ command }, { node: { sporks } }) =>
    Object.fromEntries(sporkNames.map((name) => [name, command === 'show' ? sporks.value(name) : sporks.isActive(name)])) as
      | { [name: string]: number }
      | { [name: string]: boolean },
};

function syncStatus({ masternodes: { sync } }: NodeContext): { [name: string]: string | number | boolean } {
  const { name, id } = sync.step;
  return {
    AssetID: id,
    AssetName: name,
    AssetStartTime: sync.since,
    Attempt: sync.attempt,
    IsBlockchainSynced: sync.isBlockchainSynced,
    IsMasternodeListSynced: sync.isPast('MASTERNODE_SYNC_LIST'),
    IsWinnersListSynced: sync.isPast('MASTERNODE_SYNC_MNW'),
    IsSynced: sync.isFinished,
    IsFailed: false,
  };
}
