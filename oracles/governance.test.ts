import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Malformed } from './bytes.ts';
import { proposalHash } from './governance.ts';

const content = { parentHash: `${'0'.repeat(63)}1`, revision: -1, time: 1_700_000_000, dataHex: '7B7D' };

test('the hash is that of the fields in their order', () => {
  const bytes = [
    `01${'00'.repeat(31)}`, // the parent, last byte first
    'ffffffff',
    '00f1536500000000',
    '04',
    Buffer.from('7b7d').toString('hex'),
    '00'.repeat(32),
    'ffffffff',
    '00ffffffff',
    '00',
  ].join('');
  const once = createHash('sha256').update(Buffer.from(bytes, 'hex')).digest();
  expect(proposalHash(content)).toBe(createHash('sha256').update(once).digest().reverse().toString('hex'));
});

test('other arguments have other hashes', () => {
  const changes = [{ parentHash: '0'.repeat(64) }, { revision: 1 }, { time: 1_700_000_001 }, { dataHex: '7b207d' }];
  expect(new Set([content, ...changes.map((change) => ({ ...content, ...change }))].map(proposalHash)).size).toBe(5);
});

test('what is no hex is refused', () => {
  expect(() => proposalHash({ ...content, dataHex: 'xy' })).toThrow(Malformed);
  expect(() => proposalHash({ ...content, parentHash: '00' })).toThrow(Malformed);
});
