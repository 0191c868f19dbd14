import { confirm, pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { ConfirmedPayment } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { rule } from '../rule.ts';
import { lists, refusedIn } from '../support/own-wallet.ts';

interface Proven {
  readonly payment: ConfirmedPayment;
  readonly proof: string;
}

/** A confirmed payment outside the second wallet, with its proof. */
async function proven(t: Trial): Promise<Proven> {
  const { addresses } = await t.world.fresh('foreignKey');
  const payment = await confirm(t.world, await pay(t.world, addresses.bech32, false));
  const proof = await t.world.result('gettxoutproof', { txids: [payment.txid], blockhash: payment.blockhash });
  return { payment, proof };
}

const inWallet = rule({
  rule: 'importprunedfunds/in-wallet',
  effect: ['wallet', 'chain'],
  uses: ['importaddress', 'gettxoutproof', 'listtransactions'],
  run: async (t) => {
    const { name } = await t.world.use('secondWallet');
    const {
      payment: { hex, address, txid },
      proof,
    } = await proven(t);
    const args = { rawtransaction: hex, txoutproof: proof };
    await refusedIn(t, name, { method: 'importprunedfunds', args }, { why: 'the wallet has no address of the transaction' });
    t.ok(!(await lists(t, name, txid)), 'the wallet lists a transaction without an address of the wallet');
    await t.world.result('importaddress', { address, label: 'pyx pruned', rescan: false }, { wallet: name });
    await t.result('importprunedfunds', args, { wallet: name });
    t.ok(await lists(t, name, txid), 'the wallet does not list the imported transaction');
  },
});

const proofChecked = rule({
  rule: 'importprunedfunds/proof',
  effect: ['wallet', 'chain'],
  uses: ['importaddress', 'gettxoutproof', 'listtransactions'],
  run: async (t) => {
    const { name } = await t.world.use('secondWallet');
    const {
      payment: { hex, address, txid },
      proof,
    } = await proven(t);
    await t.world.result('importaddress', { address, label: 'pyx pruned', rescan: false }, { wallet: name });
    // One bit of the merkle root, which is at bytes 36 to 67 of the header that a proof begins with (BIP 37).
    const at = 2 * (36 + t.random.integer(0, 31));
    const flipped = (Number.parseInt(proof.slice(at, at + 2), 16) ^ (1 << t.random.integer(0, 7))).toString(16).padStart(2, '0');
    const forged = `${proof.slice(0, at)}${flipped}${proof.slice(at + 2)}`;
    // The header ends with the nonce, by which the block becomes another one.
    const nonce = proof.slice(152, 160);
    const ofNoBlock = `${proof.slice(0, 152)}${nonce === '00000000' ? '01000000' : '00000000'}${proof.slice(160)}`;
    const other = await t.world.use('proof');
    for (const [txoutproof, what] of [
      [forged, 'the proof is forged'],
      [ofNoBlock, 'the proof is that of a block that is not in the chain'],
      [proof.slice(0, -2), 'the last byte of the proof is missing'],
      [other.proof, 'the proof is that of another transaction'],
    ] as const) {
      await refusedIn(
        t,
        name,
        { method: 'importprunedfunds', args: { rawtransaction: hex, txoutproof } },
        { why: what, path: 'txoutproof' },
      );
      t.ok(!(await lists(t, name, txid)), `the wallet lists the transaction, although ${what}`);
    }
    await t.result('importprunedfunds', { rawtransaction: hex, txoutproof: proof }, { wallet: name });
    t.ok(await lists(t, name, txid), 'the wallet does not list the transaction imported with the proof from gettxoutproof');
  },
});

export const importprunedfundsRules: readonly Case[] = [inWallet, proofChecked];
