import type { Network } from '../network/types.ts';
import type { Sporks } from '../masternodes/types.ts';
import { createGovernance, type GovernanceDeps } from './governance.ts';
import { GovernanceRelay } from './governance-relay.ts';
import { PreparedProposals } from './prepared-proposals.ts';
import { Superblocks } from './superblocks.ts';
import { TriggerMaker } from './trigger-maker.ts';
import type { Governance } from './types.ts';

export interface InstallDeps extends GovernanceDeps {
  readonly network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>;
  readonly sporks: Pick<Sporks, 'isActive'>;
  /** Whether the node has learned the masternodes and votes of its peers. */
  readonly isSynced: () => boolean;
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
  const { state, chain, network, params, sporks, onChange } = deps;
  const governance = createGovernance(deps);
  const rules = { ...deps, governance, isEnabled: () => sporks.isActive('SPORK_9_SUPERBLOCKS_ENABLED') };
  const superblocks = new Superblocks(rules);
  chain.addCoinbaseRules(superblocks);
  new TriggerMaker(rules).start();
  network.addPart(new GovernanceRelay(governance, network, params.governance));
  governance.on({ objectAdded: onChange, voteAdded: onChange });
  return { governance, superblocks, preparedProposals: new PreparedProposals(state) };
}
