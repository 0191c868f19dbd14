import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { multisigOf } from '../../fixtures/world/keys.ts';
import { serialize } from '../../oracles/transaction.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { areAlike, NodeMade } from './node-made.ts';

const chain = { pubKeyHash: 111, scriptHash: 58, wif: 239, hrp: 'rltc' };
const key = (digit: string): string => `02${digit.repeat(64)}`;

/** Whether requests of two nodes are alike, after what each node answered. */
function alike(a: { answer: Wire; sent: Wire }, b: { answer: Wire; sent: Wire }): boolean {
  const made = new NodeMade();
  made.note(a.answer);
  const first = made.read(a.sent);
  made.nextCase();
  made.note(b.answer);
  return areAlike(first, made.read(b.sent));
}

test('the script of a P2SH address that a node made counts as made by the node', () => {
  const [first, second] = [multisigOf([key('a'), key('b')], chain), multisigOf([key('c'), key('d')], chain)];
  expect(alike({ answer: first.address, sent: [first.scriptPubKey] }, { answer: second.address, sent: [second.scriptPubKey] })).toBe(true);
  expect(alike({ answer: null, sent: [first.scriptPubKey] }, { answer: null, sent: [second.scriptPubKey] })).toBe(false);
});

test('a PSBT with a wrong magic counts as made by the node apart from the magic', () => {
  const psbt = (content: string): Buffer =>
    Buffer.concat([Buffer.from('psbt\xff', 'latin1'), createHash('sha512').update(content).digest()]);
  const wrong = (bytes: Buffer, first: string): string => Buffer.concat([Buffer.from(first), bytes.subarray(1)]).toString('base64');
  const [psbtA, psbtB] = [psbt('one'), psbt('other')];
  const answers = [psbtA.toString('base64'), psbtB.toString('base64')] as const;
  expect(alike({ answer: answers[0], sent: wrong(psbtA, 'q') }, { answer: answers[1], sent: wrong(psbtB, 'q') })).toBe(true);
  expect(alike({ answer: answers[0], sent: wrong(psbtA, 'q') }, { answer: answers[1], sent: wrong(psbtB, 'r') })).toBe(false);
});

/** An unsigned transaction that spends one output. */
const spending = (digit: string, vout: number, valueSat = 5n, scriptBytes = 30): Buffer => {
  const inputs = [{ txid: digit.repeat(64), vout, scriptSig: new Uint8Array(), sequence: 0, witness: [] }];
  return Buffer.from(
    serialize({ version: 2, lockTime: 0, inputs, outputs: [{ valueSat, script: new Uint8Array(scriptBytes).fill(0x51) }] }),
  );
};

test('the outputs that a transaction spends count as made by the node with their indexes, and what it pays does not', () => {
  const sent = (digit: string, vout: number, valueSat?: bigint) => ({
    answer: { txid: digit.repeat(64) },
    sent: spending(digit, vout, valueSat).toString('hex'),
  });
  expect(alike(sent('a', 3), sent('b', 39))).toBe(true);
  expect(alike(sent('a', 3), sent('b', 39, 6n))).toBe(false);
});

test('the transaction of a PSBT counts as made by the node that made the PSBT', () => {
  const funded = (digit: string, vout: number) => {
    const transaction = spending(digit, vout, BigInt(vout), 300);
    const head = Buffer.from('psbt\xff\x01\x00\xfd\x00\x00', 'latin1');
    head.writeUInt16LE(transaction.length, head.length - 2);
    const psbt = Buffer.concat([head, transaction, Buffer.alloc(3)]);
    return { answer: { psbt: psbt.toString('base64') }, sent: transaction.toString('hex') };
  };
  expect(alike(funded('a', 3), funded('b', 39))).toBe(true);
  expect(alike({ ...funded('a', 3), answer: null }, { ...funded('b', 39), answer: null })).toBe(false);
});

test.each([
  ['seconds', 1_797_748_383, 60],
  ['microseconds', 1_797_748_383_466_000, 60_000_000],
])('times in %s are alike within a minute, and not a day apart', (_unit, time, minute) => {
  expect(alike({ answer: null, sent: time }, { answer: null, sent: time + minute })).toBe(true);
  expect(alike({ answer: null, sent: time }, { answer: null, sent: time + 1_440 * minute })).toBe(false);
});

test('what depends on the burn of a node is alike, and near-misses are not', () => {
  const sent = (blocknumber: number, text: string): Wire => ({
    blocknumber,
    tx_hex: text.repeat(30),
    headers: [[blocknumber, text.repeat(32)]],
  });
  const none = { answer: null };
  expect(alike({ ...none, sent: sent(11_000_000, 'ab') }, { ...none, sent: sent(12_000_000, 'cd') })).toBe(true);
  expect(alike({ ...none, sent: { blocknumber: 1 } }, { ...none, sent: { blocknumber: 2 } })).toBe(false);
  expect(alike({ ...none, sent: { other: 11_000_000 } }, { ...none, sent: { other: 12_000_000 } })).toBe(false);
});

test('ids of tokens that nodes answered are alike, and others are not', () => {
  const sent = (guid: number): Wire => ({ asset_guid: guid });
  expect(alike({ answer: { asset_guid: 7_001 }, sent: sent(7_001) }, { answer: { asset_guid: 9_002 }, sent: sent(9_002) })).toBe(true);
  expect(alike({ answer: { asset_guid: 7_001 }, sent: sent(7_002) }, { answer: { asset_guid: 9_002 }, sent: sent(9_003) })).toBe(false);
});
