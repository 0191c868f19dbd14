import type { AssetFields } from '../../../assets/types.ts';
import { ALL_UPDATE_FLAGS } from '../../../assets/types.ts';
import { createAsset, issueAsset, updateAsset } from '../../../wallet/assets/owner-operations.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { spendingWallet } from '../wallet/spending.ts';
import {
  auxFeesFrom,
  contractFrom,
  flagsFrom,
  notaryDetailsFrom,
  notaryFrom,
  precisionFrom,
  scriptFrom,
  symbolFrom,
  unitsFrom,
} from './asset-arguments.ts';
import { requireAsset } from './asset-json.ts';

/** As for other payments of the wallet. */
const fundingCode = { 'cannot-fund': RpcCode.walletInsufficientFunds };

/** What the owner of an asset does (document 3, Platform tokens). */
export const assetOwnerHandlers: Handlers<'assetnew' | 'assetsend' | 'assetupdate'> = {
  assetnew(args, call) {
    const wallet = spendingWallet(call);
    const { params, options } = call.node;
    const precision = precisionFrom(args.precision);
    const { notary_address: notary = '', notary_details: details = {}, auxfee_details: fees = {} } = args;
    const notaryDetails = notaryDetailsFrom(details);
    if (notaryDetails !== undefined && notary === '')
      throw new RpcError(RpcCode.invalidParameter, 'notary_details are given without a notary_address: give both or none');
    const creation = {
      fundingSat: args.funding_amount,
      symbol: symbolFrom(args.symbol),
      precision,
      publicValue: args.description,
      contract: contractFrom(args.contract),
      maxSupply: unitsFrom(args.max_supply, precision, 'max_supply'),
      updateFlags: flagsFrom(args.updatecapability_flags ?? ALL_UPDATE_FLAGS),
      notary: notaryFrom(notary, params),
      notaryDetails,
      auxFees: auxFeesFrom(fees, precision, params),
    };
    const { script: owner, keep, release } = wallet.reserveAddress(options.wallet.addressType, '');
    try {
      const { transaction, guid } = mapDomainErrors(fundingCode, () => createAsset({ ...creation, owner }, wallet, call.node));
      keep();
      return { txid: transaction.txid, asset_guid: guid };
    } catch (error) {
      release(); // so that a refused call changes nothing
      throw error;
    }
  },

  assetsend({ asset_guid: guid, address, amount }, call) {
    const wallet = spendingWallet(call);
    const record = requireAsset(guid, call.node);
    const issue = { script: scriptFrom(address, 'address', call.node.params), units: unitsFrom(amount, record.precision, 'amount') };
    return mapDomainErrors(fundingCode, () => issueAsset(record, issue, wallet, call.node)).txid;
  },

  assetupdate({ asset_guid: guid, ...args }, call) {
    const wallet = spendingWallet(call);
    const { params } = call.node;
    const record = requireAsset(guid, call.node);
    const { precision } = record;
    const { description, contract, max_supply: maxSupply, updatecapability_flags: flags, notary_address: notary } = args;
    const { notary_details: details, auxfee_details: fees } = args;
    const changes: Partial<AssetFields> = {
      ...(description !== undefined && { publicValue: description }),
      ...(contract !== undefined && { contract: contractFrom(contract) }),
      ...(maxSupply !== undefined && { maxSupply: unitsFrom(maxSupply, precision, 'max_supply') }),
      ...(flags !== undefined && { updateFlags: flagsFrom(flags) }),
      ...(notary !== undefined && { notary: notaryFrom(notary, params) }),
      ...(details !== undefined && { notaryDetails: notaryDetailsFrom(details) }),
      ...(fees !== undefined && { auxFees: auxFeesFrom(fees, precision, params) }),
    };
    if (Object.keys(changes).length === 0)
      throw new RpcError(RpcCode.invalidParameter, `Nothing to update: give at least one field of asset ${guid}`);
    return mapDomainErrors(fundingCode, () => updateAsset(record, changes, wallet, call.node)).txid;
  },
};
