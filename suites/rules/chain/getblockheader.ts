import type { Case } from '../../../engine/case.ts';
import { readHeader } from '../../../oracles/block.ts';
import { ByteReader, fromHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';

export const getblockheaderRules: readonly Case[] = [
  rule({
    rule: 'getblockheader/hex',
    effect: ['read'],
    run: async (t) => {
      const { blockhash } = await t.world.use('confirmedSend');
      const hex = await t.result('getblockheader', { hash: blockhash, verbose: false });
      const header = decoded(t, 'the serialized header', () => readHeader(new ByteReader(fromHex(hex))));
      t.equal(header.hash, blockhash, 'the hash of the serialized header');
    },
  }),
  rule({
    rule: 'getblockheader/confirmations',
    effect: ['read'],
    run: async (t) => {
      const { hash } = await t.world.use('staleBlock');
      const header = await t.result('getblockheader', { hash });
      t.equal(header.confirmations, -1, 'confirmations of a block off the main chain', { path: 'confirmations' });
    },
  }),
];
