import { announce, burnOn } from '../../fixtures/world/ingredients/external-burns.ts';
import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import type { ExtBurnProof } from '../../fixtures/world/types.ts';
import type { Trial } from '../../engine/trial.ts';
import { bridgeCalls, confirmed, mintOf, witnessOf } from './bridge.ts';
import { confirmedToken, extAddress, type TokenArguments } from './tokens.ts';

/** Methods that provision a token, and mint it by a proof. */
export const provisioningCalls = ['assetnew', 'assetsend', 'assetallocationburn', 'coinmint', 'coinsetextheaders', ...bridgeCalls] as const;

const SUPPLY = '1000';
/** Smallest units that are burnt on the external chain, of tokens with 8 decimals. */
const BURN = { min: 100_000, max: 900_000_000 } as const;

/** A token with a contract on the external chain. */
export interface BridgedToken {
  readonly guid: number;
  /** 20 bytes as hex, without 0x. */
  readonly contract: string;
}

/** A new token whose whole supply was minted to its owner and burnt: only the bridge mints it now. */
export async function provisionedToken(t: Trial, given: Partial<TokenArguments> = {}): Promise<BridgedToken> {
  const contract = t.random.hex(20);
  const { asset_guid: guid } = await confirmedToken(t, { contract, max_supply: SUPPLY, ...given });
  const { address } = await ownAddress(t.world, 'bech32');
  const whole = { asset_guid: guid, address, amount: SUPPLY };
  await t.result('assetsend', whole);
  await t.world.mine(1);
  await t.result('assetallocationburn', { ...whole, 'ext address': extAddress(t) });
  await t.world.mine(1);
  return { guid, contract };
}

/**
 * Burns smallest units of a token on the external chain, and announces the block. The documents describe no burn on the external
 * chain: a case is inapplicable on a node that may read them otherwise.
 */
export async function burntToken(t: Trial, { guid, contract }: BridgedToken, units: bigint): Promise<ExtBurnProof> {
  if (t.world.facts.bridgeContract === undefined)
    t.inapplicable('no document describes burns on the external chain, and the target file names no bridgeContract');
  const burn = await burnOn(t.world, { contract, assetGuid: guid, amountSat: units });
  await announce(t.world, burn);
  return burn;
}

/** Burns a token on the external chain (by default some of it), mints it by the proof, and confirms that. Returns the burn. */
export async function mintToken(t: Trial, token: BridgedToken, units?: bigint): Promise<ExtBurnProof> {
  const burn = await burntToken(t, token, units ?? BigInt(t.random.integer(BURN.min, BURN.max)));
  await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
  return burn;
}
