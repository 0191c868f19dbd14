import { base64 } from '@scure/base';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';
import { unseenTransaction } from './transactions.ts';

const MAGIC_BYTES = 5;

/** PSBTs that BIP 174 lists as invalid, by what is wrong with them. */
async function invalidPsbts(t: Trial): Promise<readonly (readonly [string, string])[]> {
  const bytes = base64.decode((await t.world.use('describedPsbt')).psbt);
  const withoutMagic = Uint8Array.from(bytes);
  withoutMagic[0] = 0x71;
  return [
    ['a serialized transaction', base64.encode(unseenTransaction(t).bytes)],
    ['other magic bytes', base64.encode(withoutMagic)],
    ['no maps', base64.encode(bytes.subarray(0, MAGIC_BYTES))],
    ['the last map cut short', base64.encode(bytes.subarray(0, -1))],
  ];
}

/** A case that a method refuses each of these invalid values. It may end a node, so it runs after others. */
function refusing(id: string, source: string, method: MethodId, made: (t: Trial) => Promise<readonly (readonly [string, Wire[]])[]>): Case {
  return {
    ...invariant({
      id,
      text: `${method} refuses bytes that are not what it reads.`,
      effect: ['read'],
      evidence: 'standard',
      source,
      methods: [method],
      run: async (t) => {
        for (const [what, params] of await made(t)) {
          const answer = await t.call(method, params);
          t.ok(!answer.ok, `${method} returned a result for ${what}, expected a refusal`, { check: 'refusal' });
        }
      },
    }),
    danger: 'bytes',
  };
}

const ofPsbts = (method: MethodId, params: (psbt: string) => Wire[] = (psbt) => [psbt]): Case =>
  refusing(`recomputed-psbt/invalid-${method}`, 'BIP 174, Test Vectors', method, async (t) =>
    (await invalidPsbts(t)).map(([what, psbt]) => [what, params(psbt)] as const),
  );

const ofTransactions = (method: MethodId, params: (hex: string) => Wire[] = (hex) => [hex]): Case =>
  refusing(`recomputed-transactions/invalid-${method}`, 'BIP 144', method, async (t) => {
    const hex = toHex(unseenTransaction(t).strippedBytes);
    return [
      ['a transaction without its last byte', params(hex.slice(0, -2))],
      ['half a transaction', params(hex.slice(0, 2 * Math.floor(hex.length / 4)))],
      ['a version alone', params(hex.slice(0, 8))],
    ];
  });

/** Cases about bytes that are no PSBT or no transaction. */
export const unreadableInvariants: readonly Case[] = [
  ofPsbts('decodepsbt'),
  ofPsbts('finalizepsbt'),
  ofPsbts('combinepsbt', (psbt) => [[psbt]]),
  ofPsbts('walletprocesspsbt'),
  ofTransactions('decoderawtransaction'),
  ofTransactions('combinerawtransaction', (hex) => [[hex]]),
  ofTransactions('sendrawtransaction'),
  ofTransactions('signrawtransactionwithwallet'),
];
