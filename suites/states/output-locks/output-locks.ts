import { array, constant, constantFrom, nat } from 'fast-check';
import { fundedRuns, type FundedRuns } from '../support/funded-wallets.ts';
import type { ModelSettings } from '../support/settings.ts';
import type { StateModel } from '../support/state-model.ts';
import { Lock, Unlock, UnlockAll } from './lock-commands.ts';
import type { LockModel, LockReal } from './lock-model.ts';
import { Fund, Restart, Send, SpendLocked } from './spending-commands.ts';

/**
 * The outputs of a wallet at the start of a run, in satoshis: with different sums for each choice of them. Each can pay
 * alone what a command pays, with change: nodes of this family then select the smallest, and a run can be repeated.
 */
const AMOUNTS_SAT = [2_000_000n, 4_000_000n, 8_000_000n, 16_000_000n];

const number = nat(AMOUNTS_SAT.length); // one more: the first change
const numbers = array(number, { minLength: 1, maxLength: 3 });

/** Outputs of a wallet, locked and unlocked by calls and by funding, spent, and unlocked by the end of the node. */
export const outputLocks = ({ runs }: ModelSettings): StateModel<LockModel, LockReal, FundedRuns> => ({
  id: 'output-locks',
  text: 'An output is locked and unlocked by lockunspent, by lockUnspents, and by a restart, and only then; a locked output is never selected.',
  rows: ['lock-output', 'unlock-output', 'lock-output-by-funding'],
  methods: [
    'lockunspent',
    'listlockunspent',
    'fundrawtransaction',
    'walletcreatefundedpsbt',
    'sendtoaddress',
    'createrawtransaction',
    'signrawtransactionwithwallet',
    'sendrawtransaction',
    'getrawtransaction',
  ],
  effect: ['wallet', 'chain', 'process'],
  ownNode: true,
  commands: [
    numbers.map((chosen) => new Lock(...chosen)),
    numbers.map((chosen) => new Lock(...chosen)),
    numbers.map((chosen) => new Unlock(...chosen)),
    constant(new UnlockAll()),
    constantFrom(
      new Fund('fundrawtransaction', true),
      new Fund('walletcreatefundedpsbt', true),
      new Fund('fundrawtransaction', false),
      new Fund('walletcreatefundedpsbt', false),
    ),
    constant(new Send()),
    number.map((chosen) => new SpendLocked(chosen)),
    constant(new Restart()),
  ],
  tour: [
    new Lock(0, 3),
    new Lock(2),
    new Send(),
    new Unlock(3),
    new Fund('fundrawtransaction', false),
    new Fund('fundrawtransaction', true),
    new Fund('walletcreatefundedpsbt', true),
    new UnlockAll(),
    new Lock(0, 2),
    new SpendLocked(0),
    new Restart(),
    new Lock(2),
    new Unlock(2),
  ],
  prepare: (t) => fundedRuns(t, AMOUNTS_SAT, runs),
  async begin(t, { wallets, payee }) {
    const { name, coins } = await wallets.take();
    const outputs = coins.map((coin) => ({ ...coin, confirmed: true, state: 'unlocked' as const }));
    return { model: { outputs }, real: { t, wallet: name, payee } };
  },
  async end({ real: { t, wallet } }) {
    await t.world.result('unloadwallet', { wallet_name: wallet });
  },
});
