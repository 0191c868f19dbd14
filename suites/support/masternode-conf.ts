import { stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { confOf, lineOf, writeConf } from '../../fixtures/world/ingredients/masternode-conf.ts';
import { optionsOfMasternode } from '../../fixtures/world/ingredients/masternodes.ts';
import type { ConfiguredMasternode } from '../../fixtures/world/types.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Whether an answer has a member about an error, or a failure as a value; a sentence that counts failures is none. */
export function hasFailure(answer: Wire): boolean {
  if (answer === null || typeof answer !== 'object') return typeof answer === 'string' && /^(failed|failure|error)$/i.test(answer);
  return Object.entries(answer as { readonly [name: string]: Wire }).some(([name, value]) => /error/i.test(name) || hasFailure(value));
}

/**
 * Writes masternode.conf with these masternodes, and starts a node again that reads it only then: a mock time is lost. Inapplicable where
 * `masternode list-conf` does not show them afterwards. For a node of its own.
 * @param own the masternode that the node is
 */
export async function configure(t: Trial, own: ConfiguredMasternode, masternodes: readonly ConfiguredMasternode[]): Promise<void> {
  await writeConf(t.world, confOf(masternodes.map(lineOf)));
  const isKnown = async (): Promise<boolean> => {
    const shown = stringify((await t.result('masternode list-conf')) as Wire);
    return masternodes.every(({ name, address, txid }) => [name, address, txid].every((text) => shown.includes(text)));
  };
  if (await isKnown()) return;
  await t.node.restart(optionsOfMasternode(own));
  await t.world.use('wallet'); // loads the wallet if the node did not
  if (!(await isKnown())) t.inapplicable('masternode list-conf does not show the masternodes of a masternode.conf that was changed');
}
