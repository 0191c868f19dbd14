import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Block, DecodedTransaction } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { foreignAddress, payFromTrial, randomAmountSat } from '../../support/payments.ts';
import { withUnpaidWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

const FEE = { usualSat: 20_000n } as const;
/** The sequence of inputs with which a lock time has an effect. */
const SEQUENCE = 0xfffffffe;
/** In one of as many regtest blocks the nonce is not 0: each hash is good enough with a probability of one half. */
const BLOCKS = 12;

const MEMBERS = ['txid', 'hash', 'size', 'vsize', 'weight', 'version', 'locktime', 'vin', 'vout'] as const;

/** A signed transaction with two P2PKH inputs and a lock time that has passed. */
async function lockedSpend(t: Trial, wallet: string): Promise<string> {
  const amountSat = randomAmountSat(t);
  const own = (): Promise<string> => t.world.result('getnewaddress', { label: '', address_type: 'legacy' }, { wallet });
  const { txid } = await payFromTrial(t, [
    { address: await own(), amountSat },
    { address: await own(), amountSat },
  ]);
  await t.world.mine(1);
  const hexstring = await t.world.result('createrawtransaction', {
    inputs: [0, 1].map((vout) => ({ txid, vout, sequence: SEQUENCE })),
    outputs: [{ [await foreignAddress(t)]: formatSat(2n * amountSat - (await feeFor(t.world, FEE))) }],
    locktime: t.random.integer(1, await tipHeight(t.world)),
  });
  return (await t.world.result('signrawtransactionwithwallet', { hexstring }, { wallet })).hex;
}

/** Checks that a transaction of a chain or a pool has what decoderawtransaction returns for it. */
function checkMembers(t: Trial, shown: Partial<DecodedTransaction> | undefined, decoded: DecodedTransaction, where: string): void {
  for (const name of MEMBERS)
    t.equal(shown?.[name], decoded[name], `${name} ${where} (compared with decoderawtransaction)`, { path: name });
}

export const chainTransactionInvariants: readonly Case[] = [
  invariant({
    id: 'chain-transactions/same-members',
    text: 'A transaction has the same members in decoderawtransaction, in getrawtransaction and in getblock with verbosity 2.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 2, Other results',
    methods: ['getblock', 'getrawtransaction', 'decoderawtransaction', 'sendrawtransaction'],
    run: (t) =>
      withUnpaidWallet(t, async ({ name }) => {
        const hexstring = await lockedSpend(t, name);
        const decoded = await t.result('decoderawtransaction', { hexstring });
        const txid = await t.result('sendrawtransaction', { hexstring });
        checkMembers(t, await t.result('getrawtransaction', { txid, verbose: true }), decoded, 'in getrawtransaction');
        const [blockhash = ''] = await t.world.mine(1);
        const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
        const mined = tx.find((transaction) => transaction.txid === txid);
        checkMembers(t, mined, decoded, 'in getblock with verbosity 2');
      }),
  }),
  invariant({
    id: 'chain-transactions/block-members',
    text: 'getblock with verbosity 2 has the same members as with verbosity 1, except tx.',
    effect: ['chain'],
    evidence: 'document',
    source: 'document 2, Block (`getblock`)',
    methods: ['getblock'],
    run: async (t) => {
      for (const blockhash of await t.world.mine(BLOCKS)) {
        const [full, short] = [
          await t.result('getblock', { blockhash, verbosity: 2 }),
          await t.result('getblock', { blockhash, verbosity: 1 }),
        ];
        const { tx: txids, ...members } = short;
        for (const name of Object.keys(members) as (keyof Omit<Block, 'tx'>)[]) {
          t.equal(full[name], short[name], `${name} with verbosity 2 (compared with verbosity 1)`, { path: name });
        }
        t.equal(
          full.tx.map(({ txid }) => txid),
          txids,
          'the list of txids in tx with verbosity 2 (compared with verbosity 1)',
          { path: 'tx' },
        );
      }
    },
  }),
];
