import { fromHex, fromId, hash256, idOf, joined, littleEndian, withLength } from './bytes.ts';

/** The content of a proposal, as `gobject submit` is given it. */
export interface ProposalContent {
  /** 64 hex digits; zeros for a new proposal. */
  readonly parentHash: string;
  readonly revision: number;
  /** Epoch seconds. */
  readonly time: number;
  readonly dataHex: string;
}

/** A 32-byte zero hash and the highest index: no outpoint. */
const NO_OUTPOINT = joined(new Uint8Array(32), [0xff, 0xff, 0xff, 0xff]);
/** The rest of an input without script: its length and the final sequence. */
const NO_INPUT = [0x00, 0xff, 0xff, 0xff, 0xff];
const NO_SIGNATURE = [0x00];

/**
 * The hash that nodes of this family give a proposal; the documents do not show it. It is that of parent, revision, time,
 * the hex of the data as text, the masternode that made it (none) and its signature (none). Throws `Malformed`.
 */
export function proposalHash({ parentHash, revision, time, dataHex }: ProposalContent): string {
  fromHex(dataHex);
  return idOf(
    hash256(
      joined(
        fromId(parentHash),
        littleEndian(revision, 4),
        littleEndian(time, 8),
        withLength(new TextEncoder().encode(dataHex.toLowerCase())),
        NO_OUTPOINT,
        NO_INPUT,
        NO_SIGNATURE,
      ),
    ),
  );
}
