import { formatSat } from '../../../client/wire-json.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/types.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { createdPsbt } from './created-psbt.ts';
import { checkWitnessInput, isSigned, readPsbt } from './psbt-signatures.ts';

interface SigningResult {
  readonly hex: string;
  readonly complete: boolean;
  readonly errors?: readonly (OutpointValue & { readonly error: string })[];
}

interface Processed {
  readonly psbt: string;
  readonly complete: boolean;
}

export const signingRules: readonly Case[] = [
  {
    ...rule({
      rule: ['signrawtransactionwithwallet/errors', 'signrawtransactionwithwallet/incomplete'],
      effect: ['read'],
      run: async (t) => {
        const coin = await t.world.use('foreignCoin');
        const foreign = await t.result<SigningResult>('signrawtransactionwithwallet', { hexstring: coin.spending });
        t.equal(foreign.complete, false, 'complete where the only input is not of the wallet', { path: 'complete' });
        const named = (foreign.errors ?? []).map(({ txid, vout }) => [txid, vout]);
        t.equal(named, [[coin.txid, coin.vout]], 'the inputs that errors names', { path: 'errors' });
        for (const { error } of foreign.errors ?? []) t.ok(error !== '', 'an item of errors does not say what is wrong', { path: 'errors' });
        const { hex } = await t.world.use('unsignedTransaction');
        const own = await t.result<SigningResult>('signrawtransactionwithwallet', { hexstring: hex });
        t.equal(own.complete, true, 'complete where all inputs are of the wallet', { path: 'complete' });
        t.equal([...(own.errors ?? [])], [], 'errors where all inputs are of the wallet', { path: 'errors' });
      },
    }),
    judges: ['r:signrawtransactionwithwallet/errors', 'r:signrawtransactionwithwallet/incomplete', 'x:signing-per-input'],
  },
  rule({
    rule: 'walletprocesspsbt/updates',
    effect: ['wallet'],
    uses: ['createpsbt'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const psbt = await createdPsbt(t.world, [coin]);
      const answer = await t.result<Processed>('walletprocesspsbt', { psbt, sign: false });
      const after = readPsbt(t, answer.psbt).inputs[0];
      const spent = after?.witnessOutput ?? after?.previous?.outputs[coin.vout];
      if (t.ok(spent !== undefined, 'the wallet has not added the output that is spent', { path: 'psbt' }) && spent) {
        t.equal(formatSat(spent.valueSat), formatSat(coin.amountSat), 'the amount that was added', { path: 'psbt' });
        t.equal(toHex(spent.script), coin.scriptPubKey, 'the script that was added', { path: 'psbt' });
      }
      t.ok(after !== undefined && !isSigned(after), 'the wallet has signed though sign was false', { path: 'psbt' });
    },
  }),
  rule({
    rule: 'walletprocesspsbt/signs',
    effect: ['wallet', 'chain'],
    uses: ['createpsbt'],
    run: async (t) => {
      const coins = [await t.world.fresh('spendable'), await t.world.fresh('spendable')];
      const foreign = await t.world.use('foreignCoin');
      const { psbt, complete } = await t.result<Processed>('walletprocesspsbt', { psbt: await createdPsbt(t.world, [...coins, foreign]) });
      const processed = readPsbt(t, psbt);
      for (const [index, coin] of coins.entries()) {
        const verdict = checkWitnessInput(t, processed, index, coin);
        t.ok(verdict.valid, `input ${index} is of the wallet, but is not signed: ${verdict.valid ? '' : verdict.problem}`, { path: 'psbt' });
      }
      const other = processed.inputs[coins.length];
      t.ok(other !== undefined && !isSigned(other), 'the PSBT holds a signature for an input whose key the wallet lacks', { path: 'psbt' });
      t.equal(complete, false, 'complete where a signature is still missing', { path: 'complete' });
      const whole = await t.result<Processed>('walletprocesspsbt', { psbt: await createdPsbt(t.world, coins) });
      t.equal(whole.complete, true, 'complete where all inputs are of the wallet', { path: 'complete' });
    },
  }),
];
