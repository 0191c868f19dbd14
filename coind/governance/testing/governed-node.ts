import { curve } from '../../crypto/testing/curve.ts';
import { startTestNode, type TestNode } from '../../network/testing/test-node.ts';
import { regtest } from '../../regtest.ts';
import { installGovernance } from '../install-governance.ts';
import type { Superblocks } from '../superblocks.ts';
import type { Governance } from '../types.ts';
import { FakeElectorate } from './fake-electorate.ts';

/** A node with peers and governance, whose masternodes the test states. */
export interface GovernedNode extends TestNode {
  readonly governance: Governance;
  readonly superblocks: Superblocks;
  readonly electorate: FakeElectorate;
}

export async function startGovernedNode(electorate = new FakeElectorate(), datadir?: string): Promise<GovernedNode> {
  const node = await startTestNode({ ...(datadir !== undefined && { datadir }) });
  const { state, chain, clock, network, lines } = node;
  const log = (line: string): void => void lines.push(line);
  const { governance, superblocks } = installGovernance({
    state,
    chain,
    clock,
    curve,
    network,
    masternodes: electorate,
    log,
    params: regtest,
    sporks: { isActive: () => true },
    onChange: () => {},
  });
  return { ...node, address: node.address, governance, superblocks, electorate };
}
