import { expect, test } from 'vitest';
import { regtest } from '../regtest.ts';
import { readProposal } from './proposal-data.ts';
import { payeeAddress, payeeScript, proposalData } from './testing/proposals.ts';

const problemsOf = (data: Buffer, now?: number): string => {
  const read = readProposal(data, regtest, now);
  return 'problems' in read ? read.problems.join('; ') : '';
};

test('a valid proposal is read with its exact amount', () => {
  const text = proposalData().toString().replace('12.5', '12.00000001');
  expect(readProposal(Buffer.from(text), regtest)).toEqual({
    proposal: {
      name: 'a-proposal',
      startTime: 1_600_000_000,
      endTime: 4_000_000_000,
      address: payeeAddress,
      scriptPubKey: payeeScript,
      amountSat: 1_200_000_001n,
      url: 'https://proposals.example/1',
    },
  });
});

test.each([
  ['type', 2],
  ['type', '1'],
  ['type', undefined],
  ['name', ''],
  ['name', 'two words'],
  ['name', 'n'.repeat(41)],
  ['name', 7],
  ['start_epoch', '1600000000'],
  ['start_epoch', 1.5],
  ['start_epoch', -1],
  ['end_epoch', undefined],
  ['end_epoch', 1_600_000_000],
  ['payment_address', 'no-address'],
  ['payment_address', payeeAddress.replace('cnrt', 'bcrt')],
  ['payment_amount', 0],
  ['payment_amount', -1],
  ['payment_amount', '12.5'],
  ['payment_amount', 0.000000001],
  ['payment_amount', 84_000_001],
  ['url', 'a b c'],
  ['url', 'abc'],
  ['url', null],
])('%s as %s is wrong, and named', (name, value) => {
  expect(problemsOf(proposalData({ [name]: value }))).toMatch(new RegExp(`^${name}: [^;]*$`));
});

test('all that is wrong is named at once', () => {
  expect(problemsOf(proposalData({ name: '', url: '' }))).toMatch(/^name: .*; url: /);
});

test.each(['', '[]', 'null', '"text"', '{', '[["proposal",{}]]', '{"type":1,"type":2}'])('%s is no proposal', (text) => {
  expect(problemsOf(Buffer.from(text))).toBe('the data is not a JSON object');
});

test('512 bytes are the maximum', () => {
  const room = 512 - proposalData({ url: '' }).length;
  expect(problemsOf(proposalData({ url: 'u'.repeat(room) }))).toBe('');
  expect(problemsOf(proposalData({ url: 'u'.repeat(room + 1) }))).toBe('the data is 513 bytes long; a proposal has at most 512');
});

test('a proposal that has ended is wrong only where the time is given', () => {
  const ended = proposalData({ end_epoch: 1_650_000_000 });
  expect(problemsOf(ended)).toBe('');
  expect(problemsOf(ended, 1_649_999_999)).toBe('');
  expect(problemsOf(ended, 1_650_000_000)).toMatch(/^end_epoch: /);
});
