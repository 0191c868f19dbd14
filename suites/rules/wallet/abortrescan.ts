import { setTimeout as delay } from 'node:timers/promises';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

/** A shorter rescan ends before a second call can reach the node. */
const SHORTEST_MS = 10;
/** For a shorter rescan the chain is extended by this number of blocks, up to this number of times. */
const MORE_BLOCKS = 300;
const MORE_TIMES = 6;
const ATTEMPTS = 12;
/** Number of rescans that must continue long after the answer of abortrescan before it counts as without effect. */
const WITHOUT_EFFECT = 3;

async function scanMs(t: Trial): Promise<number> {
  const startedAt = performance.now();
  await t.result('rescanblockchain');
  return performance.now() - startedAt;
}

const stops = rule({
  rule: ['abortrescan/stops', 'abortrescan/started-by-call'],
  effect: ['wallet', 'chain'],
  uses: ['rescanblockchain'],
  run: async (t) => {
    await t.world.use('funds'); // a chain to scan
    let fullMs = await scanMs(t);
    for (let more = 0; fullMs < SHORTEST_MS && more < MORE_TIMES; more++) {
      await t.world.mine(MORE_BLOCKS, (await t.world.use('unownedAddress')).address);
      fullMs = await scanMs(t);
    }
    const tip = await t.world.result('getblockcount');
    if (fullMs < SHORTEST_MS) t.inapplicable(`a rescan of this chain takes less than ${SHORTEST_MS} ms, too short to abort it`);
    let wentOn = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const rescan = t.answer('rescanblockchain', {});
      // At different times, so that one attempt is within the scan, however busy the machine is.
      await delay((fullMs * (attempt + 1)) / (ATTEMPTS + 4));
      await t.result('abortrescan');
      const abortedAt = performance.now();
      const answer = await rescan;
      if (!answer.ok || answer.result.stop_height !== tip) return;
      if (performance.now() - abortedAt > fullMs / 4) wentOn++;
    }
    if (wentOn < WITHOUT_EFFECT) t.inapplicable('every rescan ended before abortrescan was answered');
    t.report({
      check: 'holds',
      evidence: 'document',
      source: 'document 1, States and transitions: a running rescan that a call began stops',
      message: `abortrescan stopped none of ${ATTEMPTS} rescans before the tip; ${wentOn} of them continued for more than ${Math.round(fullMs / 4)} ms after its answer`,
    });
  },
});

export const abortrescanRules: readonly Case[] = [stops];
