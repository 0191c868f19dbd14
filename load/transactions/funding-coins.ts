import { formatSat, satoshis } from '../../client/wire-json.ts';
import { NodeCallError } from '../node-call.ts';
import { PrepareError } from './errors.ts';
import type { FunderNode } from './funder-node.ts';
import type { Key } from './keys.ts';
import type { Plan } from './plan.ts';
import type { Coin } from './sign.ts';

/** Confirmations that a coinbase needs before it can be spent. */
const COINBASE_MATURITY = 100;

interface DecodedTransaction {
  readonly txid: string;
  readonly vout: readonly {
    readonly value: Parameters<typeof satoshis>[0];
    readonly n: number;
    readonly scriptPubKey: { readonly hex: string };
  }[];
}

/** Spendable coins of the key that are enough for the root transaction: paid by a wallet of the node, or mined. */
export async function fundingCoins(
  node: FunderNode,
  plan: Plan,
  key: Key,
  onBlocks: (done: number, total: number) => void,
): Promise<Coin[]> {
  const wallet = node.fresh ? undefined : await walletThatCanPay(node, plan.fundsSat(1));
  return wallet === undefined ? minedCoins(node, plan, key, onBlocks) : paidCoins(node, plan, key, wallet);
}

/** The first loaded wallet that has so much, and a little more for the fee of its payment. */
async function walletThatCanPay({ call }: FunderNode, amountSat: bigint): Promise<string | undefined> {
  try {
    for (const wallet of await call('listwallets')) {
      const balance = await call('getbalance', [], { wallet });
      if (satoshis(balance as Parameters<typeof satoshis>[0]) > amountSat + amountSat / 100n) return wallet;
    }
  } catch (error) {
    // A node without wallets refuses these methods, and can mine all the same.
    if (!(error instanceof NodeCallError && error.code !== undefined)) throw error;
  }
  return undefined;
}

async function paidCoins(node: FunderNode, plan: Plan, key: Key, wallet: string): Promise<Coin[]> {
  const txid = await node.call('sendtoaddress', [node.address, formatSat(plan.fundsSat(1))], { wallet });
  const { hex } = await node.call('gettransaction', [txid], { wallet });
  await node.mineUntilConfirmed([txid]);
  return coinsIn(await node.call('decoderawtransaction', [hex]), node, key);
}

async function minedCoins(node: FunderNode, plan: Plan, key: Key, onBlocks: (done: number, total: number) => void): Promise<Coin[]> {
  const coins: Coin[] = [];
  let [sumSat, done, estimate] = [0n, 0, 1];
  while (sumSat < plan.fundsSat(coins.length)) {
    const hashes = await node.mine(estimate, (mined) => onBlocks(done + mined, done + estimate + COINBASE_MATURITY));
    done += hashes.length;
    let lastSat = 0n;
    for (const hash of hashes) {
      const { tx } = await node.call('getblock', [hash, 2]);
      const [coinbase] = tx;
      const made = coinbase === undefined ? [] : coinsIn(coinbase, node, key);
      lastSat = made.reduce((sum, { valueSat }) => sum + valueSat, 0n);
      sumSat += lastSat;
      coins.push(...made);
    }
    if (lastSat === 0n)
      throw new PrepareError('new blocks of this chain pay no subsidy', {
        remedy: 'use a fresh chain, or load a wallet that has coins',
      });
    // After a halving this estimate is too low, and the loop goes on. Each further coin adds to the fee of the root.
    const missingSat = plan.fundsSat(coins.length) - sumSat;
    estimate = missingSat <= 0n ? 0 : Number(missingSat / lastSat) + 1;
    if (estimate > 0) plan.fundsSat(coins.length + estimate); // refuses too many before they are mined
  }
  await node.mine(COINBASE_MATURITY, (mined) => onBlocks(done + mined, done + COINBASE_MATURITY));
  return coins;
}

/** Outputs of a transaction that pay to the key. */
function coinsIn({ txid, vout }: DecodedTransaction, { script }: FunderNode, key: Key): Coin[] {
  return vout
    .filter(({ scriptPubKey }) => scriptPubKey.hex === script)
    .map(({ n, value }) => ({ txid: Buffer.from(txid, 'hex').reverse(), vout: n, valueSat: satoshis(value), key }));
}
