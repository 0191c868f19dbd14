/** The connections, added nodes and bans of a node. */
export interface PeersModel {
  active: boolean;
  /** Network activity was disabled since the node was connected last. */
  wasInactive: boolean;
  /** `unknown`: the documents do not say whether a ban closes the connection to the banned address. */
  connected: boolean | 'unknown';
  /** Added nodes, which do not exist. */
  readonly added: Set<string>;
  readonly bans: readonly ModelBan[];
}

/** A subnet that commands ban. */
export interface ModelBan {
  /** With its mask. */
  readonly subnet: string;
  isBanned: boolean;
}

/** The subnet with the addresses of the node and of its peer. */
export const LOOPBACK = '127.0.0.1/32';

export const isPeerBanned = ({ bans }: Readonly<PeersModel>): boolean =>
  bans.some(({ subnet, isBanned }) => isBanned && subnet === LOOPBACK);
