import { formatSat, satoshis } from '../../client/wire-json.ts';
import { signed } from '../../fixtures/world/ingredients/signing.ts';
import { isLoaded } from '../../fixtures/world/ingredients/wallets.ts';
import { PerWorld } from '../../fixtures/world/per-world.ts';
import { WorldError, type World } from '../../fixtures/world/world.ts';
import { Inapplicable, type Trial } from '../../engine/trial.ts';

/** Fee of a transaction that empties a wallet; it may have a dozen inputs, so it is more than others pay. */
const FEE_SAT = 30_000n;
/** What is left of less than this is not worth an output. */
const LEAST_SAT = 100_000n;

/** Wallets that earlier cases have left and that were emptied, of each world. */
const spares = new PerWorld<string[]>(() => []);

/**
 * Does something with a wallet that holds no coin, no lock and no fee rate of its own, for cases to which nothing else
 * matters: there may be addresses, labels and old transactions of other cases in it. A node that Pyx starts makes few
 * keys for a wallet, so there it is a new one. Other nodes make thousands, which takes seconds; there it is one that an
 * earlier case has left, if it could be emptied.
 */
export async function withSpareWallet(t: Trial, use: (name: string) => Promise<void>): Promise<void> {
  const { world } = t;
  await world.use('wallet'); // calls without a wallet's path need to know theirs before a second one is there
  const name = (await takeSpare(world)) ?? (await world.fresh('secondWallet')).name;
  let kept = false;
  try {
    await use(name);
    kept = await leaveSpare(t, name);
  } catch (error) {
    if (error instanceof Inapplicable) kept = await leaveSpare(t, name); // nothing went wrong
    throw error;
  } finally {
    if (!kept) await unloadIfThere(world, name);
  }
}

/** Leaves a wallet to the next case, if there is use for it and it can be emptied; whether it did. */
async function leaveSpare({ world, target }: Trial, name: string): Promise<boolean> {
  if (target.capabilities.startNodes || !(await letsItself(() => empty(world, name)))) return false;
  spares.of(world).push(name);
  return true;
}

/** What was left empty may have been filled by a block that was taken back, or unloaded: that one is not used again. */
async function takeSpare(world: World): Promise<string | undefined> {
  const waiting = spares.of(world);
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const spare = name;
    if (await letsItself(() => isEmpty(world, spare))) return spare;
    await unloadIfThere(world, spare);
  }
  return undefined;
}

/** Whether it is so; a node that refuses a call on the way has no spare wallet, which is nothing to hold against it here. */
async function letsItself(ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorldError && error.reply.type !== 'fault') return false;
    throw error;
  }
}

async function isEmpty(world: World, wallet: string): Promise<boolean> {
  const { balance, unconfirmed_balance, immature_balance, paytxfee } = await world.result('getwalletinfo', {}, { wallet });
  if ([balance, unconfirmed_balance, immature_balance, paytxfee].some((amount) => satoshis(amount) !== 0n)) return false;
  const locked = await world.result('listlockunspent', {}, { wallet });
  const unspent = await world.result('listunspent', { minconf: 0 }, { wallet });
  return locked.length === 0 && unspent.length === 0;
}

/** Unlocks and pays away whatever a wallet holds; whether that could be done. */
async function empty(world: World, wallet: string): Promise<boolean> {
  await world.result('lockunspent', { unlock: true }, { wallet });
  const unspent = await world.result('listunspent', { minconf: 0 }, { wallet });
  if (unspent.length === 0) return isEmpty(world, wallet);
  const sat = unspent.reduce((sum, { amount }) => sum + satoshis(amount), -FEE_SAT);
  if (sat < LEAST_SAT || unspent.some(({ spendable }) => !spendable)) return false;
  const { address } = await world.use('nobody');
  const raw = await world.result('createrawtransaction', {
    inputs: unspent.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [{ [address]: formatSat(sat) }],
  });
  await world.result('sendrawtransaction', { hexstring: await signed(world, raw, wallet) });
  return true; // whether the wallet has heard of it shows when it is taken again
}

async function unloadIfThere(world: World, name: string): Promise<void> {
  if (world.node.alive() && (await isLoaded(world, name))) await world.result('unloadwallet', { wallet_name: name });
}
