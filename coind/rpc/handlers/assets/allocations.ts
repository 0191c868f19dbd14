import type { AssetPaymentArgument } from '../../../../specs/model/generated/methods.d.ts';
import type { AssetRecord } from '../../../assets/types.ts';
import { type AllocationPayment, burnAllocation, sendAllocations } from '../../../wallet/assets/allocation-operations.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Call, Handlers } from '../../handler.ts';
import { spendingWallet } from '../wallet/spending.ts';
import { extAddressFrom, scriptFrom, unitsFrom } from './asset-arguments.ts';
import { requireAsset } from './asset-json.ts';

/** What holders of assets do (document 3, Platform tokens; the transfers are beyond the documents). */
export const allocationHandlers: Handlers<'assetallocationburn' | 'assetallocationsend' | 'assetallocationsendmany'> = {
  assetallocationburn({ asset_guid: guid, address, amount, 'ext address': extAddress }, call) {
    const wallet = spendingWallet(call);
    const recipient = extAddressFrom(extAddress, 'ext address');
    const [burn] = paymentsOf([{ asset_guid: guid, address, amount }], call);
    return mapDomainErrors(fundingCode, () => burnAllocation(burn!, recipient, wallet, call.node)).txid;
  },

  assetallocationsend(payment, call) {
    return send([payment], call);
  },

  assetallocationsendmany({ payments }, call) {
    if (payments.length === 0) throw new RpcError(RpcCode.invalidParameter, 'payments is empty: give at least one');
    return send(payments, call);
  },
};

const fundingCode = { 'cannot-fund': RpcCode.walletInsufficientFunds };

/** Sends and returns the txid. */
function send(given: readonly AssetPaymentArgument[], call: Call): string {
  const wallet = spendingWallet(call);
  const payments = paymentsOf(given, call);
  return mapDomainErrors(fundingCode, () => sendAllocations(payments, wallet, call.node)).txid;
}

/** Payments of the same asset share one record. Throws `RpcError` as `requireAsset`, `scriptFrom` and `unitsFrom` do. */
function paymentsOf(given: readonly AssetPaymentArgument[], { node }: Call): AllocationPayment[] {
  const records = new Map<number, AssetRecord>();
  return given.map(({ asset_guid: guid, address, amount }) => {
    const record = records.get(guid) ?? requireAsset(guid, node);
    records.set(guid, record);
    return { record, script: scriptFrom(address, 'address', node.params), units: unitsFrom(amount, record.precision, 'amount') };
  });
}
