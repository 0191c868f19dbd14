import type { Trial } from '../../engine/trial.ts';
import { currentTime, fundProposal, newProposalHex } from '../../fixtures/world/ingredients/proposals.ts';
import type { PreparedProposal, SubmittedProposal } from '../../fixtures/world/types.ts';
import { mustSubmit } from './proposals.ts';

/** As many as most nodes require of the fee transaction before an object is submitted. */
const CONFIRMATIONS = 6;

/** What differs from a proposal of the world (`world.fresh('proposal')`). */
export interface ProposalChange {
  /** Default: 0, a new proposal. */
  readonly parentHash?: string;
  readonly revision?: number;
  /** Epoch seconds; default: now. */
  readonly time?: number;
  /** Members of the data. The documents do not name them: inapplicable where the node takes another form than an object. */
  readonly members?: { readonly [name: string]: unknown };
}

/** Data of a new proposal with other members, as hex. */
export async function proposalHex(t: Trial, members: { readonly [name: string]: unknown }): Promise<string> {
  const text = Buffer.from(await newProposalHex(t.world), 'hex').toString();
  const fields = JSON.parse(text) as { readonly [name: string]: unknown };
  // In the older form the fields are within lists, where a change would be ignored.
  if (Array.isArray(fields)) t.inapplicable('the node takes proposals in another form');
  return Buffer.from(JSON.stringify({ ...fields, ...members })).toString('hex');
}

/** Prepares a proposal; its fee transaction is confirmed. Inapplicable where the node refuses to prepare it. */
export async function prepare(t: Trial, change: ProposalChange): Promise<PreparedProposal> {
  const { parentHash = '0', revision = 1, time = currentTime(), members = {} } = change;
  const dataHex = await proposalHex(t, members);
  await fundProposal(t.world);
  const answer = await t.call('gobject prepare', { 'parent-hash': parentHash, revision, time, 'data-hex': dataHex });
  if (!answer.ok) t.inapplicable(`gobject prepare refuses the proposal: ${answer.error.code} ${answer.error.message}`);
  await t.world.mine(CONFIRMATIONS);
  return { parentHash, revision, time, dataHex, feeTxid: String(answer.result) };
}

/** Submits what was prepared: a refusal is a finding that ends the case. Inapplicable where the answer is no hash. */
export async function submit(t: Trial, prepared: PreparedProposal): Promise<SubmittedProposal> {
  const hash = await mustSubmit(t, prepared);
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) t.inapplicable('gobject submit does not return a hash');
  return { ...prepared, hash };
}
