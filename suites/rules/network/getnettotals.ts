import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions } from '../../../client/types.ts';
import { TargetError, type RunningNode } from '../../../fixtures/targets/types.ts';
import type { ServiceCall } from '../../../specs/model/generated/wire.d.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { CONNECTED_WITHIN_MS, withPlainPeer } from '../support/connected-peers.ts';
import type { PlainPeer } from '../support/plain-peer.ts';

const WAIT_MS = 100;
/** The clock of another machine may be this wrong, or a node would not even take the blocks of others. */
const WRONG_CLOCK_MS = 2 * 3_600_000;
/** Beyond what a handshake takes, so that it is not used up. The option counts in MiB. */
const UPLOAD_TARGET = '-maxuploadtarget=500';
const STEP_S = 1_000;
const SLACK_S = 5;

/** A node with a target for uploads, which the profiles do not have, for as long as something is done. */
async function withUploadTarget(t: Trial, during: (ask: ServiceCall<CallOptions>) => Promise<void>): Promise<void> {
  if (!t.target.capabilities.startNodes) t.inapplicable('only a node that was started with a target for uploads shows these');
  let node: RunningNode;
  try {
    node = await t.target.start('default', [UPLOAD_TARGET]);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    t.inapplicable(`the node cannot be started with a target for uploads: ${error.message}`);
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

/** Bytes that have come to the peer, headers included. */
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
      t.ok(off < WRONG_CLOCK_MS, `timemillis is ${first.time}, our own clock shows ${first.fromMs} ms`, { path: 'timemillis' });
      const passed = second.time - first.time;
      const [least, most] = [second.fromMs - first.toMs - 5, second.toMs - first.fromMs + 5];
      t.ok(passed >= least && passed <= most, `timemillis went on by ${passed} while ${least} to ${most} ms passed`, {
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
            t.inapplicable('the node does not connect to a peer, and so sends nothing');
          let seen = await ask('getnettotals');
          // What was sent last may be on its way.
          const settled = await holdsWithin(CONNECTED_WITHIN_MS, async () => {
            seen = await ask('getnettotals');
            return seen.totalbytessent === bytesAt(peer);
          });
          t.ok(settled, `totalbytessent is ${seen.totalbytessent}, the only peer has counted ${bytesAt(peer)} bytes`, {
            path: 'totalbytessent',
          });
          const { target, bytes_left_in_cycle: bytesLeft, timeframe, time_left_in_cycle: timeLeft } = seen.uploadtarget;
          t.equal(target - bytesLeft, seen.totalbytessent, 'target less bytes_left_in_cycle, the bytes sent in this cycle,', {
            path: 'uploadtarget.target',
          });
          t.ok(Math.abs(timeframe - timeLeft) <= SLACK_S, `time_left_in_cycle is ${timeLeft} of ${timeframe} as the cycle begins`, {
            path: 'uploadtarget.time_left_in_cycle',
          });
          await ask('setmocktime', { timestamp: startS + STEP_S });
          const later = (await ask('getnettotals')).uploadtarget.time_left_in_cycle;
          t.ok(
            Math.abs(timeLeft - later - STEP_S) <= SLACK_S,
            `time_left_in_cycle goes from ${timeLeft} to ${later} in ${STEP_S} seconds`,
            { path: 'uploadtarget.time_left_in_cycle' },
          );
          await ask('setmocktime', { timestamp: startS + timeframe - STEP_S });
          const end = (await ask('getnettotals')).uploadtarget.time_left_in_cycle;
          t.ok(
            Math.abs(end - STEP_S) <= SLACK_S,
            `time_left_in_cycle is ${end}, ${STEP_S} seconds before a timeframe of ${timeframe} is over`,
            { path: 'uploadtarget.timeframe' },
          );
        }),
      ),
  }),
];
