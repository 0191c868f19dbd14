import { hash256 } from './hash.ts';
import { toId, writeId } from './ids.ts';
import { NULL_ID } from './transaction.ts';

/**
 * Root of the merkle tree over ids. `mutated`: two equal hashes are adjacent, so that another, longer list has the same
 * root (CVE-2012-2459). The root of an empty list is zero.
 */
export function merkleRoot(ids: readonly string[]): { readonly root: string; readonly mutated: boolean } {
  if (ids.length === 0) return { root: NULL_ID, mutated: false };
  if (ids.length === 1) return { root: ids[0]!, mutated: false };
  let count = ids.length;
  const hashes = Buffer.allocUnsafe((count + 1) * 32);
  ids.forEach((id, i) => writeId(id, hashes, i * 32));
  let mutated = false;
  while (count > 1) {
    for (let i = 0; i + 1 < count; i += 2) {
      if (hashes.compare(hashes, (i + 1) * 32, (i + 2) * 32, i * 32, (i + 1) * 32) === 0) mutated = true;
    }
    if (count % 2 === 1) {
      hashes.copyWithin(count * 32, (count - 1) * 32, count * 32);
      count += 1;
    }
    for (let i = 0; i < count; i += 2) hashes.set(hash256(hashes.subarray(i * 32, (i + 2) * 32)), i * 16);
    count /= 2;
  }
  return { root: toId(hashes.subarray(0, 32)), mutated };
}
