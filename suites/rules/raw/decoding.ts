import type { Wire } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { addressOfScript, multisigScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, joined, toHex, withLength } from '../../../oracles/bytes.ts';
import { hasWitness, parseTransaction, txidOf, wtxidOf } from '../../../oracles/transaction.ts';
import { understood } from '../support/understood.ts';
import { rule } from '../rule.ts';
import { signedForeign } from '../support/foreign-spend.ts';

interface Ids {
  readonly txid: string;
  readonly hash: string;
}

const decode = (t: Trial, hexstring: string, iswitness?: boolean): Promise<Ids> =>
  t.result<Ids>('decoderawtransaction', iswitness === undefined ? { hexstring } : { hexstring, iswitness });

/** A script with keys of nobody, one of each sort that is wrapped in practice. */
async function plainScripts(t: Trial): Promise<Uint8Array[]> {
  const keys: Uint8Array[] = [];
  while (keys.length < 2) keys.push(fromHex((await t.world.fresh('foreignKey')).publicKey));
  return [multisigScript(1, keys), ...keys.slice(1).map((key) => joined(withLength(key), [0xac]))];
}

const wrapped = (t: Trial, script: Uint8Array): Promise<{ p2sh?: string }> => t.result<{ p2sh?: string }>('decodescript', { hexstring: toHex(script) });

export const decodingRules: readonly Case[] = [
  rule({
    rule: 'decoderawtransaction/hash',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const raw = understood(t, 'the signed transaction', () => parseTransaction(hex));
      if (!hasWitness(raw)) t.inapplicable('the wallet signs its bech32 coins without a witness');
      const { txid, hash } = await decode(t, hex);
      t.ok(hash !== txid, 'hash is the same as txid, though the transaction has a witness', { path: 'hash' });
      t.equal(txid, txidOf(raw), 'the txid', { path: 'txid', evidence: 'standard', source: 'BIP 141' });
      t.equal(hash, wtxidOf(raw), 'the hash with the witness', { path: 'hash', evidence: 'standard', source: 'BIP 141' });
    },
  }),
  rule({
    rule: 'decoderawtransaction/heuristics',
    effect: ['read'],
    run: async (t) => {
      const witness = await t.world.use('signedTransaction');
      const plain = await signedForeign(t);
      for (const hex of [witness.hex, plain.hex]) {
        const raw = understood(t, 'the signed transaction', () => parseTransaction(hex));
        const found = await decode(t, hex);
        const told = await decode(t, hex, hasWitness(raw));
        t.equal(found as unknown as Wire, told as unknown as Wire, `what comes without iswitness of a transaction ${hasWitness(raw) ? 'with' : 'without'} a witness`);
        t.equal(found.txid, txidOf(raw), 'its txid', { path: 'txid', evidence: 'standard', source: 'BIP 141' });
      }
    },
  }),
  rule({
    rule: 'decodescript/p2sh',
    effect: ['read'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      for (const script of await plainScripts(t)) {
        const { p2sh } = await wrapped(t, script);
        t.equal(p2sh, addressOfScript(payToScriptHash(script), chain), `p2sh of the script ${toHex(script)}`, { path: 'p2sh' });
      }
    },
  }),
  rule({
    rule: 'decodescript/p2sh-absent',
    effect: ['read'],
    run: async (t) => {
      for (const script of await plainScripts(t)) {
        const { p2sh } = await wrapped(t, payToScriptHash(script));
        t.ok(p2sh === undefined, `p2sh is ${p2sh}, but the script is P2SH itself`, { path: 'p2sh' });
      }
    },
  }),
];
