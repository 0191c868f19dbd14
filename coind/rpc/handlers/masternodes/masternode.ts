import { toWif } from '../../../crypto/keys.ts';
import { isPrivateKey } from '../../../crypto/private-key.ts';
import { VOTE_LEAD } from '../../../masternodes/limits.ts';
import type { Masternode } from '../../../masternodes/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import { solve } from '../../../script/standard.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import type { JsonValue } from '../../../../specs/model/generated/methods.d.ts';
import { outpointText, payeeAddress } from './list-values.ts';

const KEY_BYTES = 32;
/** Blocks before and after the tip of which `masternode winners` lists the payee. */
const PAST_WINNERS = 10;
const COMING_WINNERS = 20;
const NONE = 'Unknown';

/** Masternodes and their payments (document 3, Masternodes, sentinel, sporks, synchronisation). */
export const masternodeHandlers: Handlers<
  | 'masternode count'
  | 'masternode current'
  | 'masternode genkey'
  | 'masternode list-conf'
  | 'masternode outputs'
  | 'masternode status'
  | 'masternode winner'
  | 'masternode winners'
> = {
  'masternode count'({ option }, { node: { masternodes } }) {
    const list = masternodes.masternodeList;
    const all = list.all();
    const total = all.length;
    const ps = all.filter(({ protocol }) => protocol >= list.minProtocol).length;
    const enabled = list.enabled().length;
    const qualify = list.payable().length;
    if (option === 'all') return `Total: ${total} (Compatible: ${ps} / Enabled: ${enabled} / Qualify: ${qualify})`;
    return option === undefined || option === 'json' ? { total, enabled, qualify } : { total, ps, enabled, qualify }[option];
  },

  'masternode current': (_, { node }) => winnerJson(node, node.chain.tip.height + 1),
  'masternode winner': (_, { node }) => winnerJson(node, node.chain.tip.height + VOTE_LEAD),

  'masternode genkey'(_, { node: { random, params } }) {
    let key = random.bytes(KEY_BYTES);
    while (!isPrivateKey(key)) key = random.bytes(KEY_BYTES);
    return toWif(key, true, params);
  },

  'masternode list-conf'(_, { node: { masternodes, params } }) {
    return Object.fromEntries(
      masternodes.configured().map(({ name, address, privateKey, outpoint }) => [
        name,
        {
          address,
          privateKey: toWif(privateKey, true, params),
          txHash: outpoint.txid,
          outputIndex: outpoint.vout,
          status: masternodes.get(outpoint)?.status ?? 'MISSING',
        },
      ]),
    );
  },

  'masternode outputs'(_, call) {
    const { params } = call.node;
    const coins = call.wallet().coins.list({ minConfirmations: 1, includeLocked: true });
    const suitable = coins.filter(
      ({ valueSat, ownership, scriptPubKey }) =>
        valueSat === params.masternodes.collateralSat &&
        ownership === 'spendable' &&
        ['pubkeyhash', 'witness_v0_keyhash'].includes(solve(scriptPubKey).type),
    );
    return Object.fromEntries(suitable.map((coin) => [outpointText(coin), coin.address!]));
  },

  'masternode status'(_, { node: { masternodes, params } }) {
    if (!masternodes.operated.isConfigured) throw new RpcError(RpcCode.internal, 'This is not a masternode');
    const own = masternodes.operated.announced;
    if (own === undefined) return { status: 'Not in the list of masternodes: start it with masternode initialize' };
    const { outpoint, address, payeeScript, status } = own;
    return { outpoint: outpointText(outpoint), service: address, payee: payeeAddress(payeeScript, params), status };
  },

  'masternode winners'(_, { node: { masternodes, chain, params } }) {
    const { height } = chain.tip;
    const known = [...masternodes.winners.paid(PAST_WINNERS), ...masternodes.winners.coming()].filter((winner) => winner !== undefined);
    const payees = new Map(known.map((winner) => [winner.height, payeeAddress(winner.payeeScript, params)]));
    const first = Math.max(1, height - PAST_WINNERS + 1);
    const heights = Array.from({ length: height + COMING_WINNERS - first + 1 }, (_, i) => first + i);
    return Object.fromEntries(heights.map((at) => [String(at), payees.get(at) ?? NONE]));
  },
};

/** The winner of a block; a text if none qualifies. */
function winnerJson({ masternodes, params }: NodeContext, height: number): JsonValue {
  const winner: Masternode | undefined = masternodes.winner(height);
  if (winner === undefined) return NONE.toLowerCase();
  const { address, protocol, outpoint, payeeScript, lastSeen, announcedAt } = winner;
  return {
    height,
    'IP:port': address,
    protocol,
    outpoint: outpointText(outpoint),
    payee: payeeAddress(payeeScript, params),
    lastseen: lastSeen,
    activeseconds: Math.max(0, lastSeen - announcedAt),
  };
}
