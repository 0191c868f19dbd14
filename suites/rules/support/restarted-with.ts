import { TargetError } from '../../../fixtures/targets/types.ts';
import type { Trial } from '../../../engine/trial.ts';

/** Restarts the node with a further option. The case is inapplicable where the node does not start with it. */
export async function restartedWith(t: Trial, option: string): Promise<void> {
  if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target with another option');
  try {
    await t.node.restart([option]);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    t.inapplicable(`the node cannot be started with ${option}: ${error.message}`);
  }
}
