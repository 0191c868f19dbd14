import { constantFrom, nat, tuple } from 'fast-check';
import { newWalletName } from '../../../fixtures/world/ingredients/wallets.ts';
import type { StateModel } from '../support/state-model.ts';
import { Create, CreateExisting, Load, LoadAbsent, LoadLoaded, Unload, UnloadByBoth } from './loading-commands.ts';
import type { LoadingModel, LoadingReal } from './loading-command.ts';

/** Number of wallets of a run. */
const WALLETS = 3;

const number = nat(WALLETS - 1);

/** Wallets that are created, unloaded and loaded, beside those that the node has. */
export const walletLoading: StateModel<LoadingModel, LoadingReal> = {
  id: 'wallet-loading',
  text: 'A wallet is loaded from createwallet or loadwallet until unloadwallet names it, whatever happens to other wallets.',
  rows: ['load-wallet', 'unload-wallet'],
  methods: ['loadwallet', 'createwallet', 'unloadwallet', 'listwallets', 'getwalletinfo'],
  effect: ['wallet'],
  restores: true,
  commands: [
    number.map((chosen) => new Create(chosen)),
    number.map((chosen) => new Load(chosen)),
    tuple(number, constantFrom('argument' as const, 'path' as const)).map(([chosen, by]) => new Unload(chosen, by)),
    tuple(number, constantFrom('argument' as const, 'path' as const)).map(([chosen, by]) => new Unload(chosen, by)),
    number.map((chosen) => new CreateExisting(chosen)),
    number.map((chosen) => new LoadAbsent(chosen)),
    number.map((chosen) => new LoadLoaded(chosen)),
    tuple(number, number).map(([path, argument]) => new UnloadByBoth(path, argument)),
  ],
  tour: [
    new LoadAbsent(0),
    new Create(0),
    new Create(1),
    new LoadLoaded(0),
    new UnloadByBoth(0, 1),
    new UnloadByBoth(1, 1),
    new Unload(0, 'argument'),
    new CreateExisting(0),
    new Unload(1, 'path'),
    new Load(0),
    new CreateExisting(0),
    new Load(1),
  ],
  async prepare({ world }) {
    await world.use('wallet'); // selects the wallet of calls without a wallet path before another one is loaded
  },
  async begin(t) {
    const others = await t.world.result('listwallets');
    const names = Array.from({ length: WALLETS }, () => newWalletName(t.world));
    return { model: { wallets: names.map(() => 'absent') }, real: { t, names, others } };
  },
  async end({ real: { t, names } }) {
    const listed = await t.world.result('listwallets');
    for (const name of names) if (listed.includes(name)) await t.world.result('unloadwallet', { wallet_name: name }, { wallet: null });
  },
};
