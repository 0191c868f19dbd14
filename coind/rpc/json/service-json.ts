import type { ServiceData } from '../../../specs/model/generated/methods.d.ts';
import type { DataOutput } from '../../assets/data-output.ts';
import { type AssetFields, type Payload, serviceVersion } from '../../assets/types.ts';
import type { TxParts } from '../../primitives/types.ts';
import { publicValueOf } from '../handlers/assets/asset-json.ts';
import { Amount } from './json-text.ts';

const types: { readonly [Version in Payload['version']]: ServiceData['type'] } = {
  [serviceVersion.coinBurnToBridge]: 'coinburntobridge',
  [serviceVersion.coinBurn]: 'coinburn',
  [serviceVersion.assetNew]: 'assetnew',
  [serviceVersion.assetUpdate]: 'assetupdate',
  [serviceVersion.assetSend]: 'assetsend',
  [serviceVersion.mintByProof]: 'coinmint',
  [serviceVersion.allocationBurn]: 'assetallocationburn',
  [serviceVersion.allocationSend]: 'assetallocationsend',
};

/** The service data of a transaction, with its amounts in smallest units. */
export function serviceJson({ payload, vout }: DataOutput, { outputs }: Pick<TxParts, 'outputs'>): ServiceData {
  const burntSat = outputs[vout]!.valueSat;
  return {
    type: types[payload.version],
    vout,
    ...(burntSat > 0n && { burnt: new Amount(burntSat) }),
    ...('allocations' in payload && { allocations: payload.allocations.map(allocationJson) }),
    ...detailsOf(payload),
  };
}

const allocationJson = ({
  guid,
  outputs,
}: {
  readonly guid: number;
  readonly outputs: readonly { readonly n: number; readonly amount: bigint }[];
}) => ({
  asset_guid: guid,
  outputs: outputs.map(({ n, amount }) => ({ n, units: amount })),
});

function detailsOf(payload: Payload): Partial<ServiceData> {
  switch (payload.version) {
    case serviceVersion.assetNew:
      return { fields: { symbol: payload.symbol, precision: payload.precision, ...fieldsJson(payload) } };
    case serviceVersion.assetUpdate:
      return { fields: fieldsJson(payload.changes) };
    case serviceVersion.coinBurnToBridge:
      return { recipient: payload.address.toString('hex') };
    case serviceVersion.allocationBurn:
      return { burn: { asset_guid: payload.burn.guid, units: payload.burn.amount }, recipient: payload.address.toString('hex') };
    case serviceVersion.mintByProof:
      return { blocknumber: payload.proof.blockNumber };
    default:
      return {};
  }
}

function fieldsJson({ publicValue, contract, maxSupply, notary, notaryDetails, auxFees, updateFlags }: Partial<AssetFields>) {
  return {
    ...(publicValue !== undefined && { public_value: publicValueOf(publicValue) }),
    ...(contract !== undefined && { contract: `0x${contract.toString('hex')}` }),
    ...(maxSupply !== undefined && { max_supply_units: maxSupply }),
    ...(updateFlags !== undefined && { update_flags: updateFlags }),
    ...(notary !== undefined && { notary_script: notary.toString('hex') }),
    ...(notaryDetails !== undefined && {
      notary_details: {
        endpoint: notaryDetails.endpoint,
        instant_transfers: notaryDetails.instantTransfers,
        hd_required: notaryDetails.hdRequired,
      },
    }),
    ...(auxFees !== undefined && {
      auxfee_script: auxFees.script.toString('hex'),
      auxfee_levels: auxFees.levels.map(({ bound, share }) => ({ bound_units: bound, share })),
    }),
  };
}
