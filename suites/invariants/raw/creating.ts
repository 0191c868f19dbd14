import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { DecodedTransaction, OutputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { statements } from '../../support/statements.ts';

const decode = (t: Trial, hexstring: string): Promise<DecodedTransaction> => t.result('decoderawtransaction', { hexstring });

/** Inputs and outputs of a payment; the outputs spent need not exist. */
async function someParts(
  t: Trial,
): Promise<{ inputs: { txid: string; vout: number }[]; outputs: OutputItemArgument[]; paid: [string, bigint][] }> {
  const paid: [string, bigint][] = [
    [await foreignAddress(t), randomAmountSat(t)],
    [await foreignAddress(t), randomAmountSat(t)],
  ];
  return {
    inputs: [0, 1, 2].map(() => ({ txid: t.random.hex(32), vout: t.random.integer(0, 9) })),
    outputs: paid.map(([address, sat]) => ({ [address]: formatSat(sat) })),
    paid,
  };
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Raw transactions, scripts and PSBTs' } as const;

export const rawCreatingInvariants: readonly Case[] = [
  invariant({
    ...reading,
    ...statements.createdAsGiven,
    methods: ['createrawtransaction', 'decoderawtransaction', 'getaddressinfo'],
    run: async (t) => {
      const { inputs, outputs, paid } = await someParts(t);
      const sequenced = inputs.map((input) => ({ ...input, sequence: t.random.integer(0, 0xffffffff) }));
      const locktime = t.random.integer(1, 499_999_999);
      const shown = await decode(t, await t.result('createrawtransaction', { inputs: sequenced, outputs, locktime }));
      t.equal(shown.locktime, locktime, 'locktime', { path: 'locktime' });
      t.equal(
        shown.vin.map(({ txid, vout, sequence }) => ({ txid, vout, sequence })),
        sequenced,
        'the list of inputs',
        { path: 'vin' },
      );
      t.equal(shown.vout.length, paid.length, 'the number of outputs', { path: 'vout' });
      for (const [index, [address, sat]] of paid.entries()) {
        const output = shown.vout[index];
        t.equal(amountSat(t, output?.value, 'vout.value'), sat, `the value of output ${index}`, { path: 'vout.value' });
        const { scriptPubKey } = await t.result('getaddressinfo', { address });
        t.equal(output?.scriptPubKey.hex, scriptPubKey, `the script of output ${index} (compared with scriptPubKey of its address)`, {
          path: 'vout.scriptPubKey.hex',
        });
      }
      t.equal((await decode(t, await t.result('createrawtransaction', { inputs, outputs }))).locktime, 0, 'locktime without the argument', {
        path: 'locktime',
      });
    },
  }),
  invariant({
    ...reading,
    ...statements.sameTransaction,
    methods: ['createpsbt', 'createrawtransaction', 'converttopsbt', 'decodepsbt', 'decoderawtransaction'],
    run: async (t) => {
      const { inputs, outputs } = await someParts(t);
      for (const [locktime, replaceable] of [
        [0, false],
        [t.random.integer(1, 499_999_999), false],
        [t.random.integer(1, 499_999_999), true],
      ] as const) {
        const args = { inputs, outputs, locktime, replaceable };
        const raw = await t.result('createrawtransaction', args);
        const wanted = await decode(t, raw);
        t.equal(wanted.locktime, locktime, 'locktime', { path: 'locktime' });
        for (const [method, psbt] of [
          ['createpsbt', await t.result('createpsbt', args)],
          ['converttopsbt', await t.result('converttopsbt', { hexstring: raw })],
        ] as const) {
          t.equal(
            (await t.result('decodepsbt', { psbt })).tx,
            wanted,
            `the transaction of ${method} (compared with createrawtransaction)`,
            {
              path: 'tx',
            },
          );
        }
      }
    },
  }),
  invariant({
    ...reading,
    id: 'raw-creating/funded-psbt',
    text: 'walletcreatefundedpsbt keeps the given lock time, inputs, sequences and outputs.',
    effect: ['wallet'],
    source: 'document 1, Wallet and address methods',
    methods: ['walletcreatefundedpsbt', 'decodepsbt'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const { outputs, paid } = await someParts(t);
      const input = { txid: coin.txid, vout: coin.vout, sequence: t.random.integer(1, 0xfffffff0) };
      const locktime = t.random.integer(1, 499_999_999);
      const { psbt, changepos } = await t.result('walletcreatefundedpsbt', { inputs: [input], outputs, locktime });
      const { tx } = await t.result('decodepsbt', { psbt });
      t.equal(tx.locktime, locktime, 'locktime', { path: 'tx.locktime' });
      const kept = tx.vin.find(({ txid, vout }) => txid === coin.txid && vout === coin.vout);
      t.equal(kept?.sequence, input.sequence, 'the sequence of the given input', { path: 'tx.vin.sequence' });
      const others = tx.vout.filter((_, index) => index !== changepos).map(({ value }) => amountSat(t, value, 'tx.vout.value'));
      t.equal(
        others.map(String),
        paid.map(([, sat]) => String(sat)),
        'the list of output values in satoshis without the change',
        { path: 'tx.vout' },
      );
    },
  }),
  invariant({
    ...reading,
    id: 'raw-creating/signed',
    text: 'Signing segwit inputs changes the witness and the hash only, not the txid.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'BIP 141',
    methods: ['signrawtransactionwithwallet', 'decoderawtransaction'],
    run: async (t) => {
      const { hex: unsigned } = await t.world.fresh('unsignedTransaction');
      const { hex, complete } = await t.result('signrawtransactionwithwallet', { hexstring: unsigned });
      t.equal(complete, true, 'complete for a transaction whose inputs all belong to the wallet', { path: 'complete' });
      const [before, after] = [await decode(t, unsigned), await decode(t, hex)];
      t.equal(before.hash, before.txid, 'hash of a transaction without witness (compared with txid)', { path: 'hash' });
      t.equal(after.txid, before.txid, 'txid after signing', { path: 'txid' });
      t.ok(after.hash !== before.hash, 'the hash is the same before and after signing', { path: 'hash' });
      t.ok(after.vsize > before.vsize, `the vsize is ${after.vsize} after signing, expected more than ${before.vsize}`, { path: 'vsize' });
      t.equal(after.vout, before.vout, 'vout after signing', { path: 'vout' });
      t.equal([after.version, after.locktime], [before.version, before.locktime], 'the list of version and locktime after signing');
    },
  }),
  invariant({
    ...reading,
    id: 'raw-creating/lock-time-holds',
    text: 'The pool accepts a transaction exactly when its lock time allows it in the next block.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'the lock time of the family: a block must have a greater height',
    methods: ['createrawtransaction', 'testmempoolaccept', 'getblockcount'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const height = await t.result('getblockcount');
      for (const [locktime, wanted] of [
        [height, true],
        [height + 1, false],
      ] as const) {
        const raw = await t.result('createrawtransaction', {
          inputs: [{ txid: coin.txid, vout: coin.vout, sequence: 0xfffffffe }],
          outputs: [{ [await foreignAddress(t)]: formatSat(coin.amountSat - (await feeFor(t.world, { usualSat: 20_000n }))) }],
          locktime,
        });
        const { hex } = await t.world.result('signrawtransactionwithwallet', { hexstring: raw });
        const [answer] = await t.result('testmempoolaccept', { rawtxs: [hex] });
        t.equal(answer?.allowed, wanted, `allowed for the lock time ${locktime} at height ${height}`, { path: 'allowed' });
      }
    },
  }),
];
