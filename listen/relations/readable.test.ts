import { expect, test } from 'vitest';
import { toHex } from '../../oracles/bytes.ts';
import { serializeWithWitness } from '../../oracles/transaction.ts';
import { readableTransaction, spendingTransaction } from './readable.ts';

/** Bytes that can also be read as one output of `scriptBytes` and no inputs: the eighth byte of the txid is the length of the script. */
function ambiguous(scriptBytes: number): string {
  const txid = `${'00'.repeat(24)}${scriptBytes.toString(16)}${'00'.repeat(7)}`;
  const inputs = [{ txid, vout: 0, scriptSig: new Uint8Array(), sequence: 0, witness: [Uint8Array.of(7)] }];
  return toHex(serializeWithWitness({ version: 2, lockTime: 0, inputs, outputs: [{ valueSat: 5n, script: new Uint8Array() }] }));
}

test('bytes with two readings are no known transaction, unless it is known that it spends something', () => {
  const hex = ambiguous(46);
  expect(readableTransaction(hex)).toBeUndefined();
  expect(spendingTransaction(hex)).toMatchObject({ inputs: [{ witness: [Uint8Array.of(7)] }], outputs: [{ valueSat: 5n }] });
  expect(readableTransaction(ambiguous(45))).toEqual(spendingTransaction(ambiguous(45)));
});
