import type { Checker } from '../../engine/checker.ts';
import type { BlockHeader as RawHeader } from '../../oracles/block.ts';
import type { Block, BlockHeader } from '../../specs/model/generated/wire.d.ts';

/** The fields that a block and its header share. */
export const sharedBlockFields = [
  'hash',
  'confirmations',
  'height',
  'version',
  'versionHex',
  'merkleroot',
  'time',
  'mediantime',
  'nonce',
  'bits',
  'difficulty',
  'chainwork',
  'nTx',
  'previousblockhash',
  'nextblockhash',
] as const;

/** Without a neighbour the field may be absent or hold a hash that no block has: the fields are listed without a condition. */
export const namesNoBlock = (hash: string | undefined): boolean => hash === undefined || /^0{64}$/.test(hash);

/** Checks the fields of a header against its bytes. */
export function checkHeader(t: Checker, shown: Block | BlockHeader, raw: RawHeader): void {
  t.equal(shown.version | 0, raw.version, 'version', { path: 'version' });
  t.equal(shown.versionHex, (raw.version >>> 0).toString(16).padStart(8, '0'), 'versionHex', { path: 'versionHex' });
  t.equal(shown.merkleroot, raw.merkleRoot, 'merkleroot', { path: 'merkleroot' });
  t.equal(shown.time, raw.time, 'time', { path: 'time' });
  t.equal(shown.nonce, raw.nonce, 'nonce', { path: 'nonce' });
  t.equal(shown.bits, raw.bits.toString(16).padStart(8, '0'), 'bits', { path: 'bits' });
  t.equal(shown.previousblockhash, raw.previous, 'previousblockhash', { path: 'previousblockhash' });
}
