import { expect, test } from 'vitest';
import { BenchError, BenchNode } from './bench-node.ts';

test('a missing program is reported with its name', async () => {
  const failure = await BenchNode.start({ name: 'nosuch', command: ['/no/such/program'] }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BenchError);
  expect(String(failure)).toMatch(/nosuch did not start: .*ENOENT/);
});
