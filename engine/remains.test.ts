import { expect, test } from 'vitest';
import { Remains } from './remains.ts';

test('what several sessions have left is one sentence, with the first names of many wallets', () => {
  const remains = new Remains();
  expect(remains.toText()).toBeUndefined();
  const first = new Remains();
  first.blocks = 1;
  first.wallets.push('a');
  remains.add(first);
  expect(remains.toText()).toBe('1 block that was mined, and the files of a wallet, unloaded (a)');
  const second = new Remains();
  second.staleBlocks = 2;
  second.wallets.push(...Array.from({ length: 10 }, (_, index) => `w${index}`));
  remains.add(second);
  expect(remains.toText()).toBe(
    '1 block that was mined, and 2 blocks that were mined and taken off the chain again (invalidateblock), and the files of 11 wallets, unloaded (a, w0, w1, w2, w3, w4, w5, w6, w7, w8, …)',
  );
});
