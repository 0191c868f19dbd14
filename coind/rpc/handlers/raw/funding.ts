import type { FundingOptionsArgument } from '../../../../specs/model/generated/methods.d.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { fundedBy } from '../../shapes/funding.ts';
import { formsOf, transactionFrom } from '../../shapes/transactions.ts';

const NO_OPTIONS: FundingOptionsArgument = { includeWatching: false, lockUnspents: false, estimate_mode: 'UNSET' };

/** Funding of raw transactions by the wallet (document 2, Raw transactions, scripts and PSBTs). */
export const fundingHandlers: Handlers<'fundrawtransaction'> = {
  fundrawtransaction({ hexstring, options, iswitness }, call) {
    const transaction = transactionFrom(hexstring, formsOf(iswitness));
    const funded = fundedBy(transaction, options === true ? { ...NO_OPTIONS, includeWatching: true } : options, call);
    const hex = makeTransaction(funded.transaction).bytes.toString('hex');
    return { hex, fee: new Amount(funded.feeSat), changepos: funded.changePosition };
  },
};
