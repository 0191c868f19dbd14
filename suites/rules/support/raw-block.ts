import type { Trial } from '../../../engine/trial.ts';
import { parseBlock, type RawBlock } from '../../../oracles/block.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { decoded } from '../../support/decoded.ts';

/** A block parsed from its serialized form. */
export async function rawBlock(t: Trial, blockhash: string): Promise<RawBlock> {
  const hex = await t.result('getblock', { blockhash, verbosity: 0 });
  return decoded(t, 'the serialized block', () => parseBlock(fromHex(hex)));
}
