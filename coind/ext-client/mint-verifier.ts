import type { MintClaim, MintProof, MintVerifier } from '../assets/types.ts';
import { provenBurn, type Burn } from '../bridge/burn-proof.ts';
import { ProofError } from '../bridge/proof-error.ts';
import type { ChainParams } from '../params.ts';
import type { Rejection } from '../primitives/rejection.ts';
import { scriptOf } from '../script/addresses.ts';
import type { ExtChain } from './types.ts';

export interface MintVerifierDeps {
  readonly extChain: Pick<ExtChain, 'rootOf'>;
  readonly params: ChainParams;
}

/**
 * Verifies mints by the headers of the external chain. In the memory pool the header of the block must be known. In a
 * block it need not be, since headers reach nodes at different times; but a known header must have the root of the proof.
 */
export function createMintVerifier({ extChain, params }: MintVerifierDeps): MintVerifier {
  return {
    verify(claim, place) {
      const burn = burnOf(claim.proof);
      if ('reason' in burn) return burn;
      return headerFault(claim.proof, extChain, place) ?? claimFault(claim, burn, params) ?? { burn: burn.id };
    },
  };
}

/** The burn that a proof proves, or why it proves none. */
export function burnOf({ transaction, txRoot, merkleProof, merklePath }: MintProof): Burn | Rejection {
  try {
    return provenBurn({ transaction, root: txRoot, nodes: merkleProof, path: merklePath });
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { reason: `bad-mint-${error.reason}`, detail: error.message };
  }
}

function headerFault(
  { blockNumber, txRoot }: MintProof,
  extChain: Pick<ExtChain, 'rootOf'>,
  place: 'pool' | 'block',
): Rejection | undefined {
  const root = extChain.rootOf(blockNumber);
  if (root === undefined)
    return place === 'block'
      ? undefined
      : { reason: 'mint-block-unknown', detail: `the header of external block ${blockNumber} is not known` };
  if (root.equals(txRoot)) return undefined;
  return {
    reason: 'bad-mint-root',
    detail: `external block ${blockNumber} has the transaction root ${root.toString('hex')}, and the proof ${txRoot.toString('hex')}`,
  };
}

/** What a mint claims and the burn does not say. */
function claimFault({ guid, amount, script, contract }: MintClaim, burn: Burn, params: ChainParams): Rejection | undefined {
  if (burn.assetGuid !== guid) return { reason: 'bad-mint-asset', detail: `the burn names asset ${burn.assetGuid}, not ${guid}` };
  const expected = (contract ?? params.bridgeContract).toString('hex');
  if (burn.contract !== expected)
    return { reason: 'bad-mint-contract', detail: `the burn calls the contract ${burn.contract}, not ${expected}` };
  if (burn.amount !== amount) return { reason: 'bad-mint-amount', detail: `the burn is of ${burn.amount} units, not ${amount}` };
  if (scriptOf(burn.address, params)?.equals(script) !== true)
    return { reason: 'bad-mint-address', detail: `the burn names the receiver ${burn.address}, which is not the output of the mint` };
  return undefined;
}
