import type { Peer } from './peer.ts';

/** Maximum number of outstanding requests to one peer. */
const MAX_PER_PEER = 5_000;
/** After this time the transaction is requested from another peer. */
const TIMEOUT_TICKS = 20;
/** Maximum number of other peers remembered for one transaction. */
const MAX_OTHERS = 8;

interface Request {
  peer: Peer;
  ticks: number;
  readonly others: Peer[];
}

/** Which transaction is requested from which peer, and which other peers have it. */
export class TransactionRequests {
  readonly #requests = new Map<string, Request>();
  readonly #counts = new Map<Peer, number>();

  /** A peer has announced a missing transaction. Returns whether it is to be requested from this peer. */
  wants(peer: Peer, txid: string): boolean {
    const count = this.#counts.get(peer) ?? 0;
    const request = this.#requests.get(txid);
    if (request) {
      if (request.peer !== peer && request.others.length < MAX_OTHERS && !request.others.includes(peer)) request.others.push(peer);
      return false;
    }
    if (count >= MAX_PER_PEER) return false;
    this.#requests.set(txid, { peer, ticks: 0, others: [] });
    this.#counts.set(peer, count + 1);
    return true;
  }

  /** A transaction has arrived, from any peer. */
  received(txid: string): void {
    const request = this.#requests.get(txid);
    if (!request) return;
    this.#requests.delete(txid);
    this.#count(request.peer, -1);
  }

  /** A peer does not send a transaction. Returns the peer to request it from instead. */
  failed(peer: Peer, txid: string): Peer | undefined {
    const request = this.#requests.get(txid);
    if (request?.peer !== peer) return undefined;
    this.#count(peer, -1);
    const next = request.others.shift();
    if (!next) {
      this.#requests.delete(txid);
      return undefined;
    }
    request.peer = next;
    request.ticks = 0;
    this.#count(next, 1);
    return next;
  }

  /** A peer has left. Returns transactions to request from another peer, with that peer. */
  left(peer: Peer): [string, Peer][] {
    const again: [string, Peer][] = [];
    for (const [txid, request] of this.#requests) {
      const index = request.others.indexOf(peer);
      if (index >= 0) request.others.splice(index, 1);
      const next = this.failed(peer, txid);
      if (next) again.push([txid, next]);
    }
    this.#counts.delete(peer);
    return again;
  }

  /** Returns transactions that have timed out and the peers to request them from instead. */
  tick(): [string, Peer][] {
    const again: [string, Peer][] = [];
    for (const [txid, request] of this.#requests) {
      request.ticks += 1;
      if (request.ticks <= TIMEOUT_TICKS) continue;
      const next = this.failed(request.peer, txid);
      if (next) again.push([txid, next]);
    }
    return again;
  }

  #count(peer: Peer, change: number): void {
    const count = (this.#counts.get(peer) ?? 0) + change;
    if (count > 0) this.#counts.set(peer, count);
    else this.#counts.delete(peer);
  }
}
