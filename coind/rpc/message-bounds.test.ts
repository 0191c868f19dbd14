import { expect, test } from 'vitest';
import { RpcError } from './errors.ts';
import { helpText } from './help-text.ts';
import { boundedMessage } from './message-bounds.ts';
import { methodSpecs } from './method-table.ts';
import { hashFrom } from './shapes/hashes.ts';

test('a value that is too long is cut, and the rest of the message stays', () => {
  expect(() => hashFrom('a'.repeat(2496), 'txid')).toThrow(`txid must be of length 64 (not 2496, for '${'a'.repeat(200)}…')`);
  expect(new RpcError(-8, `Invalid address: ${'x'.repeat(1_000_000)}`).message).toBe(`Invalid address: ${'x'.repeat(200)}…`);
});

test('a message that is too long is cut, whatever its words', () => {
  for (const text of ['a '.repeat(500_000), '/'.repeat(1_000_000), `'`.repeat(1_000_000), '日本'.repeat(500_000), '\n'.repeat(1_000_000)]) {
    const { length } = boundedMessage(`No addresses with label ${text}`);
    expect(length).toBeLessThanOrEqual(10_001);
  }
});

test('values of usual lengths and the help of every method are not cut', () => {
  for (const text of ['ab'.repeat(100), `${'/folder'.repeat(200)}/wallet.dat is a link`, ...[...methodSpecs.values()].map(helpText)])
    expect(boundedMessage(text)).toBe(text);
});
