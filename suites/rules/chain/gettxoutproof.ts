import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import { parseMerkleProof } from '../../../oracles/merkle-proof.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';

/** A confirmed transaction whose outputs are all spent in a later block. */
async function spentTransaction(t: Trial): Promise<{ txid: string; blockhash: string }> {
  const { world } = t;
  const coin = await world.fresh('spendable');
  const send = async (from: { txid: string; vout: number }, amountSat: bigint): Promise<{ txid: string; blockhash: string }> => {
    const { address } = await world.use('bech32Address');
    const hexstring = await world.result('createrawtransaction', {
      inputs: [{ txid: from.txid, vout: from.vout }],
      outputs: [{ [address]: formatSat(amountSat) }],
    });
    const { hex } = await world.result('signrawtransactionwithwallet', { hexstring });
    const txid = await sendTransaction(world, hex);
    const [blockhash = ''] = await world.mine(1);
    return { txid, blockhash };
  };
  const feeSat = await feeFor(world);
  const spent = await send(coin, coin.amountSat - feeSat);
  await send({ txid: spent.txid, vout: 0 }, coin.amountSat - 2n * feeSat);
  return spent;
}

/** Checks a proof (BIP 37) without the node: its block, and the transactions that it commits to. */
function proves(t: Trial, proof: string, txids: readonly string[], blockhash: string): void {
  const { header, root, matched } = decoded(t, 'the proof', () => parseMerkleProof(fromHex(proof)));
  t.equal(header.hash, blockhash, 'the block of the proof');
  t.equal(root, header.merkleRoot, 'the root that the proof leads to');
  t.equal([...matched].sort(), [...txids].sort(), 'the list of transactions that the proof commits to');
}

export const gettxoutproofRules: readonly Case[] = [
  rule({
    rule: 'gettxoutproof/unspent-output',
    effect: ['read'],
    profile: 'no-txindex',
    run: async (t) => {
      const { txid, blockhash } = await t.world.use('confirmedSend'); // its payment to another wallet stays unspent
      proves(t, await t.result('gettxoutproof', { txids: [txid] }), [txid], blockhash);
    },
  }),
  rule({
    rule: 'gettxoutproof/all-spent',
    effect: ['chain', 'wallet'],
    profile: 'no-txindex',
    run: async (t) => {
      const { txid } = await spentTransaction(t);
      await t.refused(
        'gettxoutproof',
        { txids: [txid] },
        'every output of the transaction is spent, and there is neither -txindex nor a blockhash',
      );
    },
  }),
  rule({
    rule: 'gettxoutproof/by-blockhash',
    effect: ['chain', 'wallet'],
    profile: 'no-txindex',
    run: async (t) => {
      const { txid, blockhash } = await spentTransaction(t);
      proves(t, await t.result('gettxoutproof', { txids: [txid], blockhash }), [txid], blockhash);
    },
  }),
  rule({
    rule: 'gettxoutproof/by-txindex',
    effect: ['chain', 'wallet'],
    run: async (t) => {
      const { txid, blockhash } = await spentTransaction(t);
      proves(t, await t.result('gettxoutproof', { txids: [txid] }), [txid], blockhash);
    },
  }),
];
