import { toNumber } from '../../support/amounts.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import type { WireNumber } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, peerInfoOf, withPlainPeer, withPlainPeers } from '../support/connected-peers.ts';
import type { PlainPeer } from '../support/plain-peer.ts';

const SOON_MS = 5_000;
/** How long a peer sits on a ping: far above what a ping takes otherwise. */
const HELD_MS = 100;
/** Clocks of two processes may be read a little apart. */
const SLACK_S = 0.005;

const seconds = (value: WireNumber | undefined): number => toNumber(value);

/** Has the node send a ping to a peer that keeps it waiting. Gives the times (`performance.now()`) between which it was sent. */
async function heldPing(t: Trial, peer: PlainPeer): Promise<{ earliestMs: number; latestMs: number }> {
  // A ping of the first moments of the connection is not the one that is asked for.
  await holdsWithin(300, async () => peer.received.has('ping'));
  peer.answering = false;
  peer.pings.length = 0;
  const earliestMs = performance.now();
  await t.result('ping');
  await holdsWithin(SOON_MS, async () => peer.pings.length > 0);
  const ping = peer.pings.at(-1);
  t.ok(ping !== undefined, `a connected peer gets no ping within ${SOON_MS / 1000} s of the call`);
  return { earliestMs, latestMs: ping?.atMs ?? performance.now() };
}

/** A time in seconds that must lie between two others. */
function checkSeconds(t: Trial, value: WireNumber | undefined, leastMs: number, mostMs: number, path: 'pingtime' | 'pingwait'): void {
  if (!t.ok(value !== undefined, `${path} is not given`, { path })) return;
  const [least, most] = [leastMs / 1000 - SLACK_S, mostMs / 1000 + SLACK_S];
  const fits = seconds(value) >= least && seconds(value) <= most;
  t.ok(fits, `${path} is ${String(value)}, by our own clock it is between ${least.toFixed(3)} and ${most.toFixed(3)} seconds`, { path });
}

export const pingRules: readonly Case[] = [
  rule({
    rule: 'ping/all-peers',
    effect: ['network'],
    uses: ['addnode', 'getpeerinfo'],
    run: async (t) =>
      withPlainPeers(t, [{}, {}], async (peers) => {
        await connect(t, ...peers);
        for (const peer of peers) peer.answering = false;
        // The node may still be busy with the pings of the first moments.
        await delay(HELD_MS);
        for (const peer of peers) peer.pings.length = 0;
        await t.result('ping');
        const all = await holdsWithin(SOON_MS, async () => peers.every(({ pings }) => pings.length > 0));
        const reached = peers.filter(({ pings }) => pings.length > 0).length;
        t.ok(all, `${reached} of 2 connected peers get a ping within ${SOON_MS / 1000} s of the call`);
      }),
  }),
  rule({
    rule: ['ping/pingtime', 'ping/backlog', 'getpeerinfo/pingtime', 'getpeerinfo/pingtime-available'],
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        peer.answering = false;
        await connect(t, peer);
        const before = await peerInfoOf(t, peer);
        const { earliestMs, latestMs } = await heldPing(t, peer);
        await delay(HELD_MS); // the peer is busy with other work first
        const answeredMs = performance.now();
        peer.pong();
        let after: PeerInfo = before;
        const came = await holdsWithin(SOON_MS, async () => {
          after = await peerInfoOf(t, peer);
          // Whatever stood there before the peer had answered is no time of an answer.
          return after.pingtime !== undefined && String(after.pingtime) !== String(before.pingtime);
        });
        t.ok(came, `pingtime is not given ${SOON_MS / 1000} s after the peer answered the ping`, { path: 'pingtime' });
        if (came) checkSeconds(t, after.pingtime, answeredMs - latestMs, performance.now() - earliestMs, 'pingtime');
      }),
  }),
  rule({
    rule: ['ping/pingwait', 'getpeerinfo/pingwait'],
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) =>
      withPlainPeer(t, async (peer) => {
        await connect(t, peer);
        const { earliestMs, latestMs } = await heldPing(t, peer);
        await delay(HELD_MS);
        const askedMs = performance.now();
        const waiting = await peerInfoOf(t, peer);
        checkSeconds(t, waiting.pingwait, askedMs - latestMs, performance.now() - earliestMs, 'pingwait');
        peer.pong();
        const over = await holdsWithin(SOON_MS, async () => seconds((await peerInfoOf(t, peer)).pingwait ?? 0) === 0);
        t.ok(over, 'pingwait is above 0 for a peer that has answered its ping', { path: 'pingwait' });
      }),
  }),
];
