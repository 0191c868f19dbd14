import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { withReadersPaths } from './readers-paths.ts';

test('a path below the temporary folder becomes one of the reader, wherever it is', () => {
  const amount = new LosslessNumber('0.10');
  expect(
    withReadersPaths(
      { filename: '/var/tmp/pyx-0/node-1/scratch/pyx-0a.dat', list: ['/var/tmp/a', '/etc/var/tmp/a', 'var/tmp/a'], amount, none: null },
      '/var/tmp',
    ),
  ).toEqual({ filename: '/path/to/pyx-0a.dat', list: ['/path/to/a', '/etc/var/tmp/a', 'var/tmp/a'], amount, none: null });
});
