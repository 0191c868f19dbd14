import type { InputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { totalOut } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { readPsbt } from '../support/psbt.ts';

export const decodepsbtRules: readonly Case[] = [
  rule({
    rule: 'decodepsbt/tx',
    effect: ['read'],
    uses: ['decoderawtransaction'],
    run: async (t) => {
      const { created, signed } = await t.world.use('psbts');
      for (const psbt of [created, signed]) {
        const { tx, inputs } = await t.result('decodepsbt', { psbt });
        if (psbt === created)
          t.equal(
            inputs.flatMap(({ sighash }) => sighash ?? []),
            [],
            'the types of signatures that the inputs of a new PSBT ask for',
            { path: 'inputs[].sighash', evidence: 'standard', source: 'BIP 174: a creator adds no type of signatures' },
          );
        const hexstring = toHex(readPsbt(t, psbt).transaction.bytes);
        t.equal(
          tx,
          await t.result('decoderawtransaction', { hexstring, iswitness: false }),
          'tx (compared with decoderawtransaction of its bytes)',
          { path: 'tx' },
        );
      }
    },
  }),
  rule({
    rule: 'decodepsbt/fee',
    effect: ['read'],
    uses: ['createpsbt', 'walletprocesspsbt'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const { addresses } = await t.world.use('foreignKey');
      const known = { txid: coin.txid, vout: coin.vout };
      const unknown = { txid: t.random.hex(32), vout: 0 };
      const outputs = [{ [addresses.bech32]: formatSat(coin.amountSat - BigInt(t.random.integer(5_000, 90_000))) }];
      const updated = async (inputs: readonly InputItemArgument[]): Promise<string> => {
        const psbt = await t.world.result('createpsbt', { inputs, outputs });
        return (await t.world.result('walletprocesspsbt', { psbt, sign: false })).psbt;
      };
      const whole = await updated([known]);
      const { fee } = await t.result('decodepsbt', { psbt: whole });
      if (
        t.ok(fee !== undefined, 'fee is missing, although the PSBT contains the output that its only input spends', { path: 'fee' }) &&
        fee !== undefined
      ) {
        const paid = coin.amountSat - totalOut(readPsbt(t, whole).transaction);
        t.equal(satoshis(fee), paid, 'the fee', { path: 'fee', evidence: 'standard', source: 'arithmetic: inputs less outputs' });
      }
      const other = await t.result('decodepsbt', { psbt: await updated([known, unknown]) });
      t.ok(other.fee === undefined, 'fee is present, although the output that one input spends is unknown', { path: 'fee' });
    },
  }),
];
