import type { Mempool } from '../types.ts';

/** Loads the file of a mempool without a pause. Returns the number of accepted transactions. */
export function loadPool(mempool: Mempool, path: string): number {
  const loading = mempool.load(path);
  for (;;) {
    const { done, value } = loading.next();
    if (done === true) return value;
  }
}
