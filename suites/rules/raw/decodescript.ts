import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { addressOfScript, multisigScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';

/** Scripts with keys outside the wallet, one of each type that is wrapped in P2SH in practice. */
async function plainScripts(t: Trial): Promise<Uint8Array[]> {
  const keys: Uint8Array[] = [];
  while (keys.length < 2) keys.push(fromHex((await t.world.fresh('foreignKey')).publicKey));
  return [multisigScript(1, keys), ...keys.slice(1).map((key) => joined(withLength(key), [0xac]))];
}

export const decodescriptRules: readonly Case[] = [
  rule({
    rule: 'decodescript/p2sh',
    effect: ['read'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const script of await plainScripts(t)) {
        const { p2sh } = await t.result('decodescript', { hexstring: toHex(script) });
        t.equal(p2sh, addressOfScript(payToScriptHash(script), chain), `p2sh of the script ${toHex(script)}`, { path: 'p2sh' });
      }
    },
  }),
  rule({
    rule: 'decodescript/p2sh-absent',
    effect: ['read'],
    run: async (t) => {
      for (const script of await plainScripts(t)) {
        const { p2sh } = await t.result('decodescript', { hexstring: toHex(payToScriptHash(script)) });
        t.ok(p2sh === undefined, `p2sh is ${p2sh}, expected no p2sh for a P2SH script`, { path: 'p2sh' });
      }
    },
  }),
];
