import { expect, test } from 'vitest';
import { BenchError, BenchNode } from './bench-node.ts';

test('a program that is not there is told by its name', async () => {
  const failure = await BenchNode.start({ name: 'nosuch', command: ['/no/such/program'] }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BenchError);
  expect(String(failure)).toMatch(/nosuch did not start: .*ENOENT/);
});
