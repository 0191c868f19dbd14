import { NULL_ID } from '../../../primitives/transaction.ts';
import type { GovernanceObject, ObjectContent } from '../../../governance/governance-object.ts';
import type { CastVote } from '../../../governance/governance-store.ts';
import { outpointText } from '../../../governance/vote.ts';
import type { ObjectStatus } from '../../../governance/types.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { governanceEntry, governanceDetails } from '../../json/governance-json.ts';

/** Proposals and other governance objects (document 3, Governance). */
export const governanceObjectHandlers: Handlers<
  | 'gobject check'
  | 'gobject prepare'
  | 'gobject submit'
  | 'gobject deserialize'
  | 'gobject count'
  | 'gobject get'
  | 'gobject getvotes'
  | 'gobject getcurrentvotes'
  | 'gobject list'
  | 'gobject diff'
> = {
  'gobject check'({ hex }, { node }) {
    node.governance.checkProposal(bytesOf('hex', hex));
    return { 'Object status': 'OK' };
  },

  'gobject prepare'(args, call) {
    const { node } = call;
    const wallet = call.wallet();
    const content = contentOf(args);
    node.governance.checkProposal(content.data);
    const { parentHash } = content;
    if (parentHash !== NULL_ID) knownObject(call, parentHash, 'parent-hash');
    return mapDomainErrors({ 'cannot-fund': RpcCode.walletInsufficientFunds }, () => node.preparedProposals.prepare(content, wallet, node));
  },

  'gobject submit'(args, { node: { governance, preparedProposals } }) {
    const content = contentOf(args);
    const feeTxid = args['fee-txid'].toLowerCase();
    const differences = preparedProposals.differences(content, feeTxid);
    if (differences.length > 0)
      throw new RpcError(
        RpcCode.invalidParameter,
        `The fee transaction ${feeTxid} was prepared with other arguments: ${differences.join('; ')}. Give those of gobject prepare.`,
      );
    return governance.submit(content, feeTxid);
  },

  'gobject deserialize'({ 'data-hex': hex }) {
    const text = bytesOf('data-hex', hex).toString('utf8');
    try {
      JSON.parse(text);
    } catch {
      throw new RpcError(RpcCode.deserialization, 'data-hex: expected the hex of JSON');
    }
    return text;
  },

  'gobject count'({ format }, { node: { governance } }) {
    const { proposals, triggers, erased, votes } = governance.totals;
    const total = proposals + triggers;
    return format === 'all'
      ? `Governance Objects: ${total} (Proposals: ${proposals}, Triggers: ${triggers}, Other: 0; Erased: ${erased}), Votes: ${votes}`
      : { objects_total: total, proposals, triggers, other: 0, erased, votes };
  },

  'gobject get'({ 'governance-hash': hash }, call) {
    const object = knownObject(call, hash);
    return governanceDetails(object, call.node.governance.status(object));
  },

  'gobject getvotes'({ 'governance-hash': hash }, call) {
    return voteTexts(call.node.governance.votesOn(knownObject(call, hash).hash));
  },

  'gobject getcurrentvotes'({ 'governance-hash': hash, txid, vout_index: vout }, call) {
    const object = knownObject(call, hash);
    if (vout !== undefined && txid === undefined)
      throw new RpcError(RpcCode.invalidParameter, 'vout_index: expected together with txid, the collateral transaction of a masternode');
    const votes = call.node.governance.currentVotes(object.hash);
    return voteTexts(
      votes.filter(
        ({ outpoint }) =>
          (txid === undefined || outpoint.txid === txid.toLowerCase()) && (vout === undefined || outpoint.vout === Number(vout)),
      ),
    );
  },

  'gobject list'({ option }, { node: { governance } }) {
    return entries(governance.objects(), option, (object) => governance.status(object));
  },

  'gobject diff'({ option }, { node: { governance } }) {
    return entries(governance.changedSinceLastCall(), option, (object) => governance.status(object));
  },
};

type ListFilter = 'valid' | 'funding' | 'delete' | 'endorsed' | 'all';

/** Whether an object is in a list with a filter. */
const filters: { readonly [F in ListFilter]: (status: ObjectStatus) => boolean } = {
  valid: ({ isValid }) => isValid,
  funding: ({ isFunded }) => isFunded,
  delete: ({ isDeleted }) => isDeleted,
  endorsed: ({ isEndorsed }) => isEndorsed,
  all: () => true,
};

function entries(
  objects: readonly GovernanceObject[],
  filter: ListFilter | undefined,
  statusOf: (object: GovernanceObject) => ObjectStatus,
): { readonly [hash: string]: ReturnType<typeof governanceEntry> } {
  const listed = objects.map((object) => ({ object, status: statusOf(object) })).filter(({ status }) => filters[filter ?? 'valid'](status));
  return Object.fromEntries(listed.map(({ object, status }) => [object.hash, governanceEntry(object, status)]));
}

const voteTexts = (votes: readonly CastVote[]): { readonly [hash: string]: string } =>
  Object.fromEntries(
    votes.map(({ hash, outpoint, time, outcome, signal }) => [hash, `${outpointText(outpoint)}:${time}:${outcome}:${signal}`]),
  );

/** The object with a hash. Throws `RpcError` -8 if the node does not know it. */
export function knownObject({ node }: Call, hash: string, argument = 'governance-hash'): GovernanceObject {
  const object = node.governance.object(hash.toLowerCase());
  if (object === undefined) throw new RpcError(RpcCode.invalidParameter, `${argument}: no governance object has the hash ${hash}`);
  return object;
}

function bytesOf(argument: string, hex: string): Buffer {
  if (!/^([0-9a-fA-F]{2})+$/.test(hex)) throw new RpcError(RpcCode.invalidParameter, `${argument}: expected JSON as hex`);
  return Buffer.from(hex, 'hex');
}

const MAX_REVISION = 0x7fffffff;

function contentOf(args: {
  readonly 'parent-hash': string;
  readonly revision: number;
  readonly time: number;
  readonly 'data-hex': string;
}): ObjectContent {
  const { 'parent-hash': parent, revision, time, 'data-hex': hex } = args;
  if (!/^(0|[0-9a-fA-F]{64})$/.test(parent))
    throw new RpcError(RpcCode.invalidParameter, 'parent-hash: expected 0 for a new proposal, or 64 hexadecimal digits');
  if (Math.abs(revision) > MAX_REVISION)
    throw new RpcError(RpcCode.invalidParameter, `revision: expected a 32-bit integer, found ${revision}`);
  if (time < 0) throw new RpcError(RpcCode.invalidParameter, `time: expected epoch seconds, found ${time}`);
  return {
    parentHash: parent === '0' ? NULL_ID : parent.toLowerCase(),
    revision,
    time,
    data: bytesOf('data-hex', hex),
    maker: undefined,
  };
}
