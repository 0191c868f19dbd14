import { setTimeout as sleep } from 'node:timers/promises';
import { formatSat } from '../../../client/wire-json.ts';
import { TargetError } from '../../../fixtures/targets/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { bothSettled } from '../support/both-settled.ts';

const FEE_SAT = 10_000n;
/** Number of transactions in the dump, each spending the one before: the maximum chain length in the pool of this family. */
const COUNT = 24;
const LOADED_WITHIN_MS = 30_000;
const POLL_MS = 1;
/** The error code of the family during warmup. */
const WARMING_UP = -28;

/**
 * Fills the pool with transactions that do not belong to the wallet: a wallet resubmits its own transactions when the
 * node starts, with or without a dump.
 */
async function strangersTransactions(t: Trial): Promise<string[]> {
  const { world } = t;
  const { addresses, wif } = await world.fresh('foreignKey');
  const coin = await world.fresh('spendable');
  let amountSat = coin.amountSat;
  let from = { txid: coin.txid, vout: coin.vout };
  const create = (): Promise<string> => {
    amountSat -= FEE_SAT;
    return world.result('createrawtransaction', { inputs: [from], outputs: [{ [addresses.legacy]: formatSat(amountSat) }] });
  };
  const send = async (hex: string): Promise<string> => {
    const txid = await world.result('sendrawtransaction', { hexstring: hex });
    from = { txid, vout: 0 };
    return txid;
  };
  const paid = await world.result('signrawtransactionwithwallet', { hexstring: await create() });
  await send(paid.hex);
  await world.mine(1);
  const txids: string[] = [];
  while (txids.length < COUNT) {
    const signed = await world.result('signrawtransactionwithkey', { hexstring: await create(), privkeys: [wif] });
    txids.push(await send(signed.hex));
  }
  return txids;
}

async function restarted(t: Trial, option: string): Promise<void> {
  try {
    await t.node.restart([option]);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    t.inapplicable(`the node cannot be started with ${option}: ${error.message}`);
  }
}

/**
 * Restarts the node and calls savemempool repeatedly, also while the node loads the dump of the run before. Returns the
 * pool right after the first dump of the new run.
 */
async function poolAtFirstDump(t: Trial): Promise<readonly string[]> {
  let newRun = false;
  const asking = async (): Promise<readonly string[]> => {
    const deadline = performance.now() + LOADED_WITHIN_MS;
    while (performance.now() < deadline) {
      // The old process answers until it ends; after that there is no answer, or a warmup error of the new process. The old
      // process must not make another dump.
      const dumping = newRun;
      const reply = await t.world.service.call(dumping ? 'savemempool' : 'getblockcount');
      if (reply.type === 'fault' || (reply.type === 'error' && reply.error.code === WARMING_UP)) newRun = true;
      if (reply.type === 'result' && dumping) break;
      await sleep(POLL_MS);
    }
    return t.result('getrawmempool');
  };
  const [, pool] = await bothSettled(
    restarted(t, '-persistmempool=1').then(() => void (newRun = true)),
    asking(),
  );
  return pool;
}

export const savemempoolRules: readonly Case[] = [
  rule({
    rule: ['savemempool/to-disk', 'savemempool/after-load'],
    effect: ['process'],
    ownNode: true,
    uses: ['getrawmempool'],
    // The row of the table of errors has the same text as the second of these rules.
    judges: ['x:savemempool-loading'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target on the same data');
      // Otherwise the node would write the pool to disk when it stops.
      await restarted(t, '-persistmempool=0');
      const txids = await strangersTransactions(t);
      await t.result('savemempool');
      const pool = await poolAtFirstDump(t);
      await t.result('savemempool');
      const missing = txids.filter((txid) => !pool.includes(txid));
      t.ok(
        missing.length === 0,
        `${missing.length} of ${COUNT} transactions of the dump are not in the pool after a restart and a successful savemempool`,
      );
    },
  }),
];
