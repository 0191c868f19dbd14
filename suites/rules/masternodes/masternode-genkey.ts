import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { rule } from '../rule.ts';

export const masternodeGenkeyRules: readonly Case[] = [
  rule({
    rule: 'masternode-genkey/new-key',
    effect: ['read', 'secret'],
    run: async (t) => {
      const keys: string[] = [];
      for (let i = 0; i < 3; i++) keys.push(stringify((await t.result('masternode genkey')) as Wire));
      t.ok(new Set(keys).size === keys.length, 'two calls of masternode genkey returned the same key');
    },
  }),
];
