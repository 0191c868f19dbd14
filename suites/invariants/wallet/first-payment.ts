import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { mineAway } from '../blocks/open-coins.ts';
import { invariant } from '../invariant.ts';

const PAYING_BLOCKS = 2;

/** What the coinbase of a block pays to an address. */
async function paidIn(t: Trial, blockhash: string, address: string): Promise<bigint> {
  const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
  const own = (tx[0]?.vout ?? []).filter(({ scriptPubKey }) => scriptPubKey.addresses?.includes(address));
  return sumSat(own.map(({ value }) => amountSat(t, value, 'value')));
}

/**
 * Every other case takes a wallet that can pay for granted. Of one that no block fills, or that cannot pay, they tell nothing: the calls
 * that make such a wallet are judged here.
 */
async function judge(t: Trial): Promise<void> {
  await t.world.use('wallet');
  if ((await t.result('listtransactions')).length > 0) t.inapplicable('the wallet of a new node has payments already');
  const address = await t.result('getnewaddress');
  const blocks = await t.world.mine(PAYING_BLOCKS, address);
  await mineAway(t, MATURITY);
  const held = sumSat(await Promise.all(blocks.map((blockhash) => paidIn(t, blockhash, address))));
  if (held === 0n) t.inapplicable('no block pays the address for which it is made');
  const balance = async (): Promise<bigint> => amountSat(t, await t.result('getbalance'), 'the balance');
  t.equal(await balance(), held, `the balance after ${PAYING_BLOCKS} blocks that pay the wallet, and ${MATURITY} others`);
  const coins = await t.result('listunspent');
  t.equal(sumSat(coins.map(({ amount }) => amountSat(t, amount, 'amount'))), held, 'the sum of the unspent outputs of these blocks');

  const paid = held / 3n;
  const { address: to } = await t.world.use('unownedAddress');
  const txid = await t.result('sendtoaddress', { address: to, amount: formatSat(paid) });
  t.ok((await t.result('getrawmempool')).includes(txid), 'the payment is not in the pool');
  await mineAway(t, 1);
  const { confirmations, amount, fee } = await t.result('gettransaction', { txid });
  t.equal(confirmations, 1, 'the confirmations of the payment after a block', { path: 'confirmations' });
  t.equal(amountSat(t, amount, 'amount'), -paid, 'the amount of the payment', { path: 'amount' });
  t.equal(await balance(), held - paid + amountSat(t, fee, 'fee'), 'the balance after the payment and its fee');
}

export const firstPaymentInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-first/payment',
    text: 'What blocks pay to a wallet it can spend once they are mature, and then it has the rest.',
    effect: ['chain', 'wallet'],
    evidence: 'standard',
    source: 'arithmetic',
    ownNode: true,
    basic: true,
    methods: [
      'getbalance',
      'listtransactions',
      'getnewaddress',
      'getblock',
      'listunspent',
      'sendtoaddress',
      'getrawmempool',
      'gettransaction',
      'generatetoaddress',
    ],
    run: judge,
  }),
];
