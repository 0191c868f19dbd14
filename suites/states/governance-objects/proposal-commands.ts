import { currentTime, fundProposal, newProposalHex, submission } from '../../../fixtures/world/ingredients/proposals.ts';
import type { RuleId, StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { mustSubmit } from '../../support/proposals.ts';
import { at } from '../support/rows.ts';
import { CONFIRMATIONS, ProposalCommand, type ProposalModel, type ProposalReal } from './proposal-model.ts';

/** Has the node validate data that it has accepted in this form, or data that is none of a proposal. */
export class Check extends ProposalCommand {
  readonly #isValid: boolean;

  constructor(isValid: boolean) {
    super();
    this.#isValid = isValid;
  }

  toString(): string {
    return `gobject check(${this.#isValid ? 'a proposal' : 'no proposal'})`;
  }

  protected async perform(_model: ProposalModel, { t }: ProposalReal): Promise<StateRowId> {
    const hex = await newProposalHex(t.world);
    if (this.#isValid) await t.result('gobject check', { hex });
    else await t.refused('gobject check', { hex: hex.slice(0, -2) }, 'the JSON of the proposal has no end', at('proposal-check'));
    return 'proposal-check';
  }
}

/** Pays the fee of a new proposal. */
export class Prepare extends ProposalCommand {
  toString(): string {
    return 'gobject prepare';
  }

  protected async perform(model: ProposalModel, { t }: ProposalReal): Promise<StateRowId> {
    const dataHex = await newProposalHex(t.world);
    await fundProposal(t.world);
    const time = currentTime();
    const feeTxid = await t.result('gobject prepare', { 'parent-hash': '0', revision: 1, time, 'data-hex': dataHex });
    const { txid } = await t.result('gettransaction', { txid: feeTxid });
    t.equal(txid, feeTxid, 'the txid that the wallet has for the result of gobject prepare', at('proposal-prepare'));
    const isNew = model.proposals.every((other) => other.feeTxid !== feeTxid);
    t.ok(isNew, 'gobject prepare returns the fee transaction of another proposal', at('proposal-prepare'));
    model.proposals.push({ parentHash: '0', revision: 1, time, dataHex, feeTxid, confirmations: 0, isSubmitted: false });
    return 'proposal-prepare';
  }
}

export class Mine extends ProposalCommand {
  readonly #blocks: number;

  constructor(blocks: number) {
    super();
    this.#blocks = blocks;
  }

  toString(): string {
    return `mine(${this.#blocks})`;
  }

  protected async perform({ proposals }: ProposalModel, { t }: ProposalReal): Promise<undefined> {
    await t.world.mine(this.#blocks);
    for (const proposal of proposals) proposal.confirmations += this.#blocks;
  }
}

/** Submits a proposal with the arguments of its preparation. */
export class Submit extends ProposalCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `gobject submit(${this.#number})`;
  }

  override check({ proposals }: Readonly<ProposalModel>): boolean {
    const proposal = proposals[this.#number];
    return proposal !== undefined && proposal.confirmations >= CONFIRMATIONS && !proposal.isSubmitted;
  }

  protected async perform({ proposals }: ProposalModel, { t }: ProposalReal): Promise<StateRowId> {
    const proposal = proposals[this.#number]!;
    await mustSubmit(t, proposal);
    proposal.isSubmitted = true;
    return 'proposal-submit';
  }
}

/** Submits a proposal with the fee transaction of another one. */
export class SubmitWithOtherFee extends ProposalCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `gobject submit(${this.#number}, the fee of another)`;
  }

  override check({ proposals }: Readonly<ProposalModel>): boolean {
    return proposals.length > 1 && proposals[this.#number]?.isSubmitted === false;
  }

  protected async perform({ proposals }: ProposalModel, { t }: ProposalReal): Promise<RuleId> {
    const { feeTxid } = proposals[this.#number === 0 ? 1 : 0]!;
    const args = submission({ ...proposals[this.#number]!, feeTxid });
    await t.refused('gobject submit', args, 'its fee transaction is that of another proposal', at('gobject-submit/same-arguments'));
    return 'gobject-submit/same-arguments';
  }
}
