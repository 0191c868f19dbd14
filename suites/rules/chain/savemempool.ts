import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { rule } from '../rule.ts';
import { bothSettled } from '../support/both-settled.ts';
import { makeOpenCoins, openScript, spendOpen } from '../support/open-coins.ts';
import { restartedWith } from '../support/restarted-with.ts';

/** Number of transactions in the dump: so many that a node needs some time to load them. */
const COUNT = 60;
/** Outputs of each, for the same reason. */
const OUTPUTS = 50;
const FEE = { usualSat: 20_000n, vbytes: 150 + 43 * OUTPUTS } as const;
const LOADED_WITHIN_MS = 30_000;
const POLL_MS = 1;
/** Maximum number of restarts: on a busy machine the node may have loaded its dump before the first call. */
const RESTARTS = 12;
/** The error code of the family during warmup. */
const WARMING_UP = -28;

/**
 * Fills the pool with transactions that do not belong to the wallet: a wallet resubmits its own transactions when the
 * node starts, with or without a dump.
 */
async function strangersTransactions(t: Trial): Promise<string[]> {
  const coins = await makeOpenCoins(t, COUNT);
  const feeSat = await feeFor(t.world, FEE);
  const txids: string[] = [];
  for (const coin of coins) {
    const valueSat = (coin.valueSat - feeSat) / BigInt(OUTPUTS);
    const outputs = Array.from({ length: OUTPUTS }, () => ({ valueSat, script: openScript }));
    txids.push(await sendTransaction(t.world, toHex(spendOpen(coin, outputs).bytes)));
  }
  return txids;
}

interface FirstDump {
  /** The pool right after it. */
  readonly pool: readonly string[];
  /** Number of calls that the new run refused before it. */
  readonly refused: number;
}

/** Restarts the node and calls savemempool repeatedly, also while the node loads the dump of the run before. */
async function firstDump(t: Trial): Promise<FirstDump> {
  t.dependsOn('time');
  let newRun = false;
  let refused = 0;
  const asking = async (): Promise<readonly string[]> => {
    const deadline = performance.now() + LOADED_WITHIN_MS;
    while (performance.now() < deadline) {
      // The old process answers until it ends; after that there is no answer, or a warmup error of the new process. The old
      // process must not make another dump.
      const dumping = newRun;
      const reply = await t.world.service.call(dumping ? 'savemempool' : 'getblockcount');
      if (reply.type === 'fault' || (reply.type === 'error' && reply.error.code === WARMING_UP)) newRun = true;
      if (reply.type === 'error' && dumping) refused++;
      if (reply.type === 'result' && dumping) break;
      await sleep(POLL_MS);
    }
    return t.result('getrawmempool');
  };
  const [, pool] = await bothSettled(
    restartedWith(t, '-persistmempool=1').then(() => void (newRun = true)),
    asking(),
  );
  return { pool, refused };
}

export const savemempoolRules: readonly Case[] = [
  rule({
    rule: ['savemempool/to-disk', 'savemempool/after-load'],
    effect: ['process'],
    ownNode: true,
    uses: ['getblock', 'getrawmempool'],
    // The row of the table of errors has the same text as the second of these rules.
    judges: ['x:savemempool-loading'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target on the same data');
      // Otherwise the node would write the pool to disk when it stops.
      await restartedWith(t, '-persistmempool=0');
      const txids = await strangersTransactions(t);
      await t.result('savemempool');
      let refused = 0;
      let missing: readonly string[] = [];
      for (let restart = 1; restart <= RESTARTS && refused === 0 && missing.length === 0; restart++) {
        const first = await firstDump(t);
        refused = first.refused;
        missing = txids.filter((txid) => !first.pool.includes(txid));
        await t.result('savemempool');
      }
      t.ok(
        missing.length === 0,
        `${missing.length} of ${COUNT} transactions of the dump are not in the pool after a restart and a successful savemempool`,
      );
      if (refused === 0) t.inapplicable(`the node loads a dump of ${COUNT} transactions before a call reaches it`);
    },
  }),
];
