import { expect, test } from 'vitest';
import { Channel } from './channel.ts';

async function read<T>(channel: Channel<T>, into: T[]): Promise<T[]> {
  for await (const value of channel) into.push(value);
  return into;
}

test('yields values in order, pushed before and during reading', async () => {
  const channel = new Channel<number>();
  channel.push(1);
  const reading = read(channel, []);
  channel.push(2);
  await new Promise((resolve) => setTimeout(resolve));
  channel.push(3);
  channel.push(4);
  channel.end();
  expect(await reading).toEqual([1, 2, 3, 4]);
});

test('throws the error after the values', async () => {
  const channel = new Channel<number>();
  channel.push(1);
  channel.fail(new Error('broken'));
  const seen: number[] = [];
  await expect(read(channel, seen)).rejects.toThrow('broken');
  expect(seen).toEqual([1]);
});

test('keeps values that are pushed while the reader is busy', async () => {
  const channel = new Channel<number>();
  channel.push(1);
  const seen: number[] = [];
  for await (const value of channel) {
    seen.push(value);
    if (value < 5) channel.push(value + 1);
    else channel.end();
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});
