import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import type { Trial } from '../../../engine/trial.ts';
import { payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { parseBlock } from '../../../oracles/block.ts';
import { totalOut, txidOf, type TxInput, type TxOutput } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { extendFirst, made, MAX_UINT32, OPEN_SCRIPT, tipPlace, type Content, type Place } from '../../support/own-blocks.ts';

/** An output that a transaction may spend, and what the input that spends it gives. */
export interface OpenCoin {
  readonly txid: string;
  readonly vout: number;
  readonly amountSat: bigint;
  readonly input?: Partial<Pick<TxInput, 'scriptSig' | 'witness'>>;
}

/** The script `1`, and an output that is locked with it in P2WSH. */
const ONE = assemble('1');
const OPEN_WITNESS_SCRIPT = payToWitnessScriptHash(ONE);

/** An output script, and what opens it. */
export interface Opening {
  readonly script: Uint8Array;
  readonly input?: OpenCoin['input'];
}

/** Anyone can spend it: with nothing, and with a witness. */
export const bare: Opening = { script: OPEN_SCRIPT };
export const segwit: Opening = { script: OPEN_WITNESS_SCRIPT, input: { witness: [ONE] } };

/** A script in P2WSH, with what the witness gives to it. */
export function witnessed(words: string, elements: readonly Uint8Array[] = []): Opening {
  const script = assemble(words);
  return { script: payToWitnessScriptHash(script), input: { witness: [...elements, script] } };
}

/** What the coinbase of a block of the node pays. */
export async function rewardOf(t: Trial, blockhash: string): Promise<bigint> {
  const bytes = fromHex(await t.result('getblock', { blockhash, verbosity: 0 }));
  const [coinbase] = decoded(t, 'the serialized block', () => parseBlock(bytes)).transactions;
  return coinbase === undefined ? 0n : totalOut(coinbase);
}

/** Lets the node make a block of its pool, which pays nobody that it knows. Returns the hash, or why it made none. */
export async function ownBlockOf(t: Trial): Promise<{ readonly hash: string } | { readonly refusal: string }> {
  const { address } = await t.world.use('unownedAddress');
  const reply = await t.world.service.call('generatetoaddress', { nblocks: 1, address });
  if (reply.type === 'error' && reply.error.code === METHOD_NOT_FOUND) t.inapplicable('the node has no generatetoaddress');
  const hash = reply.type === 'result' && Array.isArray(reply.result) ? reply.result[0] : undefined;
  if (typeof hash === 'string') return { hash };
  return { refusal: reply.type === 'error' ? reply.error.message : 'it returned no hash' };
}

/** Mines blocks whose coinbases pay nobody that the node knows. Returns the hash of the last one. */
export async function mineAway(t: Trial, count: number): Promise<string> {
  const { address } = await t.world.use('unownedAddress');
  return (await t.world.mine(count, address)).at(-1) ?? '';
}

/**
 * On an own node: coins of a coinbase made by Pyx, of equal value, that may be spent in the next block. No wallet and no pool is needed.
 * Ends the case if the node takes no block made by Pyx.
 */
export async function openCoins(
  t: Trial,
  openings: readonly Opening[],
): Promise<{ readonly coins: readonly OpenCoin[]; readonly tip: Place }> {
  const first = await mineAway(t, 1);
  const share = (await rewardOf(t, first)) / BigInt(openings.length);
  const outputs = openings.map(({ script }) => ({ valueSat: share, script }));
  let txid = '';
  await extendFirst(t, first, {
    coinbase: (usual) => {
      const content = { ...usual, outputs };
      txid = txidOf(made(content));
      return content;
    },
  });
  await mineAway(t, MATURITY - 1);
  const coins = openings.map(({ input }, vout) => ({ txid, vout, amountSat: share, ...(input && { input }) }));
  return { coins, tip: await tipPlace(t) };
}

/** A transaction that spends these coins to an output that anyone can spend. Its inputs are final, and it pays no fee. */
export function spending(coins: readonly OpenCoin[], part: Partial<Content> & { readonly sequences?: readonly number[] } = {}): Content {
  const { sequences = [], ...rest } = part;
  return {
    version: 2,
    inputs: coins.map(({ txid, vout, input }, index) => ({
      txid,
      vout,
      scriptSig: new Uint8Array(),
      sequence: sequences[index] ?? MAX_UINT32,
      witness: [],
      ...input,
    })),
    outputs: [{ valueSat: totalOf(coins), script: OPEN_SCRIPT }],
    lockTime: 0,
    ...rest,
  };
}

export const totalOf = (coins: readonly OpenCoin[]): bigint => coins.reduce((sum, { amountSat }) => sum + amountSat, 0n);

/** An output of a transaction as a coin. */
export function coinOf(content: Content, vout = 0, input?: OpenCoin['input']): OpenCoin {
  const { valueSat } = content.outputs[vout] as TxOutput;
  return { txid: txidOf(made(content)), vout, amountSat: valueSat, ...(input && { input }) };
}
