import type { Trial } from '../../engine/trial.ts';
import { newLabel } from '../../fixtures/world/ingredients/addresses.ts';
import type { ForeignKey } from '../../fixtures/world/types.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';

/** A call that imports a key, its public part or its P2WPKH address, and can rescan the chain. */
export interface ImportCall {
  readonly method: MethodId;
  readonly make: (t: Trial, wallet: string, key: ForeignKey, rescan: boolean) => Promise<unknown>;
  /** Whether the wallet can spend with the imported data. */
  readonly spendable: boolean;
}

/** Every import call that can rescan. */
export const IMPORT_CALLS: readonly ImportCall[] = [
  {
    method: 'importaddress',
    make: (t, wallet, { addresses }, rescan) =>
      t.result('importaddress', { address: addresses.bech32, label: newLabel(t.world), rescan }, { wallet }),
    spendable: false,
  },
  {
    method: 'importpubkey',
    make: (t, wallet, { publicKey }, rescan) =>
      t.result('importpubkey', { pubkey: publicKey, label: newLabel(t.world), rescan }, { wallet }),
    spendable: false,
  },
  {
    method: 'importprivkey',
    make: (t, wallet, { wif }, rescan) => t.result('importprivkey', { privkey: wif, label: newLabel(t.world), rescan }, { wallet }),
    spendable: true,
  },
  {
    method: 'importmulti',
    make: (t, wallet, { addresses }, rescan) =>
      t.result(
        'importmulti',
        { requests: [{ scriptPubKey: { address: addresses.bech32 }, timestamp: 0, watchonly: true }], options: { rescan } },
        { wallet },
      ),
    spendable: false,
  },
];
