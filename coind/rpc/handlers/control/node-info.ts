import { DEBUG_CATEGORIES, debugCategories, type DebugCategory } from '../../../log.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

/** Methods about the node that are beyond the documents. */
export const nodeInfoHandlers: Handlers<'echo' | 'getconnectioncount' | 'getindexinfo' | 'getmemoryinfo' | 'logging'> = {
  echo(args) {
    const given = Array.from({ length: 10 }, (_, at) => args[`arg${at}` as keyof typeof args] ?? null);
    return given.slice(0, given.findLastIndex((value) => value !== null) + 1);
  },

  getconnectioncount: (_args, { node: { network } }) => network.peers().length,

  getindexinfo({ index_name: name }, { node: { options, chain } }) {
    const known = options.txindex ? { txindex: { synced: true, best_block_height: chain.tip.height } } : {};
    return Object.fromEntries(Object.entries(known).filter(([index]) => name === undefined || name === '' || name === index));
  },

  getmemoryinfo({ mode }) {
    if (mode === 'mallocinfo') throw new RpcError(RpcCode.invalidParameter, 'mallocinfo mode not available');
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    return {
      locked: { used: 0, free: 0, total: 0, locked: 0, chunks_used: 0, chunks_free: 0 },
      process: { resident: rss, heap_total: heapTotal, heap_used: heapUsed, external },
    };
  },

  logging({ include, exclude }, { node: { debug } }) {
    const [on, off] = [include, exclude].map(categoriesOf) as [readonly DebugCategory[], readonly DebugCategory[]];
    for (const category of on) debug.set(category, true);
    for (const category of off) debug.set(category, false);
    return debug.categories;
  },
};

function categoriesOf(words: readonly string[]): readonly DebugCategory[] {
  const {
    on,
    unknown: [unknown],
  } = debugCategories(words);
  if (unknown !== undefined)
    throw new RpcError(RpcCode.invalidParameter, `unknown logging category ${unknown}; valid are ${DEBUG_CATEGORIES.join(', ')}`);
  return on;
}
