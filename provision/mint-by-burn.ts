import { formatSat, satoshis, stringify } from '../client/wire-json.ts';
import { announce, burnOn } from '../fixtures/world/ingredients/external-burns.ts';
import type { Provisioning } from './provisioning.ts';

/** What is burnt on the external chain, in smallest units. */
const BURNT_SAT = 250_000_000n;

/** Whether the node reads burns on the external chain in the form that Pyx makes them; no document describes it. */
export const canBridge = ({ world }: Provisioning): boolean => world.facts.bridgeContract !== undefined;

/**
 * Burns some of the token on the simulated external chain, and mints it by the proof: after its supply was burnt, only that
 * mints (document 3, States and transitions).
 */
export async function mintByBurn(p: Provisioning): Promise<void> {
  const { world } = p;
  const { guid } = p.made;
  const { contract } = await p.info();
  const burn = await burnOn(world, { contract: contract.replace(/^0x/, ''), assetGuid: guid, amountSat: BURNT_SAT });
  await announce(world, burn);
  const { amountSat, ...proof } = burn;
  const { address: witness } = await world.fresh('spendable');
  const answer = await p.call('coinmint', { ...proof, amount: formatSat(amountSat), witness });
  const [hexstring] = Array.isArray(answer) ? answer : [];
  if (typeof hexstring !== 'string') throw p.over('the result of coinmint is not a list with a raw transaction');
  const { hex } = await p.call('signrawtransactionwithwallet', { hexstring });
  await p.call('sendrawtransaction', { hexstring: hex });
  await world.mine(1);
  const { total_supply: total } = await p.info();
  if (satoshis(total) !== amountSat)
    p.problem(`total_supply is ${stringify(total)} after ${stringify(formatSat(amountSat))} were minted by a proof`);
}
