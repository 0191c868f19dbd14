import { setTimeout as delay } from 'node:timers/promises';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

/** Below this a rescan is over before a second call can reach the node. */
const SHORTEST_MS = 10;
/** A chain that is scanned sooner is made longer by so many blocks, so many times. */
const MORE_BLOCKS = 300;
const MORE_TIMES = 6;
const ATTEMPTS = 12;
/** So many rescans must have gone on long after the abort was answered before it counts as without effect. */
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
    if (fullMs < SHORTEST_MS) t.inapplicable(`a rescan of this chain is over in less than ${SHORTEST_MS} ms`);
    let wentOn = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const rescan = t.answer('rescanblockchain', {});
      // Earlier and later: one of these moments is within the scan, however busy the machine is.
      await delay((fullMs * (attempt + 1)) / (ATTEMPTS + 4));
      await t.result('abortrescan');
      const abortedAt = performance.now();
      const answer = await rescan;
      if (!answer.ok || answer.result.stop_height !== tip) return;
      if (performance.now() - abortedAt > fullMs / 4) wentOn++;
    }
    if (wentOn < WITHOUT_EFFECT) t.inapplicable('no rescan was still running when abortrescan was answered');
    t.report({
      check: 'holds',
      evidence: 'document',
      source: 'document 1, States and transitions: a running rescan that a call began stops',
      message: `none of ${ATTEMPTS} rescans stopped before the tip, although ${wentOn} of them went on for over ${Math.round(fullMs / 4)} ms after abortrescan was answered`,
    });
  },
});

export const abortrescanRules: readonly Case[] = [stops];
