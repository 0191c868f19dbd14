import { expect, it } from 'vitest';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Transaction } from '../primitives/types.ts';
import { carriedOf, dataOutputOf, dataScript } from './data-output.ts';
import { guidOf } from './guid.ts';
import { type Payload, serviceVersion } from './types.ts';

const payload: Payload = {
  version: serviceVersion.allocationSend,
  allocations: [{ guid: 7, outputs: [{ n: 1, amount: 5n }] }],
};

function transactionOf(version: number, scripts: readonly string[]): Transaction {
  return makeTransaction({
    version,
    inputs: [{ txid: '11'.repeat(32), vout: 1, scriptSig: Buffer.alloc(0), sequence: 0, witness: [] }],
    outputs: scripts.map((script) => ({ valueSat: 1n, scriptPubKey: Buffer.from(script, 'hex') })),
    locktime: 0,
  });
}

const data = dataScript(payload).toString('hex');

it('the payload is read from the one data output, wherever it is', () => {
  const found = dataOutputOf(transactionOf(135, [data, '51']));
  expect(found).toMatchObject({ payload, vout: 0 });
  expect([...found!.carried]).toEqual([[1, { guid: 7, amount: 5n }]]);
});

it('an ordinary transaction has no payload, whatever its data output contains', () => {
  for (const version of [-1, 1, 2, 127, 136]) expect(dataOutputOf(transactionOf(version, [data, '51']))).toBeUndefined();
});

it('a service transaction with none or two data outputs, more than one push, or bad data is malformed', () => {
  const expected = (scripts: readonly string[], message: string): void => {
    const transaction = transactionOf(135, scripts);
    expect(() => dataOutputOf(transaction)).toThrow(message);
    expect(carriedOf(transaction).size).toBe(0);
  };
  expected(['51'], 'expected one data output, found 0');
  expected([data, data], 'expected one data output, found 2');
  expected([`${data}01ff`], 'a data output without exactly one push');
  expected([`6a02ff`], 'a data output without exactly one push');
  expected([`6a51`], 'a data output without exactly one push');
  expected([`6a01ff`], 'end of data');
  expected(['6a'], 'end of data');
  expected([`6a4d${'1127'}${'00'.repeat(10_001)}`], 'a data output of more than 10000 bytes');
});

it('coin burnt for good needs no data, and the address of the bridge has 20 bytes', () => {
  expect(dataOutputOf(transactionOf(129, ['6a']))?.payload).toEqual({ version: 129 });
  expect(dataOutputOf(transactionOf(128, [`6a14${'ab'.repeat(20)}`]))?.payload).toEqual({ version: 128, address: Buffer.alloc(20, 0xab) });
  expect(() => dataOutputOf(transactionOf(128, [`6a13${'ab'.repeat(19)}`]))).toThrow('end of data');
});

it('guids differ with the output that the first input spends', () => {
  const txid = '11'.repeat(32);
  const guids = [guidOf({ txid, vout: 0 }), guidOf({ txid, vout: 1 }), guidOf({ txid: '22'.repeat(32), vout: 0 })];
  expect(new Set(guids).size).toBe(3);
  for (const guid of guids) expect(Number.isInteger(guid) && guid >= 0 && guid < 2 ** 32).toBe(true);
});
