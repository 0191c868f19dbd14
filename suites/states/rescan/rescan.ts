import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { boolean, constant, nat, tuple } from 'fast-check';
import type { Trial } from '../../../engine/trial.ts';
import { pay } from '../../../fixtures/world/ingredients/payments.ts';
import { IMPORT_CALLS } from '../../support/import-calls.ts';
import type { StateModel } from '../support/state-model.ts';
import { Import } from './import-commands.ts';
import { AbortImport, AbortNothing, AbortRescan, RescanBlock, RescanChain } from './rescan-commands.ts';
import type { RescanReal } from './rescan-command.ts';
import type { PaidKey, RescanModel } from './rescan-model.ts';

const KEYS = 5;
/** A shorter rescan ends before a second call can reach the node. */
const SHORTEST_MS = 15;
/** For a shorter rescan the chain is extended by this number of blocks, up to this number of times. */
const MORE_BLOCKS = 200;
const MORE_TIMES = 4;

interface Prepared {
  readonly paid: readonly PaidKey[];
  readonly tip: number;
  readonly scanMs: number;
}

/** Pays each key, in blocks of different heights. */
async function payKeys(t: Trial): Promise<PaidKey[]> {
  const { world } = t;
  const paid: PaidKey[] = [];
  while (paid.length < KEYS) {
    const key = await world.fresh('foreignKey');
    const { txid, amountSat } = await pay(world, key.addresses.bech32, false);
    const { addresses } = await world.fresh('foreignKey');
    await world.mine(1, addresses.bech32);
    paid.push({ key, txid, amountSat, height: await tipHeight(world) });
  }
  return paid;
}

/** Duration of a rescan of the whole chain, which is extended until a rescan takes long enough to be aborted. */
async function longScanMs({ world }: Trial): Promise<number> {
  const { name } = await world.fresh('secondWallet');
  try {
    for (let more = 0; ; more++) {
      const startedAt = performance.now();
      await world.result('rescanblockchain', {}, { wallet: name });
      const scanMs = performance.now() - startedAt;
      if (scanMs >= SHORTEST_MS || more === MORE_TIMES) return scanMs;
      await world.mine(MORE_BLOCKS, (await world.use('unownedAddress')).address);
    }
  } finally {
    if (world.node.alive()) await world.result('unloadwallet', { wallet_name: name });
  }
}

const key = nat(KEYS - 1);

/** A wallet that imports keys with and without rescans, rescans the chain, and aborts that. */
export const rescan: StateModel<RescanModel, RescanReal, Prepared> = {
  id: 'rescan',
  text: 'A wallet knows the earlier payments to imported keys from a complete rescan of their blocks on, and only then; abortrescan stops a rescan.',
  rows: ['import-with-rescan', 'abort-rescan'],
  methods: [
    'rescanblockchain',
    'abortrescan',
    'importaddress',
    'importpubkey',
    'importprivkey',
    'importmulti',
    'listtransactions',
    'listunspent',
    'getbalance',
  ],
  effect: ['wallet', 'chain'],
  commands: [
    tuple(nat(IMPORT_CALLS.length - 1), key, boolean()).map(([call, number, rescans]) => new Import(call, number, rescans)),
    tuple(nat(IMPORT_CALLS.length - 1), key, boolean()).map(([call, number, rescans]) => new Import(call, number, rescans)),
    constant(new RescanChain()),
    key.map((number) => new RescanBlock(number)),
    constant(new AbortRescan()),
    key.map((number) => new AbortImport(number)),
    constant(new AbortNothing()),
  ],
  tour: [
    new Import(0, 0, false),
    new Import(1, 1, false),
    new RescanBlock(1),
    new AbortNothing(),
    new RescanChain(),
    new AbortRescan(),
    new Import(2, 2, true),
    new Import(3, 3, true),
    new AbortImport(4),
  ],
  async prepare(t) {
    await t.world.use('wallet'); // selects the wallet of calls without a wallet path before another one is loaded
    const paid = await payKeys(t);
    const scanMs = await longScanMs(t);
    return { paid, scanMs, tip: await tipHeight(t.world) };
  },
  async begin(t, { paid, tip, scanMs }) {
    const { name } = await t.world.fresh('secondWallet');
    const keys = paid.map((key) => ({ ...key, imported: 'no' as const, found: 'no' as const, call: undefined }));
    return { model: { keys }, real: { t, wallet: name, tip, scanMs } };
  },
  async end({ real: { t, wallet } }) {
    await t.world.result('unloadwallet', { wallet_name: wallet });
  },
};
