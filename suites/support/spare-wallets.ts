import { sendTransaction } from '../../fixtures/world/ingredients/sending.ts';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import { signed } from '../../fixtures/world/ingredients/signing.ts';
import { isLoaded } from '../../fixtures/world/ingredients/wallets.ts';
import { PerWorld } from '../../fixtures/world/per-world.ts';
import { feeFor } from '../../fixtures/world/relay-fee.ts';
import { ifAnswered } from '../../fixtures/world/sources.ts';
import type { World } from '../../fixtures/world/world.ts';
import { Inapplicable, type Trial } from '../../engine/trial.ts';

/** Fee of a transaction that empties a wallet, higher than other fees because it may have a dozen inputs. */
const FEE = { usualSat: 30_000n, vbytes: 2_000 } as const;
/** A wallet with less than this is not emptied: the output would be too small. */
const LEAST_SAT = 100_000n;

/** Emptied wallets of earlier cases, by world. */
const spares = new PerWorld<string[]>(
  () => [],
  (names) => [...names],
);

/**
 * Runs `use` with a wallet that has no coins, no locks and no fee rate of its own. It may contain addresses, labels and
 * old transactions of other cases. On a node that Pyx starts it is a new wallet, since such nodes make few keys for a
 * wallet. Other nodes make thousands of keys, which takes seconds; there it is an emptied wallet of an earlier case, if
 * there is one.
 */
export async function withSpareWallet(t: Trial, use: (name: string) => Promise<void>): Promise<void> {
  const { world } = t;
  await world.use('wallet'); // selects the wallet of calls without a wallet path before a second wallet is loaded
  const name = (await takeSpare(world)) ?? (await world.fresh('secondWallet')).name;
  let kept = false;
  try {
    await use(name);
    kept = await keepSpare(t, name);
  } catch (error) {
    if (error instanceof Inapplicable) kept = await keepSpare(t, name); // not a failure
    throw error;
  } finally {
    if (!kept) await unloadIfThere(world, name);
  }
}

/** Keeps a wallet for the next case if the node needs spare wallets and it can be emptied. Returns whether it was kept. */
async function keepSpare({ world, target }: Trial, name: string): Promise<boolean> {
  if (target.capabilities.startNodes || (await ifAnswered(() => emptyWallet(world, name))) !== true) return false;
  spares.of(world).push(name);
  return true;
}

/** A spare wallet that is still empty. A wallet that a reorganisation filled, or that was unloaded, is not reused. */
async function takeSpare(world: World): Promise<string | undefined> {
  const waiting = spares.of(world);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const spare = name;
    if ((await ifAnswered(() => isEmpty(world, spare))) === true) return spare; // a refusal is not a finding here
    await unloadIfThere(world, spare);
  }
  return undefined;
}

async function isEmpty(world: World, wallet: string): Promise<boolean> {
  const { balance, unconfirmed_balance, immature_balance, paytxfee } = await world.result('getwalletinfo', {}, { wallet });
  if ([balance, unconfirmed_balance, immature_balance, paytxfee].some((amount) => satoshis(amount) !== 0n)) return false;
  const locked = await world.result('listlockunspent', {}, { wallet });
  const unspent = await world.result('listunspent', { minconf: 0 }, { wallet });
  return locked.length === 0 && unspent.length === 0;
}

/** Unlocks and spends all coins of a wallet. Returns whether that was possible. */
async function emptyWallet(world: World, wallet: string): Promise<boolean> {
  await world.result('lockunspent', { unlock: true }, { wallet });
  const unspent = await world.result('listunspent', { minconf: 0 }, { wallet });
  if (unspent.length === 0) return isEmpty(world, wallet);
  const feeSat = await feeFor(world, FEE);
  const sat = unspent.reduce((sum, { amount }) => sum + satoshis(amount), -feeSat);
  if (sat < LEAST_SAT || unspent.some(({ spendable }) => !spendable)) return false;
  const { address } = await world.use('unownedAddress');
  const raw = await world.result('createrawtransaction', {
    inputs: unspent.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [{ [address]: formatSat(sat) }],
  });
  await sendTransaction(world, await signed(world, raw, wallet));
  return true; // whether the wallet knows the transaction is checked when it is reused
}

async function unloadIfThere(world: World, name: string): Promise<void> {
  if (world.node.alive() && (await isLoaded(world, name))) await world.result('unloadwallet', { wallet_name: name });
}
