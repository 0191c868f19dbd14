import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { regtest } from '../../regtest.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import { p2pkh, p2sh, p2wpkh, p2wsh } from '../../script/standard.ts';
import { addressOf } from '../../script/addresses.ts';
import { RpcError } from '../errors.ts';
import { completeTransactionFrom, formsOf, newTransaction, transactionFrom, type NewTransaction } from './transactions.ts';

const network = { bech32: regtest.hrp, pubKeyHash: regtest.pubKeyHashPrefix, scriptHash: regtest.scriptHashPrefix, wif: regtest.wifPrefix };
const filled = (length: number, byte: number): Buffer => Buffer.alloc(length, byte);
const addresses = [p2pkh(filled(20, 1)), p2sh(filled(20, 2)), p2wpkh(filled(20, 3)), p2wsh(filled(32, 4))].map(
  (script) => addressOf(script, regtest) as string,
);
const [legacy = '', nested = '', bech32 = ''] = addresses;
const inputs = [
  { txid: 'a1'.repeat(32), vout: 0 },
  { txid: 'b2'.repeat(32), vout: 7, sequence: 12 },
];

function made(request: Partial<NewTransaction>): string {
  const given = { inputs: [], outputs: [], locktime: 0, replaceable: false, ...request };
  return makeTransaction(newTransaction(given, regtest)).bytes.toString('hex');
}

/** The same transaction by another implementation. */
function expected(sequence: number, locktime: number, amounts: readonly [string, bigint][]): string {
  const transaction = new Transaction({ version: 2, lockTime: locktime, disableScriptCheck: true });
  for (const { txid, vout, sequence: own = sequence } of inputs) transaction.addInput({ txid, index: vout, sequence: own });
  for (const [address, amount] of amounts) transaction.addOutputAddress(address, amount, network);
  return Buffer.from(transaction.unsignedTx).toString('hex');
}

function refusal(act: () => unknown): { code: number; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof RpcError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('newTransaction', () => {
  it('makes the bytes that another implementation makes, for every type of address', () => {
    const amounts = addresses.map((address, index): [string, bigint] => [address, BigInt(index + 1) * 12_345_678n]);
    const list = amounts.map(([address, sat]) => ({ [address]: sat }));
    expect(made({ inputs, outputs: list })).toBe(expected(0xffffffff, 0, amounts));
    expect(made({ inputs, outputs: Object.assign({}, ...list) })).toBe(expected(0xffffffff, 0, amounts));
  });

  it('chooses sequence numbers that let the lock time and replacement work', () => {
    const outputs = { [bech32]: 1_000n };
    expect(made({ inputs, outputs, locktime: 99 })).toBe(expected(0xfffffffe, 99, [[bech32, 1_000n]]));
    expect(made({ inputs, outputs, replaceable: true })).toBe(expected(0xfffffffd, 0, [[bech32, 1_000n]]));
    expect(made({ inputs, outputs, locktime: 99, replaceable: true })).toBe(expected(0xfffffffd, 99, [[bech32, 1_000n]]));
  });

  it('carries data', () => {
    expect(made({ outputs: [{ data: 'c0ffee' }] })).toBe('02000000' + '00' + '01' + '0000000000000000' + '056a03c0ffee' + '00000000');
  });

  it.each<[string, Partial<NewTransaction>, number, string]>([
    ['an address twice', { outputs: [{ [legacy]: 1n }, { [legacy]: 2n }] }, -8, `Invalid parameter, duplicated address: ${legacy}`],
    ['data twice', { outputs: [{ data: '00' }, { data: '01' }] }, -8, 'Invalid parameter, duplicate key: data'],
    [
      'two members in an item',
      { outputs: [{ [legacy]: 1n, [nested]: 2n }] },
      -8,
      'Invalid parameter, key-value pair must contain exactly one key',
    ],
    ['an empty item', { outputs: [{}] }, -8, 'Invalid parameter, key-value pair must contain exactly one key'],
    ['an invalid address', { outputs: { invalid: 1n } }, -5, 'Invalid address: invalid'],
    ['data that is not hex', { outputs: { data: 'xyz' } }, -8, "Data must be hexadecimal string (not 'xyz')"],
    ['an amount above the maximum', { outputs: { [legacy]: 84_000_001n * 100_000_000n } }, -3, 'Amount out of range'],
    ['a negative amount', { outputs: { [legacy]: -1n } }, -3, 'Amount out of range'],
    ['a negative vout', { inputs: [{ txid: 'ab'.repeat(32), vout: -1 }] }, -8, 'Invalid parameter, vout cannot be negative'],
    [
      'a sequence above 32 bits',
      { inputs: [{ txid: 'ab'.repeat(32), vout: 0, sequence: 2 ** 32 }] },
      -8,
      'Invalid parameter, sequence number is out of range',
    ],
    ['a lock time above 32 bits', { locktime: 2 ** 32 }, -8, 'Invalid parameter, locktime out of range'],
    [
      'a final sequence in a replaceable transaction',
      { replaceable: true, inputs: [{ txid: 'ab'.repeat(32), vout: 0, sequence: 0xffffffff }] },
      -8,
      'Invalid parameter combination: Sequence number(s) contradict replaceable option',
    ],
  ])('refuses %s', (_, request, code, message) => {
    expect(refusal(() => made(request))).toEqual({ code, message });
  });

  it('is replaceable if one of several inputs signals it', () => {
    const [first] = inputs;
    expect(() => made({ replaceable: true, inputs: [{ ...first!, sequence: 0xffffffff }, inputs[1]!] })).not.toThrow();
  });
});

describe('transactionFrom', () => {
  const withoutInputs = made({ outputs: { [bech32]: 1_000n } });

  it('decodes a transaction without inputs only if the form without a witness is allowed', () => {
    expect(transactionFrom(withoutInputs, formsOf(undefined)).outputs).toHaveLength(1);
    expect(transactionFrom(withoutInputs, formsOf(false)).outputs).toHaveLength(1);
    expect(refusal(() => transactionFrom(withoutInputs, formsOf(true)))).toEqual({ code: -22, message: 'TX decode failed' });
    expect(refusal(() => completeTransactionFrom(withoutInputs)).code).toBe(-22);
  });

  it.each(['', 'zz', '0', `${withoutInputs}00`])('refuses %j', (hex) => {
    expect(refusal(() => transactionFrom(hex, formsOf(undefined))).code).toBe(-22);
  });
});
