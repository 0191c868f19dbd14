import { expect, test } from 'vitest';
import { allocationsOf, ledgerOf } from './asset-ledger.ts';
import { fromHex, toHex } from './bytes.ts';
import { txidOf, type RawTransaction, type TxInput, type TxOutput } from './transaction.ts';

const bytes = new Uint8Array();
const pays = (valueSat: bigint): TxOutput => ({ valueSat, script: fromHex('51') });
const data = (hex: string, valueSat = 0n): TxOutput => ({
  valueSat,
  script: fromHex(`6a${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`),
});
const spends = (transaction: RawTransaction, vout: number): TxInput => ({
  txid: txidOf(transaction),
  vout,
  scriptSig: bytes,
  sequence: 0,
  witness: [],
});
/** The bytes decide the id, so that they must differ. */
const made = (version: number, inputs: readonly TxInput[], outputs: readonly TxOutput[]): RawTransaction => {
  const strippedBytes = fromHex(
    toHex(new TextEncoder().encode(JSON.stringify([version, inputs, outputs.map(({ script }) => toHex(script))]))),
  );
  return { version, inputs, outputs, lockTime: 0, bytes: strippedBytes, strippedBytes };
};

test('what is issued, moved and burnt is counted, with the coins that carry it', () => {
  const coinbase = made(1, [], [pays(500n)]);
  const created = made(130, [spends(coinbase, 0)], [pays(300n), data('0105010000', 150n)]);
  const issued = made(132, [spends(created, 0)], [pays(200n), pays(50n), data('010502000001' + '09')]);
  const moved = made(135, [spends(issued, 1)], [pays(20n), pays(20n), data('010502' + '00' + '08' + '01' + '5050')]);
  const blocks = (...transactions: RawTransaction[]) => [{ header: {} as never, transactions, size: 0, strippedSize: 0 }];
  expect(ledgerOf(blocks(coinbase, created)).tokens.get(5)).toMatchObject({ issued: 0n, supply: 0n });
  const after = ledgerOf(blocks(coinbase, created, issued));
  expect(after).toMatchObject({ coinSat: 250n, tokens: new Map([[5, { issued: 100_000_000n, supply: 100_000_000n }]]) });
  expect([...after.tokens.get(5)!.holdings]).toEqual([[`${txidOf(issued)}:1`, 100_000_000n]]);
  expect(allocationsOf(moved).map(({ n, units }) => [n, units])).toEqual([
    [0, 10_000_000n],
    [1, 8_000_000_000n],
  ]);
  const burnt = made(134, [spends(issued, 1)], [data('00' + '05' + '09' + '11'.repeat(20))]);
  expect(ledgerOf(blocks(coinbase, created, issued, burnt)).tokens.get(5)).toMatchObject({ issued: 100_000_000n, supply: 0n });
});
