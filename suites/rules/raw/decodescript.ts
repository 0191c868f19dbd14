import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { addressOfScript, multisigScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';

const TYPES = 'document 1, Address info: the names of script types';
const OP_0 = 0x50; // the number that OP_1 to OP_16 are added to
const OP_RETURN = 0x6a;
const OP_ADD = 0x93;

/** Scripts with keys outside the wallet, one of each type that is wrapped in P2SH in practice. */
async function plainScripts(t: Trial): Promise<Uint8Array[]> {
  const keys: Uint8Array[] = [];
  while (keys.length < 2) keys.push(fromHex((await t.world.fresh('foreignKey')).publicKey));
  return [multisigScript(1, keys), ...keys.slice(1).map((key) => joined(withLength(key), [0xac]))];
}

/** Scripts that pay no address: one that only carries data, and one of no type. */
function withoutRecipient(t: Trial): readonly { readonly script: Uint8Array; readonly type: string }[] {
  const data = fromHex(t.random.hex(t.random.integer(4, 40)));
  const [first, second] = [t.random.integer(1, 16), t.random.integer(1, 16)];
  return [
    { script: joined([OP_RETURN], withLength(data)), type: 'nulldata' },
    { script: Uint8Array.of(OP_0 + first, OP_0 + second, OP_ADD), type: 'nonstandard' },
  ];
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
    rule: 'decodescript/p2sh',
    case: 'without-recipient',
    effect: ['read'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const { script, type } of withoutRecipient(t)) {
        const shown = await t.result('decodescript', { hexstring: toHex(script) });
        t.equal(shown.type, type, `type of the script ${toHex(script)}`, { path: 'type', source: TYPES });
        t.equal([...(shown.addresses ?? [])], [], `addresses of a ${type} script`, { path: 'addresses' });
        t.equal(shown.p2sh, addressOfScript(payToScriptHash(script), chain), `p2sh of a ${type} script`, { path: 'p2sh' });
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
