import type { Freezable } from '../state/types.ts';
import type { Transaction } from '../primitives/types.ts';
import type { NetAddress } from '../primitives/net-address.ts';
import type { Misbehave, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import type { UploadTarget } from './traffic.ts';

export interface PeerInfo {
  readonly id: number;
  readonly address: string; // host:port as connected
  readonly addressBind: string;
  readonly addressLocal?: string;
  readonly services: bigint;
  readonly relayTransactions: boolean;
  readonly lastSend: number; // epoch seconds, as all times here
  readonly lastReceived: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly connectedAt: number;
  readonly timeOffset: number;
  /** Seconds, decimal. */
  readonly pingTime?: number;
  readonly minPing?: number;
  readonly pingWait?: number;
  readonly version: number;
  readonly subversion: string;
  readonly inbound: boolean;
  readonly added: boolean;
  readonly startingHeight: number;
  readonly banScore: number;
  readonly syncedHeaders: number;
  readonly syncedBlocks: number;
  readonly inFlight: readonly number[];
  readonly whitelisted: boolean;
  readonly sentPerMessage: Readonly<Record<string, number>>;
  readonly receivedPerMessage: Readonly<Record<string, number>>;
}

export interface Ban {
  readonly subnet: string; // normalised: 192.0.2.0/24
  readonly until: number;
  readonly createdAt: number;
  readonly reason: 'manually added' | 'node misbehaving';
}

export interface AddedNode {
  readonly node: string;
  readonly connected: readonly { readonly address: string; readonly direction: 'inbound' | 'outbound' }[];
}

/** A transaction as it goes over a connection, made once for all peers and all times. */
export interface TransactionMessage {
  readonly txid: string;
  /** With the header of the message. */
  readonly bytes: Buffer;
}

/** Its snapshots hold whether it is active and the added nodes; bans are in the state. Connections are not restored. */
export interface Network extends Freezable {
  readonly active: boolean;
  setActive(active: boolean): void;
  readonly listening: { readonly host: string; readonly port: number } | undefined;
  /** Public addresses of this node that the user has given (-externalip). */
  readonly localAddresses: readonly NetAddress[];
  readonly protocolVersion: number;
  readonly subversion: string;
  readonly services: bigint;
  readonly timeOffset: number;
  peers(): readonly PeerInfo[];
  readonly totals: { readonly received: number; readonly sent: number; readonly uploadTarget: UploadTarget };
  ping(): void;
  /** These throw `NetworkError`. */
  addNode(node: string): void;
  removeNode(node: string): void;
  tryNode(node: string): void;
  addedNodes(): readonly AddedNode[];
  disconnect(which: { readonly address: string } | { readonly id: number }): void;
  ban(subnet: string, until: number): void;
  unban(subnet: string): void;
  bans(): readonly Ban[];
  clearBans(): void;
  /** Announces a transaction of this node to peers. */
  relay(transaction: Transaction): void;
  message(transaction: Transaction): TransactionMessage;
  /** Sends transactions of the pool to all peers outright, who need not ask for them; as fast as each of them reads. */
  push(messages: readonly TransactionMessage[]): void;
  /** Resolves once all that was pushed is handed to the connections, but for those that are lost or do not read. */
  pushed(): Promise<void>;
  /** Adds messages to the protocol. Peers that are connected already join it at once. */
  addPart(part: ProtocolPart): void;
  /** Sends a message to all peers but one. */
  broadcast(command: string, payload: Buffer, except?: Peer): void;
  /** For parts that were added: for what a peer sent although it is invalid in every state of the node. */
  readonly misbehave: Misbehave;
  start(): Promise<void>;
  stop(): Promise<void>;
}
