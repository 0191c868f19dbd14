import { SENTINEL_EXPIRY_SECONDS } from '../../../masternodes/limits.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';

/** Deprecated, and without effect. */
const WATCHDOG_MAX_SECONDS = 7_200;

/** Parameters of governance, and the budget of superblocks (document 3, Governance). */
export const superblockHandlers: Handlers<'getgovernanceinfo' | 'getsuperblockbudget'> = {
  getgovernanceinfo(_, { node: { chain, governance, params } }) {
    const { minQuorum, proposalFeeSat, superblockCycle, maxDataBytes } = params.governance;
    const { height } = chain.tip;
    return {
      governanceminquorum: minQuorum,
      masternodewatchdogmaxseconds: WATCHDOG_MAX_SECONDS,
      sentinelpingmaxseconds: SENTINEL_EXPIRY_SECONDS,
      proposalfee: new Amount(proposalFeeSat),
      superblockcycle: superblockCycle,
      lastsuperblock: governance.schedule.last(height),
      nextsuperblock: governance.schedule.next(height),
      maxgovobjdatasize: maxDataBytes,
    };
  },

  getsuperblockbudget({ index }, { node: { governance } }) {
    if (index < 0) throw new RpcError(RpcCode.invalidParameter, `index: expected the height of a block, found ${index}`);
    return new Amount(governance.schedule.budgetSat(index));
  },
};
