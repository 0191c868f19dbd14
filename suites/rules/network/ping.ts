import { toNumber } from '../../support/amounts.ts';
import type { PeerInfo } from '../../../specs/model/generated/wire.d.ts';
import type { WireNumber } from '../../../specs/model/wire.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { holdsWithin, pause } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { connect, peerInfoOf, withPlainPeer, withPlainPeers } from '../support/connected-peers.ts';
import type { PlainPeer } from '../support/plain-peer.ts';

const SOON_MS = 5_000;
/** How long the peer delays its answer to a ping: far above an ordinary ping time. */
const HELD_MS = 100;
/** Tolerance for reading the clocks of two processes. */
const SLACK_S = 0.005;

const seconds = (value: WireNumber | undefined): number => toNumber(value);

/** Makes the node send a ping to a peer that does not answer yet. Returns the times (`performance.now()`) between which it was sent. */
async function heldPing(t: Trial, peer: PlainPeer): Promise<{ earliestMs: number; latestMs: number }> {
  // A ping right after the connection was made is not the requested one.
  await holdsWithin(t, 300, async () => peer.received.has('ping'));
  peer.answering = false;
  peer.pings.length = 0;
  const earliestMs = performance.now();
  await t.result('ping');
  await holdsWithin(t, SOON_MS, async () => peer.pings.length > 0);
  const ping = peer.pings.at(-1);
  t.ok(ping !== undefined, `a connected peer received no ping within ${SOON_MS / 1000} s of the call`);
  return { earliestMs, latestMs: ping?.atMs ?? performance.now() };
}

/** Checks a time in seconds against a lower and an upper limit. */
function checkSeconds(
  t: Trial,
  path: 'pingtime' | 'pingwait',
  value: WireNumber | undefined,
  { leastMs, mostMs }: { readonly leastMs: number; readonly mostMs: number },
): void {
  if (!t.ok(value !== undefined, `${path} is missing`, { path })) return;
  const [least, most] = [leastMs / 1000 - SLACK_S, mostMs / 1000 + SLACK_S];
  const fits = seconds(value) >= least && seconds(value) <= most;
  t.ok(fits, `${path} is ${String(value)}, expected ${least.toFixed(3)} to ${most.toFixed(3)} seconds by the clock of Pyx`, { path });
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
        // The node may still be waiting for the pings right after the connections were made.
        await pause(t, HELD_MS);
        for (const peer of peers) peer.pings.length = 0;
        await t.result('ping');
        const all = await holdsWithin(t, SOON_MS, async () => peers.every(({ pings }) => pings.length > 0));
        const reached = peers.filter(({ pings }) => pings.length > 0).length;
        t.ok(all, `${reached} of 2 connected peers received a ping within ${SOON_MS / 1000} s of the call, expected 2`);
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
        await pause(t, HELD_MS); // simulates a busy peer
        const answeredMs = performance.now();
        peer.pong();
        let after: PeerInfo = before;
        const came = await holdsWithin(t, SOON_MS, async () => {
          after = await peerInfoOf(t, peer);
          // A value from before the answer of the peer is not the time of this ping.
          return after.pingtime !== undefined && String(after.pingtime) !== String(before.pingtime);
        });
        t.ok(came, `pingtime is missing or unchanged ${SOON_MS / 1000} s after the peer answered the ping`, { path: 'pingtime' });
        if (came) checkSeconds(t, 'pingtime', after.pingtime, { leastMs: answeredMs - latestMs, mostMs: performance.now() - earliestMs });
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
        await pause(t, HELD_MS);
        const askedMs = performance.now();
        const waiting = await peerInfoOf(t, peer);
        checkSeconds(t, 'pingwait', waiting.pingwait, { leastMs: askedMs - latestMs, mostMs: performance.now() - earliestMs });
        peer.pong();
        const over = await holdsWithin(t, SOON_MS, async () => seconds((await peerInfoOf(t, peer)).pingwait ?? 0) === 0);
        t.ok(over, 'pingwait is above 0 for a peer that answered its ping', { path: 'pingwait' });
      }),
  }),
];
