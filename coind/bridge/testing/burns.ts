import { ExtChain, type BurnRequest } from '../../../fixtures/ext-chain/ext-chain.ts';
import type { ExtProof } from '../../../fixtures/ext-chain/ext-block.ts';
import type { BurnProof } from '../burn-proof.ts';

/** A burn that the chain of the tests makes unless it is given another one. */
export const someBurn: BurnRequest = {
  contract: 'c0'.repeat(20),
  amount: 123_456_789n,
  assetGuid: 0,
  address: 'cnrt1q0ht9tyks4vh7p5p904t340cr9nvahy7u9jx5xx',
};

/** A proof as the verifier takes it. */
export const proofFrom = (proof: ExtProof): BurnProof => ({
  transaction: Buffer.from(proof.tx_hex, 'hex'),
  root: Buffer.from(proof.txroot_hex, 'hex'),
  nodes: Buffer.from(proof.txmerkleproof_hex, 'hex'),
  path: Buffer.from(proof.txmerkleroofpath_hex, 'hex'),
});

/** The proof of one burn in a block of `others + 1` transactions. */
export async function provenBurnAmong(others: number, burn: Partial<BurnRequest> = {}, seed = 'tests'): Promise<BurnProof> {
  const { proofs } = await new ExtChain({ seed }).mine([{ ...someBurn, ...burn }], others);
  return proofFrom(proofs[0]!);
}
