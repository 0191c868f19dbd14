import { ranked } from '../../../masternodes/election.ts';
import { outpointKey } from '../../../primitives/outpoint.ts';
import type { NodeContext } from '../../../node-context.ts';
import type { Handlers } from '../../handler.ts';
import type { JsonValue } from '../../../../specs/model/generated/methods.d.ts';
import { matches, outpointText, valueOf, type ListMode } from './list-values.ts';

/** The list of masternodes (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const masternodeListHandlers: Handlers<'masternodelist' | 'masternode list'> = {
  masternodelist: ({ mode, filter }, { node }) => listed(node, mode, filter),
  'masternode list': ({ mode, filter }, { node }) => listed(node, mode, filter),
};

function listed(
  { masternodes, chain, params }: NodeContext,
  mode: ListMode,
  filter: string | undefined,
): { [outpoint: string]: JsonValue } {
  const all = masternodes.list();
  const ranks = new Map(ranked(all, chain.tip.hash).map(({ outpoint }, at) => [outpointKey(outpoint), at + 1]));
  const found: { [outpoint: string]: JsonValue } = {};
  for (const masternode of all) {
    const { outpoint } = masternode;
    const value = valueOf(mode, masternode, { params, rank: ranks.get(outpointKey(outpoint))! });
    if (filter === undefined || matches(mode, filter, outpoint, value)) found[outpointText(outpoint)] = value;
  }
  return found;
}
