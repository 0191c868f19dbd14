import { expect, test } from 'vitest';
import {
  addBlock,
  confirmationsOf,
  descendantsOf,
  freeOutputs,
  removeBlock,
  stateOf,
  type ModelTransaction,
  type TransactionsModel,
} from './transactions-model.ts';

const out = (txid: string, vout = 0) => ({ txid, vout, amountSat: 1_000n });
const sent = (txid: string, ...inputs: readonly string[]): ModelTransaction => ({
  txid,
  inputs: inputs.map((spent) => ({ txid: spent, vout: 0 })),
  outputs: [out(txid)],
  feeSat: 100n,
  replaceable: true,
  state: 'pooled',
});

/** A parent that spends two coins, its child and grandchild, and a transaction that spends one of the coins too. */
function family() {
  const [parent, child, grandchild, rival] = [sent('p', 'c1', 'c2'), sent('k', 'p'), sent('g', 'k'), sent('r', 'c1')] as const;
  const model: TransactionsModel = {
    coins: [out('c1'), out('c2'), out('c3')],
    transactions: [parent, child, grandchild],
    blocks: [],
    stale: [],
  };
  return { model, parent, child, grandchild, rival };
}

test('an output is free unless a transaction in the pool or a block spends it, or its own is in neither', () => {
  const { model, parent, child, grandchild, rival } = family();
  expect(descendantsOf(model, parent)).toEqual([child, grandchild]);
  expect(freeOutputs(model).map(({ txid }) => txid)).toEqual(['c3', 'g']);
  model.transactions.push(rival);
  for (const transaction of [parent, child, grandchild]) transaction.state = 'dropped';
  expect(stateOf(model, out('c1'))).toBe('spent');
  expect(stateOf(model, out('c2'))).toBe('unstated');
  expect(stateOf(model, out('p'))).toBe('gone');
  for (const transaction of [parent, child, grandchild]) transaction.state = 'abandoned';
  expect(freeOutputs(model).map(({ txid }) => txid)).toEqual(['c2', 'c3', 'r']);
});

test('what spends the same output as a block conflicts with it, and its descendants too, until the block is removed', () => {
  const { model, parent, child, grandchild, rival } = family();
  model.transactions.push(rival);
  for (const transaction of [parent, child, grandchild]) transaction.state = 'dropped';
  const block = { hash: 'b', txids: ['coinbase', 'r'] };
  addBlock(model, block);
  expect([parent, child, grandchild, rival].map(({ state }) => state)).toEqual(['conflicted', 'conflicted', 'conflicted', 'confirmed']);
  addBlock(model, { hash: 'b2', txids: [] });
  expect([confirmationsOf(model, rival), confirmationsOf(model, parent)]).toEqual([2, 0]);
  removeBlock(model, () => false);
  expect(parent.state).toBe('conflicted');
  removeBlock(model, (txid) => txid === 'r');
  expect([parent, child, grandchild, rival].map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'pooled']);
  expect(stateOf(model, out('c2'))).toBe('unstated');
  expect(model.stale.map(({ hash }) => hash)).toEqual(['b', 'b2']);
  addBlock(model, block);
  expect([parent.state, rival.state, model.stale]).toEqual(['conflicted', 'confirmed', []]);
});
