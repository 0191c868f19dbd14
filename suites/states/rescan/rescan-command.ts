import { formatSat } from '../../../client/wire-json.ts';
import type { CheckName } from '../../../engine/checks.ts';
import type { At } from '../../../engine/finding-place.ts';
import type { Trial } from '../../../engine/trial.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { at, type TransitionId } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import type { ModelKey, RescanModel } from './rescan-model.ts';

export interface RescanReal {
  readonly t: Trial;
  readonly wallet: string;
  /** Height of the tip, which no command changes. */
  readonly tip: number;
  /** Duration of a rescan of the whole chain, measured before. */
  readonly scanMs: number;
}

/** More entries than the wallet has. */
const ALL = 1_000;

const IMPORTS: At = { source: 'document 1, Wallet and address methods: the rescan of import calls' };

/** A command on the keys and payments of a wallet. Afterwards the wallet has the payments that the model has. */
export abstract class RescanCommand extends StateCommand<RescanModel, RescanReal> {
  protected async compare(model: Readonly<RescanModel>, real: RescanReal, row: TransitionId | undefined): Promise<void> {
    const { t, wallet } = real;
    const place = (check: CheckName): At => (row === undefined ? { ...IMPORTS, check, path: check } : at(row, check));
    const entries = await t.result('listtransactions', { label: '*', count: ALL, skip: 0, include_watchonly: true }, { wallet });
    const unspent = await t.result('listunspent', {}, { wallet });
    for (const [index, key] of model.keys.entries()) {
      if (key.found === 'unknown') continue;
      const what = `the payment to key ${index}, which ${whyOf(key)},`;
      const isListed = entries.some(({ txid }) => txid === key.txid);
      t.ok(isListed === (key.found === 'yes'), `listtransactions ${isListed ? 'lists' : 'does not list'} ${what}`, place('transactions'));
      const shown = unspent.filter(({ txid }) => txid === key.txid).map((coin) => [amountSat(t, coin.amount, 'amount'), coin.spendable]);
      const expected = key.found === 'yes' ? [[key.amountSat, key.call?.spendable]] : [];
      t.equal(shown, expected, `${what} in listunspent (satoshis, spendable)`, place('unspent'));
    }
    if (model.keys.some(({ found }) => found === 'unknown')) return;
    const balance = await t.result('getbalance', { dummy: '*', minconf: 1, include_watchonly: true }, { wallet });
    const sat = sumSat(model.keys.filter(({ found }) => found === 'yes').map((key) => key.amountSat));
    t.equal(formatSat(amountSat(t, balance, 'getbalance')), formatSat(sat), 'the balance with watch-only addresses', place('balance'));
  }
}

function whyOf({ imported, found }: ModelKey): string {
  if (imported !== 'yes') return 'the wallet does not have';
  return found === 'yes' ? 'a rescan has found' : 'was imported without a rescan';
}
