import { formatSat, satoshis } from '../../../client/wire-json.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { NodeCallError } from '../../node-call.ts';
import { sameTip } from '../network/connect.ts';
import type { TpsNode } from '../network/types.ts';

/** Made where a node has no wallet. */
const NAME = 'pyx-faults';
/** Blocks on a mined coin before it can be spent. */
const MATURITY = 100;
const BLOCKS_PER_CALL = 25;
const PAYMENT = formatSat(1_000_000n);

/** A wallet that pays before its node fails. */
export interface FaultWallet {
  readonly node: TpsNode;
  readonly name: string;
  /** Txids that it has answered, in this round. */
  payments: string[];
}

/** What its answers say that it has, in satoshis. */
export interface Holdings {
  readonly balanceSat: bigint;
  readonly unspentSat: bigint;
}

/** The wallets of the nodes, each with a coin that it can spend; nodes without wallets are left out. Throws `NodeCallError`. */
export async function fundWallets(
  nodes: readonly TpsNode[],
  { all, address, signal }: { readonly all: readonly TpsNode[]; readonly address: string; readonly signal: AbortSignal },
): Promise<FaultWallet[]> {
  const wallets: FaultWallet[] = [];
  const miner = all[0]!;
  for (const node of nodes) {
    const name = await walletOf(node);
    if (name === undefined) continue;
    wallets.push({ node, name, payments: [] });
    await miner.call('generatetoaddress', [1, await node.call('getnewaddress', [], { wallet: name })]);
  }
  for (let left = wallets.length > 0 ? MATURITY : 0; left > 0; left -= BLOCKS_PER_CALL)
    await miner.call('generatetoaddress', [Math.min(left, BLOCKS_PER_CALL), address]);
  await sameTip(all, signal);
  return wallets;
}

/** Undefined for a node without wallets. */
async function walletOf({ call }: TpsNode): Promise<string | undefined> {
  try {
    const [first] = await call('listwallets');
    if (first !== undefined) return first;
    await call('createwallet', [NAME]);
    return NAME;
  } catch (error) {
    if (error instanceof NodeCallError && error.code === METHOD_NOT_FOUND) return undefined;
    throw error;
  }
}

/** Pays a coin of the wallet to itself. Returns the txid as the node answered it. Throws `NodeCallError`. */
export async function pay(wallet: FaultWallet): Promise<void> {
  const { node, name } = wallet;
  const address = await node.call('getnewaddress', [], { wallet: name });
  wallet.payments.push(await node.call('sendtoaddress', [address, PAYMENT], { wallet: name }));
}

/** Loads the wallet, unless the node has done it when it was started. Throws `NodeCallError`. */
export async function loadAgain({ node: { call }, name }: FaultWallet): Promise<void> {
  if (!(await call('listwallets')).includes(name)) await call('loadwallet', [name]);
}

/** That the wallet does not know payments that it has answered, in a sentence; empty where it does. Throws `NodeCallError`. */
export async function forgottenText({ node, name, payments }: FaultWallet): Promise<string[]> {
  const missing: string[] = [];
  for (const txid of payments) {
    try {
      await node.call('gettransaction', [txid], { wallet: name });
    } catch (error) {
      if (!(error instanceof NodeCallError) || error.code === undefined) throw error;
      missing.push(txid);
    }
  }
  if (missing.length === 0) return [];
  return [
    `the wallet of ${node.name} does not know ${missing.length} of the ${payments.length} payments that it had answered before: ${missing.join(', ')}`,
  ];
}

/** Confirmed coins only: whether others count is a matter of options. Throws `NodeCallError`. */
export async function holdings({ node: { call }, name }: FaultWallet): Promise<Holdings> {
  const balance = await call('getbalance', ['*', 1], { wallet: name });
  const unspent = await call('listunspent', [1], { wallet: name });
  return {
    balanceSat: satoshis(balance),
    unspentSat: unspent.filter(({ spendable }) => spendable !== false).reduce((sum, { amount }) => sum + satoshis(amount), 0n),
  };
}
