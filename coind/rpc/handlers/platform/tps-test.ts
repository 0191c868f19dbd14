import type { RefusedItem } from '../../../tps-test/types.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { completeTransactionOf } from '../../shapes/transactions.ts';

const MAX_NAMED = 10;
const SUCCESS = { status: 'success' } as const;

/** The throughput test (document 3, Platform-specific coin methods). */
export const tpsTestHandlers: Handlers<'tpstestadd' | 'tpstestinfo' | 'tpstestsetenabled'> = {
  tpstestadd({ starttime, 'raw transactions': given = [] }, { node: { tpsTest } }) {
    if (starttime < 0) throw new RpcError(RpcCode.invalidParameter, `Start time can not be negative: ${starttime}.`);
    const refused = tpsTest.add(
      starttime,
      given.map(({ tx }) => completeTransactionOf(tx)),
    );
    const [first] = refused;
    if (first === undefined) return SUCCESS;
    if (refused.length === given.length) throw new RpcError(codeOf(first), `No transaction was queued. ${named(refused)}`);
    const rejected = refused.map(({ index, txid, reason }) => ({ index, ...(txid !== undefined && { txid }), reason }));
    return { status: 'incomplete', rejected };
  },

  tpstestinfo(_, { node: { tpsTest } }) {
    const { enabled, startTimeUs, handedOverUs, received, refused } = tpsTest.info();
    return {
      enabled,
      testinitiatetime: startTimeUs,
      teststarttime: handedOverUs,
      receivers: received.map(({ txid, timeUs }) => ({ txid, time: timeUs })),
      ...(refused.length > 0 && { rejected: refused }),
    };
  },

  tpstestsetenabled({ enabled }, { node: { tpsTest } }) {
    tpsTest.setEnabled(enabled);
    return SUCCESS;
  },
};

/** Each with its place and the reason, as far as a message should be long. */
function named(refused: readonly RefusedItem[]): string {
  const shown = refused
    .slice(0, MAX_NAMED)
    .map(({ index, txid, reason }) => `${index}${txid === undefined ? '' : ` (${txid})`}: ${reason}`);
  return `${shown.join('; ')}${refused.length > MAX_NAMED ? `; and ${refused.length - MAX_NAMED} more` : ''}`;
}

const codeOf = ({ txid }: RefusedItem): number => (txid === undefined ? RpcCode.deserialization : RpcCode.verifyRejected);
