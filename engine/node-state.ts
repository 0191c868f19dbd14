import type { Client } from '../client/types.ts';
import type { Target } from '../fixtures/targets/types.ts';

/** The state of a node started by Pyx, before the first case: always the same. */
export const STARTED = 'started by pyx';

/** The state of a service that is no node, and was not started by Pyx. */
export const FOUND = 'found running';

/**
 * Describes the state of a node before the first case, as far as its undocumented answers depend on it: which wallets
 * are loaded. A baseline keeps this text. Calls `listwallets`, unless Pyx started the node.
 */
export async function stateOfNode(target: Target, client: Client): Promise<string> {
  if (target.capabilities.startNodes) return STARTED;
  const listed = await client.call('listwallets', []);
  const names: readonly unknown[] = listed.type === 'result' && Array.isArray(listed.result) ? listed.result : [];
  const others = names.filter((name) => name !== '').length;
  const unnamed = names.includes('') ? 'the wallet without a name' : 'no wallet without a name';
  return `found running, with ${unnamed} and ${others > 1 ? 'several others' : others === 1 ? 'one other' : 'no other'} loaded`;
}
