import type { Trial } from '../../../engine/trial.ts';
import type { PreparedProposal } from '../../../fixtures/world/types.ts';
import { holdsData, listed } from '../../support/proposals.ts';
import { at, type TransitionId } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';

/** A proposal whose fee was paid. */
export interface ModelProposal extends PreparedProposal {
  /** Blocks mined since, at least. */
  confirmations: number;
  isSubmitted: boolean;
}

/** The proposals of a run, in the order in which they were prepared. */
export interface ProposalModel {
  readonly proposals: ModelProposal[];
}

export interface ProposalReal {
  readonly t: Trial;
}

/** Confirmations of a fee transaction from which on a submission may be tried; the documents do not state how many it needs. */
export const CONFIRMATIONS = 6;

/** A command on proposals. Afterwards the node lists those that were submitted, and no others. */
export abstract class ProposalCommand extends StateCommand<ProposalModel, ProposalReal> {
  protected async compare({ proposals }: Readonly<ProposalModel>, { t }: ProposalReal, row: TransitionId | undefined): Promise<void> {
    if (proposals.length === 0) return;
    const all = await listed(t, 'all');
    const source = at(row ?? 'proposal-submit', 'listed');
    for (const [number, proposal] of proposals.entries()) {
      const isListed = holdsData(all, proposal);
      const difference = proposal.isSubmitted ? 'lacks it, although it was submitted' : 'has it, although it was only prepared';
      t.ok(isListed === proposal.isSubmitted, `proposal ${number}: gobject list ${difference}`, source);
    }
  }
}
