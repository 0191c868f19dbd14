import { curve } from '../../crypto/testing/curve.ts';
import { sha256 } from '../../primitives/hash.ts';
import { outpointKey } from '../../primitives/outpoint.ts';
import type { MasternodeEvents } from '../../masternodes/types.ts';
import type { Electorate, OwnVoter, Voter } from '../electorate.ts';

/** A masternode whose key is known. */
export function voter(name: string): OwnVoter {
  return { outpoint: { txid: sha256(Buffer.from(name)).toString('hex'), vout: 1 }, privateKey: sha256(Buffer.from(`key of ${name}`)) };
}

/** Masternodes that a test adds and removes. */
export class FakeElectorate implements Electorate {
  own: OwnVoter | undefined;
  readonly sync = { isFinished: true };
  readonly #voters = new Map<string, Voter>();
  readonly #listeners: (() => void)[] = [];

  constructor(...voters: readonly OwnVoter[]) {
    for (const voter of voters) this.add(voter);
  }

  add({ outpoint, privateKey }: OwnVoter): void {
    this.#voters.set(outpointKey(outpoint), { outpoint, operatorKey: curve.publicKey(privateKey, true) });
    for (const listener of this.#listeners) listener();
  }

  remove({ outpoint }: OwnVoter): void {
    this.#voters.delete(outpointKey(outpoint));
    for (const listener of this.#listeners) listener();
  }

  list(): readonly Voter[] {
    return [...this.#voters.values()];
  }

  get(outpoint: Voter['outpoint']): Voter | undefined {
    return this.#voters.get(outpointKey(outpoint));
  }

  mayVote(outpoint: Voter['outpoint']): boolean {
    return this.#voters.has(outpointKey(outpoint));
  }

  on({ listChanged }: Partial<MasternodeEvents>): void {
    if (listChanged !== undefined) this.#listeners.push(listChanged);
  }
}
