import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { compactSize, joined, littleEndian } from '../../../oracles/bytes.ts';
import { peerInfo } from '../../support/peers.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { addedMasternodeCases } from '../support/added-masternode.ts';
import { whileAdded } from '../support/added-nodes.ts';
import { untilConnected, withPlainPeers } from '../support/connected-peers.ts';
import { SERVICES, type PlainPeer } from '../support/plain-peer.ts';

const SOON_MS = 5_000;
/** Nodes of this family accept messages of at most 1,000 addresses, and disconnect a peer after some larger ones. */
const ADDRESSES = 1_001;
const OFFENCES = 12;

/** A well-formed address message with more addresses than allowed. */
function tooManyAddresses(t: Trial): Uint8Array {
  const nowS = Math.floor(Date.now() / 1000);
  const address = joined(
    littleEndian(nowS, 4),
    littleEndian(SERVICES.network, 8),
    new Uint8Array(10),
    [0xff, 0xff],
    [198, 51, 100, t.random.integer(1, 254)],
    [0x20, 0x8d],
  );
  return joined(compactSize(ADDRESSES), Buffer.alloc(ADDRESSES * address.length, address));
}

/** Sends too long messages and waits until the node has processed them: it answers in order. */
async function misbehave(t: Trial, peer: PlainPeer): Promise<void> {
  const offence = tooManyAddresses(t);
  for (let i = 0; i < OFFENCES; i++) peer.send('addr', offence);
  const answered = peer.received.get('pong')?.count ?? 0;
  peer.send('ping', t.random.bytes(8));
  await holdsWithin(t, SOON_MS, async () => !peer.connected || (peer.received.get('pong')?.count ?? 0) > answered);
}

export const addnodeRules: readonly Case[] = [
  rule({
    // All on one new node: a node connects to all added nodes at once, and then not for a minute.
    rule: ['addnode/protected', 'addnode/not-full', 'addnode/no-witness', 'getaddednodeinfo/addresses'],
    effect: ['network'],
    ownNode: true,
    uses: ['getpeerinfo'],
    run: async (t) =>
      withPlainPeers(t, [{}, { services: SERVICES.none }, { services: SERVICES.network }], async (peers) => {
        const [ordinary, notFull, noWitness] = peers as readonly [PlainPeer, PlainPeer, PlainPeer];
        const unreachable = '127.0.0.1:2';
        await whileAdded(t, [...peers.map(({ address }) => address), unreachable], async () => {
          await untilConnected(t, ...peers);
          await misbehave(t, ordinary);
          const stays = async (peer: PlainPeer): Promise<boolean> => peer.connected && (await peerInfo(t, peer.address)) !== undefined;
          t.ok(await stays(ordinary), `an added node was disconnected after ${OFFENCES} too long messages`);
          t.ok(await stays(notFull), 'an added node that offers no blocks was disconnected');
          t.ok(await stays(noWitness), 'an added node that offers no witness data was disconnected');
          const list = await t.result('getaddednodeinfo');
          for (const { address } of peers) {
            const item = list.find(({ addednode }) => addednode === address);
            t.equal(item?.connected, true, 'connected of an added node that is connected', { path: 'connected' });
            t.equal(item?.addresses, [{ address, connected: 'outbound' }], 'the addresses of an added node that is connected', {
              path: 'addresses',
            });
          }
          const absent = list.find(({ addednode }) => addednode === unreachable);
          t.equal(absent?.connected, false, 'connected of an unreachable added node', { path: 'connected' });
          t.equal(absent?.addresses ?? [], [], 'the addresses of an unreachable added node', { path: 'addresses' });
        });
      }),
  }),
  ...addedMasternodeCases,
];
