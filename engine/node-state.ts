import type { Client } from '../client/types.ts';
import type { Target } from '../fixtures/targets/types.ts';

/** The state of a node that Pyx has started, before anything is tried: always the same. */
export const STARTED = 'started by pyx';

/**
 * The state that a node is in when its trial begins, as far as answers depend on it that the documents leave open: in a
 * sentence that a baseline keeps. Asks a node that Pyx did not start for its wallets.
 */
export async function stateOfNode(target: Target, client: Client): Promise<string> {
  if (target.capabilities.startNodes) return STARTED;
  const listed = await client.call('listwallets', []);
  const names: readonly unknown[] = listed.type === 'result' && Array.isArray(listed.result) ? listed.result : [];
  const others = names.filter((name) => name !== '').length;
  const unnamed = names.includes('') ? 'the wallet without a name' : 'no wallet without a name';
  return `found running, with ${unnamed} and ${others > 1 ? 'several others' : others === 1 ? 'one other' : 'no other'} loaded`;
}
