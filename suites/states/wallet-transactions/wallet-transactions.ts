import { array, boolean, constant, constantFrom, nat, tuple } from 'fast-check';
import { fundedRuns, type FundedRuns } from '../support/funded-wallets.ts';
import type { ModelSettings } from '../support/settings.ts';
import type { StateModel } from '../support/state-model.ts';
import { Abandon, AbandonAgain, AbandonLive } from './abandon-commands.ts';
import { Disconnect, Mine, Reconnect } from './block-commands.ts';
import { Bump, BumpRefused } from './bump-commands.ts';
import { Pay, Replace } from './payment-commands.ts';
import { RIVAL, type TransactionsReal } from './transactions-command.ts';
import type { TransactionsModel } from './transactions-model.ts';

/** The outputs of a wallet at the start of a run, in satoshis. */
const AMOUNTS_SAT = [1_600_000n, 1_900_000n, 2_300_000n, 2_900_000n];

const number = nat(3);
const payment = tuple(boolean(), array(nat(AMOUNTS_SAT.length + 3), { minLength: 1, maxLength: 3 })).map(
  ([replaceable, numbers]) => new Pay(replaceable, numbers),
);

/** Transactions of a wallet: in the pool, in a block, replaced, abandoned, in conflict with a block, and reorganised. */
export const walletTransactions = ({ runs }: ModelSettings): StateModel<TransactionsModel, TransactionsReal, FundedRuns> => ({
  id: 'wallet-transactions',
  text: 'A wallet follows its transactions through the pool, blocks, replacement, abandoning and reorganisations, with what they spend and pay.',
  rows: ['abandon-transaction', 'abandon-transaction-again', 'bump-fee'],
  methods: [
    'abandontransaction',
    'bumpfee',
    'gettransaction',
    'listtransactions',
    'listunspent',
    'getbalance',
    'getrawmempool',
    'createrawtransaction',
    'signrawtransactionwithwallet',
    'sendrawtransaction',
    'getblock',
    'getblockheader',
  ],
  effect: ['wallet', 'chain'],
  commands: [
    payment,
    payment,
    payment,
    number.map((chosen) => new Replace(chosen)),
    number.map((chosen) => new Bump(chosen)),
    constantFrom(new BumpRefused('final'), new BumpRefused('spent')),
    number.map((chosen) => new Abandon(chosen)),
    number.map((chosen) => new Abandon(chosen)),
    number.map((chosen) => new AbandonAgain(chosen)),
    constantFrom(new AbandonLive('pooled', 0), new AbandonLive('confirmed', 0)),
    constant(new Mine()),
    constantFrom(new Disconnect(), new Reconnect()),
  ],
  tour: [
    new Pay(true, [0, 1]),
    new Pay(true, [4]),
    new BumpRefused('spent'),
    new AbandonLive('pooled', 0),
    new Replace(0),
    new Abandon(0),
    new AbandonAgain(1),
    new Pay(true, [1, 2]),
    new Bump(1),
    new Mine(),
    new AbandonLive('confirmed', 0),
    new Disconnect(),
    new Reconnect(),
  ],
  prepare: (t) => fundedRuns(t, AMOUNTS_SAT, runs),
  async begin(t, { wallets, payee }) {
    const { name, coins } = await wallets.take();
    const change = await t.world.result('getrawchangeaddress', { address_type: 'bech32' }, { wallet: name });
    return {
      model: { coins, transactions: [], blocks: [], stale: [] },
      real: { t, wallet: name, payee, change, invalidated: new Set(), apart: new Set([RIVAL]) },
    };
  },
  async end({ real: { t, wallet, invalidated } }) {
    await t.world.result('unloadwallet', { wallet_name: wallet });
    for (const blockhash of invalidated) await t.world.result('reconsiderblock', { blockhash });
  },
});
