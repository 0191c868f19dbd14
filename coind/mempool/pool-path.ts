import { join } from 'node:path';
import type { ChainParams } from '../params.ts';
import type { NodeOptions } from '../options/node-options.ts';

/** Where the pool is dumped to and loaded from; undefined for a node that keeps everything in memory. */
export function poolPath({ datadir }: NodeOptions, { name }: ChainParams): string | undefined {
  return datadir === undefined ? undefined : join(datadir, name, 'mempool.dat');
}
