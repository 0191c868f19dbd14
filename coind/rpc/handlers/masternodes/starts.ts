import { lockCollateral } from '../../../collateral-locks.ts';
import type { Broadcast } from '../../../masternodes/broadcast.ts';
import { MasternodeError } from '../../../masternodes/masternode-error.ts';
import type { ConfiguredMasternode, Masternode } from '../../../masternodes/types.ts';
import type { Call, Handlers } from '../../handler.ts';
import { attemptAll, type Attempts } from './attempts.ts';

/** Announcing the masternodes of masternode.conf (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const masternodeStartHandlers: Handlers<
  'masternode initialize' | 'masternode start-all' | 'masternode start-missing' | 'masternode start-disabled'
> = {
  'masternode initialize'({ name }, call) {
    call.node.masternodes.announce(createBroadcast(configuredAs(name, call), call));
    return { name, result: 'successful' };
  },

  'masternode start-all': (_, call) => startWhere(call, () => true),
  'masternode start-missing': (_, call) => startWhere(call, (known) => known === undefined),
  'masternode start-disabled': (_, call) =>
    startWhere(call, (known) => known !== undefined && known.status !== 'ENABLED' && known.status !== 'PRE_ENABLED'),
};

/** A line of masternode.conf. Throws `MasternodeError` (masternode-unknown). */
export function configuredAs(name: string, { node: { masternodes } }: Call): ConfiguredMasternode {
  const configured = masternodes.configured();
  const found = configured.find((other) => other.name === name);
  if (found !== undefined) return found;
  const names = configured.map((other) => other.name).join(', ');
  throw new MasternodeError('masternode-unknown', `masternode.conf has no masternode ${name}. It has: ${names === '' ? 'none' : names}.`);
}

/** A signed announcement, by the keys of the wallet of the call. The wallet keeps the collateral from being spent. */
export function createBroadcast(configured: ConfiguredMasternode, call: Call): Broadcast {
  const wallet = call.wallet();
  const broadcast = call.node.masternodes.createBroadcast(configured, wallet.keychain.signing());
  lockCollateral(wallet, configured.outpoint);
  return broadcast;
}

/** @param isWanted by what the node knows of the masternode, if anything */
function startWhere(call: Call, isWanted: (known: Masternode | undefined) => boolean): Pick<Attempts, 'overall' | 'detail'> {
  const { masternodes } = call.node;
  const wanted = masternodes.configured().filter(({ outpoint }) => isWanted(masternodes.get(outpoint)));
  const { overall, detail } = attemptAll('started', wanted, {
    nameOf: ({ name }) => name,
    attempt: (configured) => {
      masternodes.announce(createBroadcast(configured, call));
      return {};
    },
  });
  return { overall, detail };
}
