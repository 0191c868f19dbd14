import { stringify } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { submission } from '../../fixtures/world/ingredients/proposals.ts';
import type { PreparedProposal, SubmittedProposal } from '../../fixtures/world/types.ts';
import type { Wire } from '../../specs/model/wire.ts';

export type ListFilter = 'valid' | 'funding' | 'delete' | 'endorsed' | 'all';

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
