import type { OwnVoter } from '../../../governance/electorate.ts';
import { makeVote, type VoteOutcome, type VoteSignal } from '../../../governance/vote.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { attemptAll, type Attempts } from '../masternodes/attempts.ts';
import { knownObject } from './objects.ts';

interface VoteArguments {
  readonly 'governance-hash': string;
  readonly signal: VoteSignal;
  readonly outcome: VoteOutcome;
}

interface NamedVoter extends OwnVoter {
  readonly name: string;
}

/** Votes on governance objects (document 3, Governance). */
export const governanceVoteHandlers: Handlers<'gobject vote-name' | 'gobject vote-conf' | 'gobject vote-many' | 'voteraw'> = {
  'gobject vote-name'(args, call) {
    const name = args['masternode-name'];
    const voters = call.node.masternodes.configured().filter((masternode) => masternode.name === name);
    if (voters.length === 0) throw new RpcError(RpcCode.invalidParameter, `masternode-name: masternode.conf has no masternode ${name}`);
    return voteWith(voters, args, call);
  },

  'gobject vote-conf'(args, call) {
    const { own } = call.node.masternodes;
    if (own === undefined)
      throw new RpcError(
        RpcCode.invalidParameter,
        'coin.conf configures no masternode that is announced: see masternode status, or vote with gobject vote-name or vote-many',
      );
    return voteWith([{ ...own, name: 'coin.conf' }], args, call);
  },

  'gobject vote-many'(args, call) {
    return voteWith(call.node.masternodes.configured(), args, call);
  },

  voteraw(args, call) {
    const { 'governance-hash': hash, 'vote-signal': signal, outcome, time, 'vote-sig': text } = args;
    const signature = Buffer.from(text, 'base64');
    if (signature.toString('base64') !== text) throw new RpcError(RpcCode.invalidParameter, 'vote-sig: expected a signature in base64');
    const vout = args['masternode-tx-index'];
    if (vout < 0) throw new RpcError(RpcCode.invalidParameter, 'masternode-tx-index: expected the index of an output, from 0 on');
    const outpoint = { txid: args['masternode-tx-hash'].toLowerCase(), vout };
    const { hash: objectHash } = knownObject(call, hash);
    call.node.governance.acceptVote(makeVote({ outpoint, objectHash, signal, outcome, time }, signature));
    return 'Voted successfully';
  },
};

/** Votes with each of some masternodes; a vote that is refused does not keep the others from voting. */
function voteWith(
  voters: readonly NamedVoter[],
  { 'governance-hash': hash, signal, outcome }: VoteArguments,
  call: Call,
): Pick<Attempts, 'overall' | 'detail'> {
  const { hash: objectHash } = knownObject(call, hash);
  return attemptAll('voted with', voters, {
    nameOf: ({ name }) => name,
    attempt: (voter) => {
      call.node.governance.castVote({ objectHash, signal, outcome }, voter);
      return {};
    },
  });
}
