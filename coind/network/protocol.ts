/** Constants of the peer-to-peer protocol, from its BIPs and the public developer reference. */

/** Our protocol version: with sendheaders (BIP 130) and feefilter (BIP 133), without compact blocks. */
export const PROTOCOL_VERSION = 70015;
/** Minimum version of peers: older ones do not support headers-first synchronisation. */
export const MIN_PEER_VERSION = 31800;
/** First version that supports announcements by headers. */
export const SENDHEADERS_VERSION = 70012;
export const FEEFILTER_VERSION = 70013;

/** Service bits. */
export const SERVICES = { network: 1n, witness: 8n, networkLimited: 1024n } as const;

/** Inventory types; the flag requests the form with witness (BIP 144). */
export const INVENTORY = { transaction: 1, block: 2, witnessFlag: 0x40000000 } as const;

/** Length of a message header in bytes: magic, command, length, checksum. */
export const FRAME_HEADER_BYTES = 24;
/** Maximum length of a message, without its header. */
export const MAX_PAYLOAD_BYTES = 4_000_000;
/** Maximum length of a message before the handshake is complete. */
export const MAX_HANDSHAKE_PAYLOAD_BYTES = 4_096;
export const MAX_USER_AGENT_BYTES = 256;
export const MAX_INVENTORY_ITEMS = 50_000;
export const MAX_HEADERS = 2_000;
export const MAX_LOCATOR_HASHES = 101;
export const MAX_BLOCK_INVENTORY = 500;
export const MAX_ADDRESSES = 1_000;
/** Maximum number of new blocks announced by headers; more are announced by an inventory of the last. */
export const MAX_HEADERS_ANNOUNCED = 8;
/** Minimum number of last blocks that a pruned node keeps (BIP 159). */
export const LIMITED_BLOCKS = 288;

/** A peer with this score is disconnected, and banned unless it is on this machine. */
export const BAN_SCORE = 100;
