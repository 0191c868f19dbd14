import { stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { submission } from '../../fixtures/world/ingredients/proposals.ts';
import type { PreparedProposal, SubmittedProposal } from '../../fixtures/world/types.ts';
import type { VoteOutcome, VoteSignal } from '../../fixtures/world/votes.ts';
import type { Wire } from '../../specs/model/wire.ts';

export type ListFilter = 'valid' | 'funding' | 'delete' | 'endorsed' | 'all';

/** The methods that make a proposal (`world.fresh('proposal')`). */
export const makesProposal = ['gobject prepare', 'gobject submit', 'gobject check'] as const;

/**
 * Whether an answer names a governance object. The documents do not show the fields of objects, so its hash is looked for
 * anywhere in the answer.
 */
export const names = (answer: Wire, { hash }: SubmittedProposal): boolean => stringify(answer).toLowerCase().includes(hash);

/** Whether an answer contains the data of an object: as hex, or as JSON in which the name of the proposal is. */
export function holdsData(answer: Wire, { dataHex }: PreparedProposal): boolean {
  const text = stringify(answer);
  const [name] = /pyx-[a-z0-9]+/.exec(Buffer.from(dataHex, 'hex').toString()) ?? [];
  return text.toLowerCase().includes(dataHex) || (name !== undefined && text.includes(name));
}

/** `gobject list` with a filter. */
export const listed = (t: Trial, option: ListFilter): Promise<Wire> => t.result('gobject list', { option });

/** `gobject diff` with a filter. */
export const differing = (t: Trial, option: ListFilter): Promise<Wire> => t.result('gobject diff', { option });

/** Further confirmations that the fee transaction is given while the node refuses the proposal. */
const MORE_CONFIRMATIONS = 6;

/** Submits a prepared proposal. The refusal of one whose fee is well confirmed is a finding that ends the case. */
export async function mustSubmit(t: Trial, prepared: PreparedProposal): Promise<Wire> {
  for (let more = 0; more < MORE_CONFIRMATIONS; more++) {
    const answer = await t.call('gobject submit', submission(prepared));
    if (answer.ok) return answer.result;
    await t.world.mine(1);
  }
  return t.result('gobject submit', submission(prepared));
}

/** Proposals on which all masternodes voted, one with each signal. */
export interface VotedProposals {
  readonly funded: SubmittedProposal;
  readonly deleted: SubmittedProposal;
  readonly valid: SubmittedProposal;
  readonly invalid: SubmittedProposal;
}

/** New proposals with votes of all masternodes. Inapplicable if the node requires more votes than the world has masternodes. */
export async function votedProposals(t: Trial): Promise<VotedProposals> {
  const { configured } = await t.world.use('startedMasternodes');
  const { governanceminquorum: quorum } = await t.result('getgovernanceinfo');
  if (quorum > configured.length) t.inapplicable(`${quorum} votes are required, the world has ${configured.length} masternodes`);
  const voted = async (signal: VoteSignal, outcome: VoteOutcome): Promise<SubmittedProposal> => {
    const proposal = await t.world.fresh('proposal');
    await t.result('gobject vote-many', { 'governance-hash': proposal.hash, signal, outcome });
    return proposal;
  };
  return {
    funded: await voted('funding', 'yes'),
    deleted: await voted('delete', 'yes'),
    valid: await voted('valid', 'yes'),
    invalid: await voted('valid', 'no'),
  };
}

/** What each filter must have of these proposals, and what it must not have. Of the others nothing is stated. */
const filtered: {
  readonly [filter in ListFilter]: { readonly has: readonly (keyof VotedProposals)[]; readonly not: readonly (keyof VotedProposals)[] };
} = {
  valid: { has: ['valid'], not: ['invalid'] },
  funding: { has: ['funded'], not: ['deleted', 'valid', 'invalid'] },
  delete: { has: ['deleted'], not: ['funded', 'valid', 'invalid'] },
  // No vote can endorse.
  endorsed: { has: [], not: ['funded', 'deleted', 'valid', 'invalid'] },
  all: { has: ['funded', 'deleted', 'valid', 'invalid'], not: [] },
};

export const filters = Object.keys(filtered) as readonly ListFilter[];

/** Checks an answer with a filter against the votes. `what`: the call, for messages. */
export function checkFiltered(
  t: Trial,
  answer: Wire,
  { filter, proposals, what }: { readonly filter: ListFilter; readonly proposals: VotedProposals; readonly what: string },
): void {
  for (const kind of filtered[filter].has)
    t.ok(names(answer, proposals[kind]), `${what} ${filter} does not have ${described[kind]}`, { path: filter });
  for (const kind of filtered[filter].not)
    t.ok(!names(answer, proposals[kind]), `${what} ${filter} has ${described[kind]}`, { path: filter });
}

const described: { readonly [kind in keyof VotedProposals]: string } = {
  funded: 'a proposal that all masternodes voted to fund',
  deleted: 'a proposal that all masternodes voted to delete',
  valid: 'a proposal that all masternodes voted valid',
  invalid: 'a proposal that all masternodes voted not valid',
};
