import { formatSat } from '../../../client/wire-json.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import type { WalletTransactionDetails } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { foreignAddress, payFromTrial, randomAmountSat } from '../../support/payments.ts';
import { knowsTip } from '../../support/wallet-tip.ts';
import { withCaseWallet, type CaseCoin, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

/** The documented fields of a transaction that do not depend on when the wallet received it. */
const fixed = ({ amount, fee, confirmations, blockhash, blockindex, blocktime, txid, hex }: WalletTransactionDetails): unknown[] => [
  amount,
  fee ?? null,
  confirmations,
  blockhash ?? null,
  blockindex ?? null,
  blocktime ?? null,
  txid,
  hex,
];

/** The unspent outputs of the wallet, and the balance. */
async function held(t: Trial, wallet: CaseWallet): Promise<{ readonly outputs: string[]; readonly sat: string }> {
  const outputs = (await wallet.result('listunspent', { minconf: 0 })).map(outpointText).sort();
  return { outputs, sat: String(amountSat(t, await wallet.result('getbalance'), 'the balance')) };
}

export const walletPrunedInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-pruned/there-and-back',
    text: 'removeprunedfunds makes the coins that a transaction spends unspent, and importprunedfunds makes the wallet as it was before.',
    methods: [
      'removeprunedfunds',
      'importprunedfunds',
      'gettransaction',
      'listunspent',
      'getbalance',
      'lockunspent',
      'sendtoaddress',
      'gettxoutproof',
    ],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const [first, second] = wallet.coins as [CaseCoin, CaseCoin];
        const all = await held(t, wallet);
        await wallet.result('lockunspent', { unlock: false, transactions: [{ txid: second.txid, vout: second.vout }] });
        const sent = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        await wallet.result('lockunspent', { unlock: true });
        const [blockhash = ''] = await t.world.mine(1, await foreignAddress(t));
        await t.world.mine(1, await foreignAddress(t));
        const before = await wallet.result('gettransaction', { txid: sent });
        const after = await held(t, wallet);
        t.ok(!after.outputs.includes(outpointText(first)), 'listunspent lists a coin that the wallet has spent');
        const txoutproof = await t.world.result('gettxoutproof', { txids: [sent], blockhash });
        await wallet.result('removeprunedfunds', { txid: sent });
        t.equal(await held(t, wallet), all, 'the outputs and the balance without the transaction that spent one of two coins');
        const answer = await wallet.call('gettransaction', { txid: sent });
        t.ok(!answer.ok, 'gettransaction returns a transaction that was removed', { check: 'refusal' });
        await wallet.result('importprunedfunds', { rawtransaction: before.hex, txoutproof });
        // Not the balance: nodes of this family count the coin in it until they are restarted, which listunspent does not.
        t.equal((await held(t, wallet)).outputs, after.outputs, 'the list of unspent outputs when the transaction was imported again');
        t.equal(fixed(await wallet.result('gettransaction', { txid: sent })), fixed(before), 'the transaction that was imported again');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-pruned/left-chain',
    text: 'A transaction is not confirmed by a proof of a block that has left the chain.',
    source: 'document 1, Wallet transaction entry',
    methods: ['importprunedfunds', 'importaddress', 'gettxoutproof', 'gettransaction', 'invalidateblock', 'reconsiderblock'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const address = await foreignAddress(t);
        const { txid, hex } = await payFromTrial(t, [{ address, amountSat: randomAmountSat(t) }]);
        const [blockhash = ''] = await t.world.mine(1, await foreignAddress(t));
        const txoutproof = await t.world.result('gettxoutproof', { txids: [txid], blockhash });
        await wallet.result('importaddress', { address, label: '', rescan: false });
        await t.world.result('invalidateblock', { blockhash });
        try {
          const { ok } = await wallet.call('importprunedfunds', { rawtransaction: hex, txoutproof });
          const shown = await wallet.call('gettransaction', { txid, include_watchonly: true });
          const { confirmations = 0 } = shown.ok ? (shown.result as { readonly confirmations?: number }) : {};
          t.ok(
            confirmations <= 0,
            `confirmations is ${confirmations} for a transaction whose block has left the chain, and whose proof was ${ok ? 'accepted' : 'refused'}, expected 0 or less`,
            { path: 'confirmations' },
          );
        } finally {
          await t.world.result('reconsiderblock', { blockhash });
        }
        await knowsTip(t, wallet.name);
        await wallet.result('importprunedfunds', { rawtransaction: hex, txoutproof });
        const { confirmations } = await wallet.result('gettransaction', { txid, include_watchonly: true });
        t.equal(confirmations, 1, 'confirmations of the transaction when the block was put back', { path: 'confirmations' });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-pruned/received',
    text: 'removeprunedfunds removes what an address received by that transaction, and nothing that it received by others.',
    methods: ['removeprunedfunds', 'getreceivedbyaddress', 'listreceivedbyaddress', 'listunspent', 'getwalletinfo', 'gettransaction'],
    run: (t) =>
      withCaseWallet(t, [], async (wallet) => {
        const [address, other] = [await wallet.newAddress(), await wallet.newAddress()];
        const payments: { readonly txid: string; readonly sat: bigint; readonly otherSat: bigint }[] = [];
        for (let at = 0; at < 3; at++) {
          const [sat, otherSat] = [randomAmountSat(t), randomAmountSat(t)];
          const { txid } = await wallet.receive([
            { address, amountSat: sat },
            { address: other, amountSat: otherSat },
          ]);
          payments.push({ txid, sat, otherSat });
        }
        await t.world.mine(1);
        // Asked before, so that the wallet knows of the block: a node tells its wallet of a block when generatetoaddress has answered,
        // and the wallet would receive a removed transaction again by it.
        t.equal((await wallet.result('getwalletinfo')).txcount, payments.length, 'txcount with three payments', { path: 'txcount' });
        const removed = t.random.pick(payments);
        await wallet.result('removeprunedfunds', { txid: removed.txid });
        const left = payments.filter((payment) => payment !== removed);
        for (const [paid, sums] of [
          [address, left.map(({ sat }) => sat)],
          [other, left.map(({ otherSat }) => otherSat)],
        ] as const) {
          t.equal(
            amountSat(t, await wallet.result('getreceivedbyaddress', { address: paid }), 'the amount'),
            sumSat(sums),
            'getreceivedbyaddress without one of three payments',
          );
        }
        for (const { txids } of await wallet.result('listreceivedbyaddress', { minconf: 1 }))
          t.equal([...txids].sort(), left.map(({ txid }) => txid).sort(), 'txids in listreceivedbyaddress without one of three payments', {
            path: 'txids',
          });
        t.equal(
          (await wallet.result('listunspent')).map(outpointText).sort(),
          left.flatMap(({ txid }) => [`${txid}:0`, `${txid}:1`]).sort(),
          'the list of unspent outputs without one of three payments',
        );
        t.equal((await wallet.result('getwalletinfo')).txcount, 2, 'txcount without one of three payments', { path: 'txcount' });
      }),
  }),
];
