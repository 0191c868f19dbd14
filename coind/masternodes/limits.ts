/** Limits of masternodes. Times are seconds by the clocks of nodes, as masternodes sign them. */

/** A masternode pings this often. It counts as enabled once it has pinged so long after its announcement. */
export const PING_INTERVAL_SECONDS = 10 * 60;
/** Pings that follow the last one sooner are not accepted. */
export const MIN_PING_DISTANCE_SECONDS = PING_INTERVAL_SECONDS / 2;
/** After so long without a ping a masternode must be started anew. */
export const PING_EXPIRY_SECONDS = 180 * 60;
/** The sentinel counts as running for so long after its ping. */
export const SENTINEL_EXPIRY_SECONDS = 120 * 60;
/** Signed times that are further ahead of the clock are not accepted. */
export const MAX_FUTURE_SECONDS = 60 * 60;

/** Masternodes announce the version of the protocol between peers. With spork 10 older ones than this are not paid. */
export const CURRENT_PROTOCOL = 70_015;
/** Without spork 10 masternodes of the previous release are paid too. */
export const PREVIOUS_PROTOCOL = 70_014;

/** A winner is voted for so many blocks before it is paid, when the block that decides about ties is known. */
export const VOTE_LEAD = 10;
/** Votes for blocks further above the tip are not accepted: the voter may have blocks that this node has not. */
export const MAX_VOTE_LEAD = 2 * VOTE_LEAD;
/** The masternodes of the first ranks at a block vote. */
export const VOTERS = 10;
/** Votes are kept for so many blocks below the tip. */
export const KEPT_VOTE_BLOCKS = 100;
/** A masternode that signed contradicting votes is banned for so many blocks after the one that they are about. */
export const BAN_BLOCKS = 100;

/** Maximum number of announcements that wait for their collateral to be confirmed. */
export const MAX_WAITING = 1_000;
