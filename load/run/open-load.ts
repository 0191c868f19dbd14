import { openNode, type NodeSettings, type OpenedNode } from '../../engine/open-node.ts';
import { RefusedError } from '../../engine/prepare.ts';
import type { Session } from '../../engine/session.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { readOnlyDefinitions } from '../../fixtures/world/readonly.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { writingMethods } from '../scenario/effects.ts';
import type { Scenario } from '../scenario/types.ts';

/** The load cannot be put on this node; the message is for the user. */
export class LoadError extends UserError {
  override readonly name = 'LoadError';
}

export interface OpenLoadOptions extends Omit<NodeSettings, 'readOnly'> {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Nothing is written: all arguments are found on the node. */
  readonly readOnly: boolean;
}

/** A node that is ready for a load, with the world that arguments come from. */
export interface OpenedLoad {
  readonly opened: OpenedNode;
  readonly session: Session;
  /** Nothing may be written: to make the world, or by the load. */
  readonly readOnly: boolean;
  /** Methods of the scenario that do more than read. */
  readonly writes: readonly string[];
}

/**
 * Starts (or finds) the node, and lays a world around it. On a node that Pyx did not start the world is made by reading
 * alone unless the scenario itself writes; on another chain than regtest nothing is ever written.
 * Throws `TargetError`, `RefusedError`, `TargetFileError` or `LoadError`.
 */
export async function openLoad(options: OpenLoadOptions): Promise<OpenedLoad> {
  const { specification, scenario, seed } = options;
  const opened = await openNode({ ...options, readOnly: true });
  const { info, target, targetFile, absent, node } = opened;
  const writes = writingMethods([...scenario.before, ...scenario.mix, ...scenario.after], specification);
  if (writes.length > 0 && info.chain !== 'regtest')
    throw new RefusedError(
      `the scenario ${scenario.name} writes (${writes.join(', ')}), and the node at ${node.client.address} runs the chain "${info.chain}"`,
      { remedy: 'take a regtest node, or a scenario that only reads, such as explorer' },
    );
  if (writes.length > 0 && options.readOnly)
    throw new LoadError(`--read-only, but the scenario ${scenario.name} writes (${writes.join(', ')})`, {
      remedy: 'take a scenario that only reads, such as explorer',
    });
  for (const { method } of scenario.mix) {
    const reason = absent.get(method);
    if (reason !== undefined)
      throw new LoadError(`${target.name} does not have ${method}: ${reason}`, { remedy: `see ${targetFile?.file ?? 'its target file'}` });
  }
  const { startNodes } = target.capabilities;
  if (!startNodes && scenario.profile !== 'default' && writes.length === 0)
    throw new LoadError(`the scenario ${scenario.name} needs a node started for it (profile ${scenario.profile})`, {
      remedy: 'give a target that Pyx can start',
    });
  const readOnly = options.readOnly || info.chain !== 'regtest' || (!startNodes && writes.length === 0);
  const anew = startNodes && scenario.profile !== 'default';
  if (anew) await node.stop();
  const session = await opened.session(
    { definitions: readOnly ? readOnlyDefinitions : ingredients, seed, readOnly },
    startNodes ? scenario.profile : 'default',
    anew ? undefined : node,
  );
  return { opened, session, readOnly, writes };
}
