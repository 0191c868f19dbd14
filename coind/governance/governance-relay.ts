import type { MessageHandler, ProtocolPart } from '../network/message-handler.ts';
import type { Peer } from '../network/peer.ts';
import type { Network } from '../network/types.ts';
import type { GovernanceParams } from '../params.ts';
import { encodeObject, readObject } from './governance-object.ts';
import type { Governance, Reception } from './types.ts';
import { encodeVote, readVote } from './vote.ts';

const OBJECT = 'govobj';
const VOTE = 'govobjvote';
const INVALID_SCORE = 20;
/** Maximum that a peer is sent when it joins, bytes. */
const MAX_SENT_BYTES = 4_000_000;

/** Relays governance objects and votes: what is new goes to all other peers, a peer that joins is sent what is known. */
export class GovernanceRelay implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #governance: Governance;

  constructor(
    governance: Governance,
    network: Pick<Network, 'broadcast' | 'misbehave'>,
    { maxDataBytes }: Pick<GovernanceParams, 'maxDataBytes'>,
  ) {
    this.#governance = governance;
    const judge = (peer: Peer, reception: Reception): void => {
      if (reception.outcome === 'invalid') network.misbehave(peer, INVALID_SCORE, reception.reason);
    };
    this.handlers = {
      [OBJECT]: (peer, payload) => judge(peer, governance.receiveObject(readObject(payload, maxDataBytes), peer)),
      [VOTE]: (peer, payload) => judge(peer, governance.receiveVote(readVote(payload), peer)),
    };
    // The origin of what came from a peer is the peer.
    governance.on({
      objectAdded: (object, origin) => network.broadcast(OBJECT, encodeObject(object), origin as Peer | undefined),
      voteAdded: (vote, origin) => network.broadcast(VOTE, encodeVote(vote), origin as Peer | undefined),
    });
  }

  /** Objects first: votes on unknown ones wait in the memory of the peer, where there is less space. */
  joined(peer: Peer): void {
    peer.together(() => {
      let sent = 0;
      const send = (command: string, payload: Buffer): void => {
        sent += payload.length;
        if (sent <= MAX_SENT_BYTES) peer.send(command, payload);
      };
      for (const object of this.#governance.objects()) send(OBJECT, encodeObject(object));
      for (const vote of this.#governance.allVotes()) send(VOTE, encodeVote(vote));
    });
  }
}
