import type { Trial } from '../../../engine/trial.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';

/** The wallets of a run, by number. */
export interface LoadingModel {
  readonly wallets: ('absent' | 'loaded' | 'unloaded')[];
}

export interface LoadingReal {
  readonly t: Trial;
  /** Names of the wallets of a run. */
  readonly names: readonly string[];
  /** The other wallets that were loaded when the run began. */
  readonly others: readonly string[];
}

/** A command on the wallets of a node. Afterwards those are listed, and answer on their paths, that are loaded. */
export abstract class LoadingCommand extends StateCommand<LoadingModel, LoadingReal> {
  protected async compare(
    { wallets }: Readonly<LoadingModel>,
    { t, names, others }: LoadingReal,
    row: StateRowId | undefined,
  ): Promise<void> {
    const place = at(row ?? 'load-wallet');
    const shown = (name: string): string => (names.includes(name) ? `wallet ${names.indexOf(name)}` : name);
    const listed = (await t.result('listwallets')).map(shown).sort();
    const loaded = names.filter((_, number) => wallets[number] === 'loaded');
    t.equal(listed, [...loaded.map(shown), ...others].sort(), 'the list of loaded wallets', place);
    for (const [number, name] of names.entries()) {
      const answer = await t.answer('getwalletinfo', {}, { wallet: name });
      if (wallets[number] !== 'loaded')
        t.ok(!answer.ok, `getwalletinfo of wallet ${number}, which is ${wallets[number]}, returns a result`, place);
      else if (!answer.ok) t.ok(false, `getwalletinfo of wallet ${number}, which is loaded, is refused with ${answer.error.code}`, place);
      else t.equal(answer.result.walletname, name, `walletname of wallet ${number}`, place);
    }
  }
}
