/** Numbers of the peer-to-peer protocol, as public in its BIPs and developer reference. */

/** What we speak: sendheaders (BIP 130) and feefilter (BIP 133), no compact blocks. */
export const PROTOCOL_VERSION = 70015;
/** Older peers know no headers-first protocol. */
export const MIN_PEER_VERSION = 31800;
/** From this version on a peer may be told headers instead of inventories. */
export const SENDHEADERS_VERSION = 70012;
export const FEEFILTER_VERSION = 70013;

/** Service bits. */
export const SERVICES = { network: 1n, witness: 8n, networkLimited: 1024n } as const;

/** Types of inventory; the flag asks for the form with witness (BIP 144). */
export const INVENTORY = { transaction: 1, block: 2, witnessFlag: 0x40000000 } as const;

/** Bytes of the header of a message: magic, name, length, checksum. */
export const FRAME_HEADER_BYTES = 24;
/** A message may be no longer. */
export const MAX_PAYLOAD_BYTES = 4_000_000;
/** Nor longer than this from a peer that has not shaken hands. */
export const MAX_HANDSHAKE_PAYLOAD_BYTES = 4_096;
export const MAX_USER_AGENT_BYTES = 256;
export const MAX_INVENTORY_ITEMS = 50_000;
export const MAX_HEADERS = 2_000;
export const MAX_LOCATOR_HASHES = 101;
export const MAX_BLOCK_INVENTORY = 500;
export const MAX_ADDRESSES = 1_000;
/** New blocks are announced by headers up to so many, otherwise by an inventory of the last. */
export const MAX_HEADERS_ANNOUNCED = 8;
/** Blocks that a pruned node keeps at least (BIP 159). */
export const LIMITED_BLOCKS = 288;

/** A peer whose score comes to this is disconnected, and banned unless it is on this machine. */
export const BAN_SCORE = 100;
