import { expect, test } from 'vitest';
import { NodeSlots } from './node-slots.ts';

test('a session with peers takes two places, and waits until both are free; others wait behind it', async () => {
  const slots = new NodeSlots(2);
  const order: string[] = [];
  expect(await slots.take('default')).toBe(1);
  const peers = slots.take('peers').then((count) => order.push(`peers ${count}`));
  const plain = slots.take('default').then((count) => order.push(`plain ${count}`));
  await Promise.resolve();
  expect(order).toEqual([]);
  slots.release(1);
  await peers;
  expect(order).toEqual(['peers 2']);
  slots.release(2);
  await plain;
  expect(order).toEqual(['peers 2', 'plain 1']);
});

test('a session with a node that runs alone takes all places', async () => {
  const slots = new NodeSlots(3, ['masternode']);
  expect(await slots.take('default')).toBe(1);
  const alone = slots.take('masternode');
  slots.release(1);
  expect(await alone).toBe(3);
});

test('with one place, a session with peers runs alone', async () => {
  const slots = new NodeSlots(1);
  expect(await slots.take('peers')).toBe(1);
  const next = slots.take('default');
  slots.release(1);
  expect(await next).toBe(1);
});
