import type { OutpointValue } from '../../../fixtures/world/types.ts';

/**
 * Where a transaction of the wallet is. `dropped`: neither in a block nor in the memory pool. `unknown`: the documents do not
 * say where it is, because the block with which it conflicted has left the main chain, or it differs (see `hasRival`).
 */
export type TransactionState = 'pooled' | 'confirmed' | 'dropped' | 'abandoned' | 'conflicted' | 'unknown';

/** An output of the wallet. */
export interface ModelOutput extends OutpointValue {
  readonly amountSat: bigint;
}

/** A transaction of the wallet, which pays also an address outside. */
export interface ModelTransaction {
  readonly txid: string;
  readonly inputs: readonly OutpointValue[];
  /** Its outputs to the wallet. */
  readonly outputs: readonly ModelOutput[];
  readonly feeSat: bigint;
  /** Signals opt-in replacement. */
  readonly replaceable: boolean;
  state: TransactionState;
}

export interface TransactionsModel {
  /** Outputs that were confirmed before. */
  readonly coins: readonly ModelOutput[];
  /** Oldest first. */
  readonly transactions: ModelTransaction[];
  /** Blocks mined since, without those that have left the main chain; oldest first. */
  readonly blocks: ModelBlock[];
  /** The blocks that have left the main chain, if no other block has taken their place; oldest first. */
  stale: readonly ModelBlock[];
}

export interface ModelBlock {
  readonly hash: string;
  /** Ids of all its transactions. */
  readonly txids: readonly string[];
}

/** What the documents state about an output: `gone` if its transaction is neither in the pool nor on the main chain. */
export type OutputState = 'free' | 'spent' | 'gone' | 'unstated';

const same = (a: OutpointValue, b: OutpointValue): boolean => a.txid === b.txid && a.vout === b.vout;

const spends = ({ inputs }: ModelTransaction, outpoint: OutpointValue): boolean => inputs.some((input) => same(input, outpoint));

/** Whether it is in the pool or on the main chain. */
export const isLive = ({ state }: ModelTransaction): boolean => state === 'pooled' || state === 'confirmed';

export const inState = ({ transactions }: Readonly<TransactionsModel>, state: TransactionState): ModelTransaction[] =>
  transactions.filter((transaction) => transaction.state === state);

/** All outputs of the wallet, in an order that does not change. */
export const outputsOf = ({ coins, transactions }: Readonly<TransactionsModel>): ModelOutput[] => [
  ...coins,
  ...transactions.flatMap(({ outputs }) => outputs),
];

export function stateOf({ transactions }: Readonly<TransactionsModel>, output: OutpointValue): OutputState {
  const origin = transactions.find(({ txid }) => txid === output.txid);
  if (origin?.state === 'unknown') return 'unstated';
  if (origin && !isLive(origin)) return 'gone';
  const spenders = transactions.filter((transaction) => spends(transaction, output));
  if (spenders.some(isLive)) return 'spent';
  // What a transaction spends that was dropped and not abandoned, or that conflicts with a block, is not stated.
  return spenders.every(({ state }) => state === 'abandoned') ? 'free' : 'unstated';
}

export const freeOutputs = (model: Readonly<TransactionsModel>): ModelOutput[] =>
  outputsOf(model).filter((output) => stateOf(model, output) === 'free');

/** The transactions of the wallet that spend its outputs, those that spend theirs, and so on. */
export function descendantsOf(model: Readonly<TransactionsModel>, { outputs }: ModelTransaction): ModelTransaction[] {
  const children = model.transactions.filter((transaction) => outputs.some((output) => spends(transaction, output)));
  return [...new Set(children.flatMap((child) => [child, ...descendantsOf(model, child)]))];
}

/** Whether another transaction of the wallet spends the same output: nodes may lose one of both. */
export const hasRival = ({ transactions }: Readonly<TransactionsModel>, transaction: ModelTransaction): boolean =>
  transactions.some((other) => other !== transaction && transaction.inputs.some((input) => spends(other, input)));

/** Number of blocks of the main chain from that of the transaction to the tip; 0 if it is in none of them. */
export function confirmationsOf({ blocks }: Readonly<TransactionsModel>, { txid }: ModelTransaction): number {
  const index = blocks.findIndex(({ txids }) => txids.includes(txid));
  return index < 0 ? 0 : blocks.length - index;
}

/** Adds a block to the main chain: its transactions are confirmed, and what spends the same outputs conflicts with it. */
export function addBlock(model: TransactionsModel, block: ModelBlock): void {
  model.blocks.push(block);
  model.stale = [];
  for (const transaction of model.transactions) if (block.txids.includes(transaction.txid)) transaction.state = 'confirmed';
  markConflicts(model);
}

/** Removes the last block from the main chain. What was in it is where the pool shows it. */
export function removeBlock(model: TransactionsModel, isInPool: (txid: string) => boolean): void {
  const block = model.blocks.pop();
  if (!block) throw new Error('there is no block to remove');
  model.stale = [block, ...model.stale];
  for (const transaction of model.transactions) {
    const { state, txid } = transaction;
    if (state === 'pooled' || (state === 'confirmed' && block.txids.includes(txid)))
      transaction.state = isInPool(txid) ? 'pooled' : 'dropped';
    else if (state === 'conflicted') transaction.state = 'unknown';
  }
  markConflicts(model);
}

/** A transaction conflicts with the main chain if a transaction there spends an output that it or an ancestor spends. */
function markConflicts(model: TransactionsModel): void {
  const confirmed = inState(model, 'confirmed');
  for (const transaction of model.transactions) {
    if (transaction.state === 'confirmed') continue;
    const conflicts = confirmed.some((rival) => rival.inputs.some((input) => spends(transaction, input)));
    if (conflicts) for (const affected of [transaction, ...descendantsOf(model, transaction)]) affected.state = 'conflicted';
  }
}
