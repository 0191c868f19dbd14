import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { pause } from '../../support/wait-for.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

/** A shorter rescan ends before a second call can reach the node. */
const SHORTEST_MS = 25;
/** Rescans that are measured for it; the shortest counts, as other programs may delay some. */
const MEASURED = 3;
/** For a shorter rescan the chain is extended by this number of blocks, up to this number of times. */
const MORE_BLOCKS = 300;
const MORE_TIMES = 14;
/** Number of rescans without an abort before abortrescan may count as without effect. */
const ATTEMPTS = 12;
/** Number of them that must have continued for long after the answer of abortrescan. */
const WITHOUT_EFFECT = 3;
/** On a busy machine most rescans end before the answer of abortrescan, so that more attempts are needed. */
const MAX_ATTEMPTS = 150;
const MAX_ATTEMPTS_MS = 4_000;
/** abortrescan is sent after 0 to 7 sixteenths of the duration of the rescan before. */
const STEPS = 8;

/** Duration of a rescan of the whole chain. */
async function scanMs(t: Trial): Promise<number> {
  let shortestMs = Infinity;
  for (let scan = 0; scan < MEASURED; scan++) {
    const startedAt = performance.now();
    await t.result('rescanblockchain');
    shortestMs = Math.min(shortestMs, performance.now() - startedAt);
  }
  return shortestMs;
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
    const tip = await tipHeight(t.world);
    if (fullMs < SHORTEST_MS) t.inapplicable(`a rescan of this chain takes less than ${SHORTEST_MS} ms, too short to abort it`);
    let [attempts, wentOn] = [0, 0];
    const firstAt = performance.now();
    const mayContinue = (): boolean => attempts < MAX_ATTEMPTS && performance.now() - firstAt < MAX_ATTEMPTS_MS;
    for (; attempts < ATTEMPTS || (wentOn < WITHOUT_EFFECT && mayContinue()); attempts++) {
      const startedAt = performance.now();
      const rescan = t.answer('rescanblockchain', {});
      // At different times, so that one attempt is within the scan, however busy the machine is.
      await pause(t, (fullMs * (attempts % STEPS)) / (2 * STEPS));
      await t.result('abortrescan');
      const abortedAt = performance.now();
      const answer = await rescan;
      if (!answer.ok || answer.result.stop_height !== tip) return t.judged();
      // By its own duration: that of another rescan says little on a busy machine.
      const endedAt = performance.now();
      if (endedAt - abortedAt > abortedAt - startedAt) wentOn++;
      fullMs = endedAt - startedAt;
    }
    if (wentOn < WITHOUT_EFFECT) t.inapplicable('nearly every rescan ended soon after abortrescan was answered');
    t.report({
      check: 'holds',
      evidence: 'document',
      source: 'document 1, States and transitions: a running rescan that a call began stops',
      message: `abortrescan stopped none of ${attempts} rescans before the tip; ${wentOn} of them had more than half of their time still to go at its answer`,
    });
  },
});

export const abortrescanRules: readonly Case[] = [stops];
