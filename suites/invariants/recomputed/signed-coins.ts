import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { verifyInput } from '../../../oracles/input-signature.ts';
import { SIGHASH, type SighashName } from '../../../oracles/sighash.ts';
import { decoded, decodedTransaction } from '../../support/decoded.ts';
import { checkSameButSignatures } from '../../support/transaction-checks.ts';
import { invariant } from '../invariant.ts';
import { lockedCoins, prevtxOf, spendingAll, type LockedCoin } from './locked-coins.ts';
import { checkSignatures } from './signatures.ts';

/** The names of the coins whose inputs have valid signatures. */
function validIn(t: Trial, hex: string, coins: readonly LockedCoin[]): string[] {
  const transaction = decodedTransaction(t, hex);
  return coins.flatMap(({ name, output }, index) => {
    const { valid } = decoded(t, `the script of input ${index}`, () => verifyInput(transaction, index, output));
    return valid ? [name] : [];
  });
}

/** The keys of each coin at these places, in WIF. */
const wifs = (coins: readonly LockedCoin[], places: readonly number[]): string[] =>
  coins.flatMap(({ keys }) => (keys.length === 1 ? keys : places.flatMap((place) => keys[place] ?? []))).map(({ wif }) => wif);

async function judge(t: Trial, sighashtype: SighashName): Promise<void> {
  const { coins } = await lockedCoins(t);
  const unsigned = spendingAll(t, coins);
  const spent = coins.map(({ output }) => output);
  const prevtxs = coins.map(prevtxOf);
  const sign = (hexstring: string, privkeys: readonly string[]) =>
    t.result('signrawtransactionwithkey', { hexstring, privkeys, prevtxs, sighashtype });

  const shared = coins.filter(({ keys }) => keys.length > 1);
  const ofOne = coins.filter(({ keys }) => keys.length === 1).map(({ name }) => name);
  const partly = await sign(toHex(unsigned.bytes), wifs(coins, [2]));
  t.equal(partly.complete, false, 'complete with one of two signatures for some inputs', { path: 'complete' });
  t.equal((partly.errors ?? []).map(outpointText).sort(), shared.map(outpointText).sort(), 'the outpoints in errors', { path: 'errors' });
  t.equal(validIn(t, partly.hex, coins), ofOne, 'the coins whose inputs have all signatures');

  const whole = await sign(partly.hex, wifs(shared, [0]));
  t.equal(whole.complete, true, 'complete after the second signer', { path: 'complete' });
  const signed = decodedTransaction(t, whole.hex);
  checkSameButSignatures(t, signed, unsigned, 'the signed transaction (compared with the given transaction)');
  checkSignatures(t, signed, spent, sighashtype);

  const again = await sign(whole.hex, wifs(coins, [1]));
  t.equal(again, whole, 'the answer for a transaction that is signed already');

  const atOnce = await sign(toHex(unsigned.bytes), wifs(coins, [0, 1, 2]));
  t.equal(atOnce.complete, true, 'complete with all keys', { path: 'complete' });
  checkSignatures(t, decodedTransaction(t, atOnce.hex), spent, sighashtype);
}

/** Cases about signatures for coins of each way to lock an output. */
export const signedCoinInvariants: readonly Case[] = [
  invariant({
    id: 'recomputed-signatures/each-script',
    text: 'Signing adds to the signatures that are there, and gives exactly those that each kind of script asks for, bare or wrapped.',
    effect: ['read'],
    evidence: 'standard',
    source: 'BIP 11, BIP 16, BIP 141, BIP 143 and the signature hash of the family',
    methods: ['signrawtransactionwithkey'],
    run: async (t) => {
      await judge(t, t.random.pick(Object.keys(SIGHASH) as SighashName[]));
    },
  }),
];
