import type { ForeignCoin } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';

/** A transaction that spends a P2PKH coin of a key outside the wallet, signed with that key, unsent, without a witness. */
export async function signedForeign(t: Trial): Promise<{ hex: string; coin: ForeignCoin }> {
  const coin = await t.world.fresh('foreignCoin');
  const { hex } = await t.world.result('signrawtransactionwithkey', { hexstring: coin.spending, privkeys: [coin.key.wif] });
  return { hex, coin };
}
