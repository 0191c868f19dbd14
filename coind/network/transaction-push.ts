import type { ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import type { TransactionMessage } from './types.ts';

/** A peer that has taken nothing for so many ticks is no longer waited for. */
const PATIENCE_TICKS = 60;

interface Waiting {
  readonly messages: TransactionMessage[];
  /** How many of them are sent. */
  sent: number;
  ticks: number;
}

/** Sends transactions to peers that have not asked for them, no faster than each of them reads. */
export class TransactionPush implements ProtocolPart {
  readonly handlers = {};
  readonly #waiting = new Map<Peer, Waiting>();
  #whenDone: (() => void)[] = [];

  add(peer: Peer, messages: readonly TransactionMessage[]): void {
    if (messages.length === 0) return;
    const waiting = this.#waiting.get(peer);
    if (waiting) {
      waiting.messages.push(...messages);
      return;
    }
    this.#waiting.set(peer, { messages: [...messages], sent: 0, ticks: 0 });
    this.proceed(peer);
  }

  /** Sends as much as the peer takes now. */
  proceed(peer: Peer): void {
    const waiting = this.#waiting.get(peer);
    if (!waiting) return;
    const { messages } = waiting;
    waiting.ticks = 0;
    peer.together(() => {
      while (waiting.sent < messages.length && !peer.congested && !peer.closed) peer.sendFrame('tx', messages[waiting.sent++]!.bytes);
    });
    if (waiting.sent === messages.length) this.left(peer);
  }

  /** Resolves once nothing waits to be sent. */
  done(): Promise<void> {
    return this.#waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenDone.push(resolve));
  }

  left(peer: Peer): void {
    this.#waiting.delete(peer);
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#whenDone.splice(0)) resolve();
  }

  tick(): void {
    for (const [peer, waiting] of this.#waiting) {
      waiting.ticks += 1;
      if (waiting.ticks > PATIENCE_TICKS) peer.disconnect();
    }
  }
}
