import type { ChainTip } from '../../../../specs/model/generated/methods.d.ts';
import type { Chain } from '../../../chain/types.ts';
import type { BlockNode } from '../../../chain/block-node.ts';

/** The tips of all branches, the highest first (document 2, Chain tip; States and transitions). */
export function chainTips(chain: Chain): ChainTip[] {
  const builtOn = new Set<string>();
  for (const { header } of chain.nodes()) builtOn.add(header.previousHash);
  return Array.from(chain.nodes())
    .filter(({ hash }) => !builtOn.has(hash) || hash === chain.tip.hash) // the tip may have invalid descendants
    .sort((a, b) => b.height - a.height)
    .map((node) => ({
      height: node.height,
      hash: node.hash,
      branchlen: node.height - chain.forkPoint(node).height,
      status: statusOf(node, chain),
    }));
}

function statusOf(node: BlockNode, chain: Chain): ChainTip['status'] {
  if (chain.isActive(node)) return 'active';
  switch (node.validity) {
    case 'failed':
    case 'failed-parent':
      return 'invalid';
    case 'valid':
      return 'valid-fork';
    case 'header':
      return 'headers-only';
    case 'stored':
      return node.chainTxCount > 0 ? 'valid-headers' : 'headers-only'; // an ancestor may be missing
  }
}
