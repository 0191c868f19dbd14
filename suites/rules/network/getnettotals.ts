import type { Case } from '../../../engine/case.ts';
import { nodeClock } from '../../../fixtures/world/node-clock.ts';
import { CONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { holdsWithin, pause } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, withPlainPeer } from '../support/connected-peers.ts';
import { bytesOf } from '../support/plain-peer.ts';

const WAIT_MS = 100;
/** Maximum difference between the clocks of two machines; with more, a node would reject the blocks of others. */
const WRONG_CLOCK_MS = 2 * 3_600_000;
/** More than a handshake needs, so that the target is not reached. The option is in MiB. */
const UPLOAD_TARGET = '-maxuploadtarget=500';
const STEP_S = 1_000;

export const getnettotalsRules: readonly Case[] = [
  rule({
    rule: 'getnettotals/time',
    effect: ['read'],
    run: async (t) => {
      const timed = async (): Promise<{ readonly time: number; readonly fromMs: number; readonly toMs: number }> => {
        const fromMs = Date.now();
        const { timemillis } = await t.result('getnettotals');
        return { time: timemillis, fromMs, toMs: Date.now() };
      };
      const first = await timed();
      await pause(t, WAIT_MS);
      const second = await timed();
      const off = Math.abs(first.time - first.fromMs);
      t.ok(off < WRONG_CLOCK_MS, `timemillis is ${first.time}, expected about ${first.fromMs} ms by the clock of Pyx`, {
        path: 'timemillis',
      });
      const passed = second.time - first.time;
      const [least, most] = [second.fromMs - first.toMs - 5, second.toMs - first.fromMs + 5];
      t.ok(passed >= least && passed <= most, `timemillis grew by ${passed} ms, expected ${least} to ${most} ms`, {
        path: 'timemillis',
      });
    },
  }),
  rule({
    rule: ['getnettotals/seconds', 'getnettotals/target-bytes'],
    effect: ['network', 'process'],
    ownNode: true,
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target with an upload target');
        await t.node.restart([UPLOAD_TARGET]);
        const startS = Math.floor(Date.now() / 1000);
        const at = (timeS: number): Promise<void> => nodeClock.of(t.world).set(timeS);
        await at(startS);
        await connect(t, peer);
        let seen = await t.result('getnettotals');
        const expected = (): [number, number] => [bytesOf(peer.received), bytesOf(peer.sent)];
        // The last bytes may still be in transit.
        await holdsWithin(t, CONNECTED_WITHIN_MS, async () => {
          seen = await t.result('getnettotals');
          return String([seen.totalbytessent, seen.totalbytesrecv]) === String(expected());
        });
        const [sent, received] = expected();
        t.equal(seen.totalbytessent, sent, 'totalbytessent (compared with what the only peer received)', { path: 'totalbytessent' });
        t.equal(seen.totalbytesrecv, received, 'totalbytesrecv (compared with what the only peer sent)', { path: 'totalbytesrecv' });
        const {
          target,
          target_reached: isReached,
          bytes_left_in_cycle: bytesLeft,
          timeframe,
          time_left_in_cycle: timeLeft,
        } = seen.uploadtarget;
        t.equal(target - bytesLeft, seen.totalbytessent, 'target less bytes_left_in_cycle (compared with totalbytessent)', {
          path: 'uploadtarget.target',
        });
        t.equal(isReached, false, 'target_reached while bytes are left', { path: 'uploadtarget.target_reached' });
        t.equal(timeLeft, timeframe, 'time_left_in_cycle at the begin of the cycle (compared with timeframe)', {
          path: 'uploadtarget.time_left_in_cycle',
        });
        for (const passedS of [STEP_S, timeframe - STEP_S]) {
          await at(startS + passedS);
          t.equal(
            (await t.result('getnettotals')).uploadtarget.time_left_in_cycle,
            timeframe - passedS,
            `time_left_in_cycle, ${passedS} seconds after the begin of a cycle of ${timeframe} seconds`,
            { path: 'uploadtarget.time_left_in_cycle' },
          );
        }
      }),
  }),
];
