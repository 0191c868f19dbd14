import { describe, expect, test } from 'vitest';
import type { MintClaim } from '../assets/types.ts';
import { provenBurnAmong } from '../bridge/testing/burns.ts';
import { regtest } from '../regtest.ts';
import { addressOf } from '../script/addresses.ts';
import { createState } from '../state/state.ts';
import { createExtChain } from './ext-chain.ts';
import { createMintVerifier } from './mint-verifier.ts';

const script = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, 5)]);
const BLOCK = 77;

async function scene({ known = true, burn = {}, changed = {} }: { known?: boolean; burn?: object; changed?: Partial<MintClaim> } = {}) {
  const { transaction, root, nodes, path } = await provenBurnAmong(20, {
    contract: regtest.bridgeContract.toString('hex'),
    amount: 500n,
    address: addressOf(script, regtest)!,
    ...burn,
  });
  const extChain = createExtChain(createState({}));
  if (known) extChain.setHeaders([{ number: BLOCK, root }]);
  const verifier = createMintVerifier({ extChain, params: regtest });
  const proof = { blockNumber: BLOCK, transaction, txRoot: root, merkleProof: nodes, merklePath: path, witness: Buffer.alloc(0) };
  const claim: MintClaim = { proof, guid: 0, amount: 500n, precision: 8, script, contract: undefined, ...changed };
  return { extChain, verifier, claim, proof };
}

describe('a mint is verified', () => {
  test.each(['pool', 'block'] as const)('with a known header, in the %s', async (place) => {
    const { verifier, claim } = await scene();
    expect(verifier.verify(claim, place)).toEqual({ burn: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  test('with an unknown header in a block only', async () => {
    const { verifier, claim } = await scene({ known: false });
    expect(verifier.verify(claim, 'block')).toHaveProperty('burn');
    expect(verifier.verify(claim, 'pool')).toMatchObject({ reason: 'mint-block-unknown' });
  });

  test('of an asset, by its contract', async () => {
    const contract = Buffer.alloc(20, 9);
    const { verifier, claim } = await scene({
      burn: { contract: contract.toString('hex'), assetGuid: 44 },
      changed: { guid: 44, contract },
    });
    expect(verifier.verify(claim, 'pool')).toHaveProperty('burn');
  });
});

describe('a mint is refused', () => {
  test.each(['pool', 'block'] as const)('whose block has another root, in the %s', async (place) => {
    const { verifier, claim, extChain } = await scene();
    extChain.setHeaders([{ number: BLOCK, root: Buffer.alloc(32, 3) }]);
    expect(verifier.verify(claim, place)).toMatchObject({ reason: 'bad-mint-root' });
  });

  test.each<[string, Partial<MintClaim>]>([
    ['bad-mint-asset', { guid: 3 }],
    ['bad-mint-contract', { contract: Buffer.alloc(20, 1) }],
    ['bad-mint-contract', { contract: Buffer.alloc(0) }], // of an asset without a bridge
    ['bad-mint-amount', { amount: 501n }],
    ['bad-mint-address', { script: Buffer.from('51', 'hex') }],
  ])('as %s', async (reason, changed) => {
    const { verifier, claim } = await scene({ changed });
    for (const place of ['pool', 'block'] as const) expect(verifier.verify(claim, place)).toMatchObject({ reason });
  });

  test('whose receiver is no address of this chain', async () => {
    const { verifier, claim } = await scene({ burn: { address: 'no-address' } });
    expect(verifier.verify(claim, 'pool')).toMatchObject({ reason: 'bad-mint-address' });
  });

  test('whose proof does not hold, with the fault', async () => {
    const { verifier, claim, proof } = await scene();
    const forged = Buffer.from(proof.merkleProof);
    forged[forged.length - 1]! ^= 1;
    expect(verifier.verify({ ...claim, proof: { ...proof, merkleProof: forged } }, 'block')).toMatchObject({
      reason: 'bad-mint-proof-broken',
      detail: expect.stringContaining('does not have the hash') as string,
    });
  });
});
