import { lossIn } from '../../engine/confirmation.ts';
import type { Outcome } from '../../engine/outcome.ts';

/** A node that died or stopped answering in a comparison: what it would have shown there is not known. */
export interface LostNode {
  /** Id of the case, or what was asked of the node outside of cases. */
  readonly during: string;
  /** Neutral id of the method that was tested, or null. */
  readonly method: string | null;
  /** How it ended, the call that was in flight, and its last lines. */
  readonly message: string;
  /** Command that runs the case again. */
  readonly replay?: string;
}

/** The node that was lost in a case, if any. A loss that a waiver of the target file explains is a known difference. */
export function lostNodesOf(outcome: Outcome): LostNode[] {
  const loss = lossIn(outcome);
  if (!loss) return [];
  const { id, method, replay } = outcome;
  return [{ during: id, method, message: loss.message, ...(replay !== undefined && { replay }) }];
}
