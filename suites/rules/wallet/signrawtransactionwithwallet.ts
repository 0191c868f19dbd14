import { formatSat } from '../../../client/wire-json.ts';
import { multisigOf, publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { PrevtxArgument } from '../../../specs/model/generated/wire.d.ts';
import { present } from '../../support/present.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';
import { judgeSigningErrors } from '../support/signing-errors.ts';

const COIN = 100_000_000n;

/** Coins that no node has, of which the wallet holds no key, or one of the two that must sign. */
async function coinsWithoutKeys(t: Trial): Promise<PrevtxArgument[]> {
  const chain = await t.world.use('chainParameters');
  const [first, second] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  const { address } = await t.world.use('legacyAddress');
  const { pubkey } = await t.world.result('getaddressinfo', { address });
  const own = present(t, pubkey, 'pubkey is missing for an address of the wallet', 'pubkey');
  const both = multisigOf([own, second.publicKey], chain);
  const coin = () => ({ txid: t.random.hex(32), vout: t.random.integer(0, 9), amount: formatSat(2n * COIN) });
  return [
    { ...coin(), scriptPubKey: publicKeyHashScript(first.publicKey) },
    { ...coin(), scriptPubKey: both.scriptPubKey, redeemScript: both.redeemScript },
  ];
}

export const signrawtransactionwithwalletRules: readonly Case[] = [
  rule({
    rule: ['signrawtransactionwithwallet/errors', 'signrawtransactionwithwallet/incomplete'],
    effect: ['read'],
    uses: ['createrawtransaction', 'getaddressinfo'],
    judges: ['x:signing-per-input'],
    run: async (t) => {
      const coin = await t.world.use('foreignCoin');
      const foreign = await t.result('signrawtransactionwithwallet', { hexstring: coin.spending });
      t.equal(foreign.complete, false, 'complete when the only input does not belong to the wallet', { path: 'complete' });
      const named = (foreign.errors ?? []).map(({ txid, vout }) => [txid, vout]);
      t.equal(named, [[coin.txid, coin.vout]], 'the list of inputs in errors', { path: 'errors' });
      const prevtxs = await coinsWithoutKeys(t);
      const unsigned = await t.world.result('createrawtransaction', {
        inputs: prevtxs.map(({ txid, vout }) => ({ txid, vout })),
        outputs: [{ [(await t.world.use('foreignKey')).addresses.bech32]: formatSat(COIN) }],
      });
      const none = await t.result('signrawtransactionwithwallet', { hexstring: unsigned, prevtxs });
      t.equal(none.errors?.map(outpointText), prevtxs.map(outpointText), 'the inputs in errors when the wallet lacks a key of each', {
        path: 'errors',
      });
      for (const { error } of [...(foreign.errors ?? []), ...(none.errors ?? [])])
        t.ok(error !== '', 'error of an item in errors is empty', { path: 'errors' });
      const { hex } = await t.world.use('unsignedTransaction');
      const own = await t.result('signrawtransactionwithwallet', { hexstring: hex });
      t.equal(own.complete, true, 'complete when all inputs belong to the wallet', { path: 'complete' });
      t.equal([...(own.errors ?? [])], [], 'errors when all inputs belong to the wallet', { path: 'errors' });
    },
  }),
  row({
    table: 'errors',
    row: 'signing-per-input',
    method: 'signrawtransactionwithwallet',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithwallet'),
  }),
  rule({
    rule: 'signrawtransactionwithwallet/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { hex } = await prepared(t, wallet, () => t.world.fresh('unsignedTransaction'));
      // A locked wallet may refuse the call or sign no input.
      const locked = await t.answer('signrawtransactionwithwallet', { hexstring: hex });
      if (locked.ok) {
        t.equal(locked.result.complete, false, 'complete from a locked wallet', { path: 'complete' });
        t.equal(locked.result.hex, hex, 'hex from a locked wallet', { path: 'hex' });
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result('signrawtransactionwithwallet', { hexstring: hex });
        t.equal(complete, true, 'complete from the unlocked wallet', { path: 'complete' });
      });
    },
  }),
];
