import { boolean, constant, constantFrom, nat } from 'fast-check';
import { fundProposal } from '../../../fixtures/world/ingredients/proposals.ts';
import type { StateModel } from '../support/state-model.ts';
import { Check, Mine, Prepare, Submit, SubmitWithOtherFee } from './proposal-commands.ts';
import { CONFIRMATIONS, type ProposalModel, type ProposalReal } from './proposal-model.ts';

const number = nat(2);

/** Proposals from their data to their submission. */
export const governanceObjects: StateModel<ProposalModel, ProposalReal> = {
  id: 'governance-objects',
  text: 'A proposal is listed after it was submitted with the arguments and the fee of its preparation, and not before.',
  rows: ['proposal-submit', 'proposal-prepare', 'proposal-check', 'gobject-submit/same-arguments'],
  methods: ['gobject submit', 'gobject prepare', 'gobject check', 'gobject list', 'gettransaction'],
  effect: ['wallet', 'chain', 'network'],
  restores: true,
  commands: [
    boolean().map((isValid) => new Check(isValid)),
    constant(new Prepare()),
    constant(new Prepare()),
    constantFrom(new Mine(CONFIRMATIONS), new Mine(1)),
    constant(new Mine(CONFIRMATIONS)),
    number.map((value) => new Submit(value)),
    number.map((value) => new Submit(value)),
    number.map((value) => new SubmitWithOtherFee(value)),
  ],
  tour: [
    new Check(true),
    new Check(false),
    new Prepare(),
    new Prepare(),
    new Mine(CONFIRMATIONS),
    new SubmitWithOtherFee(0),
    new Submit(0),
    new Prepare(),
    new SubmitWithOtherFee(1),
    new Submit(1),
    new Mine(CONFIRMATIONS),
    new Submit(2),
  ],
  prepare: (t) => fundProposal(t.world),
  begin: (t) => Promise.resolve({ model: { proposals: [] }, real: { t } }),
};
