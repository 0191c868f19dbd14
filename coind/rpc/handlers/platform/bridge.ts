import { COIN_GUID, type MintProof } from '../../../assets/types.ts';
import { burnOf } from '../../../ext-client/mint-verifier.ts';
import type { NodeContext } from '../../../node-context.ts';
import type { Rejection } from '../../../primitives/rejection.ts';
import { burnCoin, mintByProof } from '../../../wallet/assets/bridge-operations.ts';
import { mapDomainErrors } from '../../domain-errors.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { bytesFrom, hashFrom } from '../../shapes/hashes.ts';
import { extAddressFrom, scriptFrom, unitsFrom } from '../assets/asset-arguments.ts';
import { requireAsset } from '../assets/asset-json.ts';
import { spendingWallet } from '../wallet/spending.ts';

/** Decimal places of the coin. */
const COIN_PRECISION = 8;
/** Block numbers have 32 bits in service transactions. */
const MAX_BLOCK_NUMBER = 0xffffffff;

const fundingCode = { 'cannot-fund': RpcCode.walletInsufficientFunds };

/** Burns for the external chain, and mints by proofs of burns there (document 3, Platform-specific coin methods). */
export const bridgeHandlers: Handlers<'coinburn' | 'coinmint'> = {
  coinburn({ amount: amountSat, burn_to_bridged: toBridge, ext_destination_address: destination }, call) {
    const wallet = spendingWallet(call);
    const address = extAddressFrom(destination, 'ext_destination_address');
    if (amountSat <= 0n) throw new RpcError(RpcCode.type, 'Amount out of range: amount must be more than 0');
    const burn = { amountSat, address: toBridge ? address : undefined };
    return [mapDomainErrors(fundingCode, () => burnCoin(burn, wallet, call.node)).bytes.toString('hex')];
  },

  coinmint({ address, amount: given, blocknumber, witness, ...hex }, call) {
    const { node } = call;
    const wallet = spendingWallet(call);
    const script = scriptFrom(address, 'address', node.params);
    if (blocknumber < 0 || blocknumber > MAX_BLOCK_NUMBER)
      throw new RpcError(RpcCode.invalidParameter, `blocknumber is ${blocknumber}, expected 0 to ${MAX_BLOCK_NUMBER}`);
    const proof: MintProof = {
      blockNumber: blocknumber,
      transaction: bytesFrom(hex.tx_hex, 'tx_hex'),
      txRoot: Buffer.from(hashFrom(hex.txroot_hex, 'txroot_hex'), 'hex'),
      merkleProof: bytesFrom(hex.txmerkleproof_hex, 'txmerkleproof_hex'),
      merklePath: bytesFrom(hex.txmerkleroofpath_hex, 'txmerkleroofpath_hex'),
      witness: scriptFrom(witness, 'witness', node.params),
    };
    const { guid, amount } = verified(proof, { script, given }, node);
    return [mapDomainErrors(fundingCode, () => mintByProof({ guid, amount, script, proof }, wallet, node)).bytes.toString('hex')];
  },
};

/** The asset and the amount that a proof mints. Throws `RpcError` with the reason for a proof that the memory pool would refuse. */
function verified(
  proof: MintProof,
  { script, given }: { readonly script: Buffer; readonly given: string },
  node: NodeContext,
): { readonly guid: number; readonly amount: bigint } {
  const burn = burnOf(proof);
  if ('reason' in burn) throw refused(burn);
  const { assetGuid: guid, id } = burn;
  const record = guid === COIN_GUID ? undefined : requireAsset(guid, node);
  const precision = record?.precision ?? COIN_PRECISION;
  const amount = unitsFrom(given, precision, 'amount');
  const answer = node.mints.verify({ proof, guid, amount, precision, script, contract: record?.contract }, 'pool');
  if ('reason' in answer) throw refused(answer);
  if (node.chain.assets.isMinted(id))
    throw new RpcError(RpcCode.verifyAlreadyInChain, `bad-mint-duplicate: the burn ${id} was minted already`);
  return { guid, amount };
}

const refused = ({ reason, detail }: Rejection): RpcError =>
  new RpcError(RpcCode.verify, detail === undefined ? reason : `${reason}: ${detail}`);
