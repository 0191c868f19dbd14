import type { Network } from '../network/types.ts';
import type { Sporks } from '../masternodes/types.ts';
import type { Electorate } from './electorate.ts';
import { createGovernance, type GovernanceDeps } from './governance.ts';
import { GovernanceRelay } from './governance-relay.ts';
import { PreparedProposals } from './prepared-proposals.ts';
import { Superblocks } from './superblocks.ts';
import { TriggerMaker } from './trigger-maker.ts';
import type { Governance } from './types.ts';

export interface InstallDeps extends Omit<GovernanceDeps, 'electorate'> {
  readonly network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>;
  readonly sporks: Pick<Sporks, 'isActive'>;
  /** `sync`: whether the node has learned the masternodes and votes of its peers. */
  readonly masternodes: Electorate & { readonly sync: { readonly isFinished: boolean } };
  /** Called after objects or votes have changed, also by a peer. */
  readonly onChange: () => void;
}

/** The parts of governance that others use. */
export interface InstalledGovernance {
  readonly governance: Governance;
  readonly superblocks: Superblocks;
  readonly preparedProposals: PreparedProposals;
}

/** Adds governance to a node: its state, messages between peers, and the payments of superblocks. */
export function installGovernance(deps: InstallDeps): InstalledGovernance {
  const { state, chain, network, params, sporks, masternodes, onChange } = deps;
  const governance = createGovernance({ ...deps, electorate: masternodes });
  const rules = {
    ...deps,
    governance,
    electorate: masternodes,
    isEnabled: () => sporks.isActive('SPORK_9_SUPERBLOCKS_ENABLED'),
    isSynced: () => masternodes.sync.isFinished,
  };
  const superblocks = new Superblocks(rules);
  chain.addCoinbaseRules(superblocks);
  new TriggerMaker(rules).start();
  network.addPart(new GovernanceRelay(governance, network, params.governance));
  governance.on({ objectAdded: onChange, voteAdded: onChange });
  return { governance, superblocks, preparedProposals: new PreparedProposals(state) };
}
