import { join } from 'node:path';
import type { ChainParams } from '../params.ts';
import type { NodeOptions } from '../options/node-options.ts';

/** Path of mempool.dat; undefined for a node without a data directory. */
export function poolPath({ datadir }: NodeOptions, { name }: ChainParams): string | undefined {
  return datadir === undefined ? undefined : join(datadir, name, 'mempool.dat');
}

/** As `poolPath`; undefined also for a node that does not keep its pool when it stops (-persistmempool=0). */
export function keptPoolPath(options: NodeOptions, params: ChainParams): string | undefined {
  return options.mempool.persist ? poolPath(options, params) : undefined;
}
