import { constant, constantFrom, nat, tuple } from 'fast-check';
import type { StateModel } from '../support/state-model.ts';
import type { EncryptionModel, EncryptionReal } from './encryption-command.ts';
import { Encrypt, EncryptWrong, ENDS, Restart, UseKey } from './encryption-commands.ts';

/** Number of wallets of a run. */
const WALLETS = 2;

const number = nat(WALLETS - 1);

/** Wallets that are encrypted, on a node that shuts down then. */
export const walletEncryption: StateModel<EncryptionModel, EncryptionReal> = {
  id: 'wallet-encryption',
  text: 'A wallet is encrypted once, by encryptwallet on its path, and from then on uses its keys only after walletpassphrase.',
  rows: ['encrypt-wallet'],
  methods: [
    'encryptwallet',
    'walletpassphrase',
    'walletlock',
    'signmessage',
    'getwalletinfo',
    'getnewaddress',
    'createwallet',
    'loadwallet',
  ],
  effect: ['wallet', 'process'],
  ownNode: true,
  share: 1 / 3,
  commands: [
    tuple(number, constantFrom('long' as const, 'one character' as const)).map(([chosen, length]) => new Encrypt(chosen, length)),
    tuple(number, constantFrom('again' as const, 'empty passphrase' as const)).map(([chosen, how]) => new EncryptWrong(chosen, how)),
    number.map((chosen) => new UseKey(chosen)),
    constant(new Restart()),
  ],
  tour: [new EncryptWrong(0, 'empty passphrase'), new Encrypt(0, 'long'), new EncryptWrong(0, 'again'), new UseKey(0)],
  async prepare({ world }) {
    await world.use('wallet'); // selects the wallet of calls without a wallet path before another one is loaded
  },
  async begin(t) {
    const wallets = [];
    for (let made = 0; made < WALLETS; made++) {
      const { name } = await t.world.fresh('secondWallet');
      const address = await t.world.result('getnewaddress', { label: '', address_type: 'legacy' }, { wallet: name });
      wallets.push({ name, address });
    }
    return { model: { passphrases: wallets.map(() => undefined) }, real: { t, wallets, apart: new Set([ENDS]) } };
  },
  async end({ real: { t, wallets } }) {
    for (const { name } of wallets) await t.world.result('unloadwallet', { wallet_name: name }, { wallet: null });
  },
};
