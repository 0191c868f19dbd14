import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import type { Cell, Codec, State, Table } from '../state/types.ts';
import { encodeObject, readObject, type GovernanceObject } from './governance-object.ts';
import { encodeVote, readVote, type Vote } from './vote.ts';

/** A vote whose signature was checked. */
export interface CastVote extends Vote {
  /** The public key that signed it, hex. */
  readonly signer: string;
}

const MAX_STORED_BYTES = 0x7fffffff; // checked when the object arrived
const objectCodec: Codec<GovernanceObject> = {
  encode: encodeObject,
  decode: (bytes) => readObject(new ByteReader(bytes), MAX_STORED_BYTES),
};
const voteCodec: Codec<CastVote> = {
  encode: (vote) => new ByteWriter(256).bytes(encodeVote(vote)).varBytes(Buffer.from(vote.signer, 'hex')).finish(),
  decode(bytes) {
    const reader = new ByteReader(bytes);
    return { ...readVote(reader), signer: reader.varBytes().toString('hex') };
  },
};
const countCodec: Codec<number> = { encode: (count) => Buffer.from(String(count)), decode: (bytes) => Number(bytes.toString()) };

/** The governance objects and votes that the node knows, in its state. */
export class GovernanceStore {
  readonly #objects: Table<GovernanceObject>;
  readonly #votes: Table<CastVote>;
  readonly #erased: Cell<number>;
  /** Votes by object, made when first needed. */
  #byObject: Map<string, Map<string, CastVote>> | undefined;

  constructor(state: State) {
    this.#objects = state.table('governance.objects', objectCodec);
    this.#votes = state.table('governance.votes', voteCodec);
    this.#erased = state.cell('governance.erased', 0, countCodec);
    state.onRestore(() => {
      this.#byObject = undefined;
    });
  }

  get objectCount(): number {
    return this.#objects.size;
  }

  get voteCount(): number {
    return this.#votes.size;
  }

  /** How many objects were erased. */
  get erasedCount(): number {
    return this.#erased.get();
  }

  object(hash: string): GovernanceObject | undefined {
    return this.#objects.get(hash);
  }

  /** In the order of their hashes. */
  objects(): GovernanceObject[] {
    return [...this.#objects.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  }

  hasVote(hash: string): boolean {
    return this.#votes.has(hash);
  }

  votesOn(objectHash: string): Iterable<CastVote> {
    return this.#indexed.get(objectHash)?.values() ?? [];
  }

  votes(): Iterable<CastVote> {
    return this.#votes.values();
  }

  addObject(object: GovernanceObject): void {
    this.#objects.set(object.hash, object);
  }

  addVote(vote: CastVote): void {
    const index = this.#indexed; // before the vote is in the table
    this.#votes.set(vote.hash, vote);
    addTo(index, vote);
  }

  /** Removes an object with its votes. */
  erase(hash: string): void {
    for (const vote of this.votesOn(hash)) this.#votes.delete(vote.hash);
    this.#indexed.delete(hash);
    this.#objects.delete(hash);
    this.#erased.set(this.#erased.get() + 1);
  }

  get #indexed(): Map<string, Map<string, CastVote>> {
    if (this.#byObject === undefined) {
      this.#byObject = new Map();
      for (const vote of this.#votes.values()) addTo(this.#byObject, vote);
    }
    return this.#byObject;
  }
}

function addTo(index: Map<string, Map<string, CastVote>>, vote: CastVote): void {
  const votes = index.get(vote.objectHash);
  if (votes === undefined) index.set(vote.objectHash, new Map([[vote.hash, vote]]));
  else votes.set(vote.hash, vote);
}
