import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions } from '../../../client/types.ts';
import { TargetError, type RunningNode } from '../../../fixtures/targets/types.ts';
import type { ServiceCall } from '../../../specs/model/generated/wire.d.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { callsTo } from '../../support/other-node.ts';
import { CONNECTED_WITHIN_MS } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { withPlainPeer } from '../support/connected-peers.ts';
import type { PlainPeer } from '../support/plain-peer.ts';

const WAIT_MS = 100;
/** Maximum difference between the clocks of two machines; with more, a node would reject the blocks of others. */
const WRONG_CLOCK_MS = 2 * 3_600_000;
/** More than a handshake needs, so that the target is not reached. The option is in MiB. */
const UPLOAD_TARGET = '-maxuploadtarget=500';
const STEP_S = 1_000;
const SLACK_S = 5;

/** Runs `during` with a node started with an upload target, which no profile has. */
async function withUploadTarget(t: Trial, during: (ask: ServiceCall<CallOptions>) => Promise<void>): Promise<void> {
  if (!t.target.capabilities.startNodes) t.inapplicable('Pyx cannot start a node of this target with an upload target');
  let node: RunningNode;
  try {
    node = await t.target.start('default', [UPLOAD_TARGET]);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    t.inapplicable(`the node cannot be started with an upload target: ${error.message}`);
  }
  try {
    await during(
      callsTo(t, node, (method, reply) => {
        if (reply.type === 'fault') {
          const { kind, evidence, source, message } = reply.fault;
          t.report({ check: kind, evidence, source, message: `${method}: ${message}` });
        } else {
          if (reply.error.code === METHOD_NOT_FOUND) t.inapplicable(`the node has no ${method}`);
          t.ok(false, `${method} was refused: ${reply.error.message}`, { check: 'refused' });
        }
        throw new CaseOver();
      }),
    );
  } finally {
    await node.stop();
  }
}

/** Bytes received by the peer, headers included. */
const bytesAt = (peer: PlainPeer): number =>
  [...peer.received.values()].reduce((sum, { count, contentBytes }) => sum + count * 24 + contentBytes, 0);

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
      await delay(WAIT_MS);
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
    effect: ['network'],
    run: async (t) =>
      withPlainPeer(t, (peer) =>
        withUploadTarget(t, async (ask) => {
          const startS = Math.floor(Date.now() / 1000);
          await ask('setmocktime', { timestamp: startS });
          await ask('addnode', { node: peer.address, command: 'onetry' });
          if (!(await holdsWithin(CONNECTED_WITHIN_MS, async () => peer.connected)))
            t.inapplicable('the node does not connect to a peer, so it sends no bytes');
          let seen = await ask('getnettotals');
          // The last bytes may still be in transit.
          const settled = await holdsWithin(CONNECTED_WITHIN_MS, async () => {
            seen = await ask('getnettotals');
            return seen.totalbytessent === bytesAt(peer);
          });
          t.ok(settled, `totalbytessent is ${seen.totalbytessent}, expected the ${bytesAt(peer)} bytes that the only peer received`, {
            path: 'totalbytessent',
          });
          const { target, bytes_left_in_cycle: bytesLeft, timeframe, time_left_in_cycle: timeLeft } = seen.uploadtarget;
          t.equal(target - bytesLeft, seen.totalbytessent, 'target less bytes_left_in_cycle (compared with totalbytessent)', {
            path: 'uploadtarget.target',
          });
          t.ok(
            Math.abs(timeframe - timeLeft) <= SLACK_S,
            `time_left_in_cycle is ${timeLeft} at the begin of the cycle, expected about timeframe, ${timeframe}`,
            {
              path: 'uploadtarget.time_left_in_cycle',
            },
          );
          await ask('setmocktime', { timestamp: startS + STEP_S });
          const later = (await ask('getnettotals')).uploadtarget.time_left_in_cycle;
          t.ok(
            Math.abs(timeLeft - later - STEP_S) <= SLACK_S,
            `time_left_in_cycle changed from ${timeLeft} to ${later} in ${STEP_S} seconds, expected a decrease by ${STEP_S}`,
            { path: 'uploadtarget.time_left_in_cycle' },
          );
          await ask('setmocktime', { timestamp: startS + timeframe - STEP_S });
          const end = (await ask('getnettotals')).uploadtarget.time_left_in_cycle;
          t.ok(
            Math.abs(end - STEP_S) <= SLACK_S,
            `time_left_in_cycle is ${end}, expected ${STEP_S}: ${STEP_S} seconds before the end of a timeframe of ${timeframe}`,
            { path: 'uploadtarget.timeframe' },
          );
        }),
      ),
  }),
];
