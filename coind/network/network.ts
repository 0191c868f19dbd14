import type { Socket } from 'node:net';
import { createOrphans } from '../mempool/orphans.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import type { Transaction } from '../primitives/types.ts';
import { NetworkError } from './network-error.ts';
import { AddressBook } from './address-book.ts';
import { AddedNodes } from './added-nodes.ts';
import { Admission } from './admission.ts';
import { BanList } from './ban-list.ts';
import { BlockAnnouncer } from './block-announcer.ts';
import { BlockSync } from './block-sync.ts';
import { Connections, type Established } from './connections.ts';
import { Handshake } from './handshake.ts';
import { Inventory } from './inventory.ts';
import { encodeFrame, FrameError, type Frame } from './message-frame.ts';
import { TooManyItemsError, type KnownAddress } from './messages.ts';
import { formatAddress, isLocal as isLoopback, normalIp, parseAddress, type NetAddress } from '../primitives/net-address.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { NetworkDeps } from './network-deps.ts';
import { ProtocolParts } from './protocol-parts.ts';
import { Peer } from './peer.ts';
import { peerInfo } from './peer-info.ts';
import { Pings } from './pings.ts';
import { BAN_SCORE, PROTOCOL_VERSION, SERVICES } from './protocol.ts';
import { Serving } from './serving.ts';
import { parseSubnet } from '../primitives/subnet.ts';
import { Traffic } from './traffic.ts';
import { TransactionRelay } from './transaction-relay.ts';
import { TransactionPush } from './transaction-push.ts';
import type { AddedNode, Ban, Network, PeerInfo, TransactionMessage } from './types.ts';
import { userAgent } from '../user-agent.ts';

const TICK_MS = 1_000;
const MALFORMED_SCORE = 20;

/** The peer-to-peer network of a node. Opens no socket before `start`. */
export function createNetwork(deps: NetworkDeps): Network {
  return new PeerNetwork(deps);
}

class PeerNetwork implements Network {
  readonly protocolVersion = PROTOCOL_VERSION;
  readonly subversion: string;
  readonly services: bigint;
  readonly #deps: NetworkDeps;
  readonly #peers = new Set<Peer>();
  readonly #added: AddedNodes;
  readonly #bans: BanList;
  readonly #admission: Admission;
  readonly #traffic: Traffic;
  readonly #connections: Connections;
  readonly #handshake: Handshake;
  readonly #pings: Pings;
  readonly #sync: BlockSync;
  readonly #push = new TransactionPush();
  readonly #relay: TransactionRelay;
  readonly #serving: Serving;
  readonly #parts: ProtocolParts;
  /** Handlers of the messages of the handshake. */
  readonly #handshakeHandlers: ReadonlyMap<string, MessageHandler>;
  #nextId = 0;
  #active = true;
  #ticks: NodeJS.Timeout | undefined;

  constructor(deps: NetworkDeps) {
    const { chain, mempool, params, clock, random, options, state, log } = deps;
    this.#deps = deps;
    this.subversion = userAgent(options.uaComment);
    const pruned = options.prune !== undefined;
    this.services = SERVICES.witness | SERVICES.networkLimited | (pruned ? 0n : SERVICES.network);
    this.#bans = new BanList(state, clock);
    this.#admission = new Admission(this.#bans, options);
    this.#traffic = new Traffic(clock, options.maxUploadTargetBytes ?? 0);
    const misbehave = (peer: Peer, score: number, why: string): void => this.misbehave(peer, score, why);
    this.#connections = new Connections({
      defaultPort: params.defaultPort,
      log,
      adopt: (connection) => this.#adopt(connection),
      isConnected: (name) => this.#connectedTo(name).length > 0,
    });
    this.#added = new AddedNodes(this.#connections, options.connect);
    this.#handshake = new Handshake({
      self: { services: this.services, subversion: this.subversion, relay: !options.blocksOnly, height: () => chain.tip.height },
      clock,
      log,
      misbehave,
      peers: () => this.#peers,
      onReady: (peer) => this.#parts.joined(peer),
    });
    this.#handshakeHandlers = new Map(Object.entries(this.#handshake.handlers));
    this.#pings = new Pings(clock, random);
    this.#sync = new BlockSync({ chain, misbehave, maxBareHeaders: deps.maxBareHeaders, onCaughtUp: (peer) => this.#relay.caughtUp(peer) });
    const announcer = new BlockAnnouncer(chain, this.#sync.download);
    const isBehind = (peer: Peer): boolean => this.#sync.isBehind(peer);
    this.#relay = new TransactionRelay({
      chain,
      mempool,
      orphans: createOrphans({ clock, random }),
      misbehave,
      isBehind,
      push: this.#push,
      blocksOnly: options.blocksOnly,
    });
    this.#serving = new Serving({
      chain,
      clock,
      traffic: this.#traffic,
      announcer,
      relay: this.#relay,
      pruned,
      targetSpacingSeconds: params.targetSpacingSeconds,
    });
    const inventory = new Inventory(this.#sync, this.#relay);
    this.#parts = new ProtocolParts([
      this.#pings,
      announcer,
      this.#sync,
      this.#relay,
      this.#push,
      inventory,
      this.#serving,
      new AddressBook({ clock, random, own: () => this.#announced() }),
    ]);
    state.hold(this, this.#added);
    state.onRestore(() => {
      this.#sync.restart();
      this.#relay.restart();
    });
  }

  get active(): boolean {
    return this.#active;
  }

  get listening(): NetAddress | undefined {
    return this.#connections.listening;
  }

  /** Median clock offset of the outbound peers, in seconds. Inbound peers could falsify it. */
  get timeOffset(): number {
    const offsets = [...this.#peers]
      .filter(({ ready, inbound }) => ready && !inbound)
      .map((peer) => peer.timeOffset)
      .sort((a, b) => a - b);
    return offsets[Math.floor(offsets.length / 2)] ?? 0;
  }

  get localAddresses(): readonly NetAddress[] {
    const { options, params } = this.#deps;
    const port = this.listening?.port || options.port || params.defaultPort;
    return options.externalIps.flatMap((text) => parseAddress(text, port) ?? []);
  }

  /** Own addresses that are announced to peers; none if the node does not listen. */
  #announced(): readonly KnownAddress[] {
    if (this.listening === undefined) return [];
    const time = this.#deps.clock.seconds();
    return this.localAddresses.map((address) => ({ ...address, services: this.services, time }));
  }

  get totals(): Network['totals'] {
    const { received, sent, uploadTarget } = this.#traffic;
    return { received, sent, uploadTarget };
  }

  async start(): Promise<void> {
    const { options, log } = this.#deps;
    if (options.listen) {
      // Port 0 means any free port, but is invalid in an address.
      const bind = parseAddress(options.bind, options.port || 1);
      if (!bind) throw new Error(`-bind=${options.bind}: not an address; write an IP address of this machine, with or without a port`);
      await this.#connections.listen(options.port === 0 && bind.port === 1 ? { ...bind, port: 0 } : bind);
      log(`p2p: listening on ${formatAddress(this.listening!)}`);
    }
    this.#ticks = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#added.start(options.addnode);
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticks);
    this.#active = false;
    for (const peer of this.#peers) peer.disconnect();
    await this.#connections.stop();
  }

  setActive(active: boolean): void {
    if (active === this.#active) return;
    this.#active = active;
    this.#connections.setActive(active);
    if (!active) for (const peer of this.#peers) peer.disconnect();
  }

  freeze(): () => void {
    const active = this.#active;
    return () => this.setActive(active);
  }

  peers(): readonly PeerInfo[] {
    return [...this.#peers].filter(({ closed }) => !closed).map((peer) => peerInfo(peer, this.#sync.download, this.#pings));
  }

  ping(): void {
    this.#pings.all();
  }

  addNode(node: string): void {
    this.#added.add(node);
  }

  removeNode(node: string): void {
    this.#added.remove(node);
  }

  tryNode(node: string): void {
    this.#connections.tryOnce(node);
  }

  addedNodes(): readonly AddedNode[] {
    return this.#added.names.map((node) => ({
      node,
      connected: this.#connectedTo(node).map((peer) => ({ address: peer.address, direction: peer.inbound ? 'inbound' : 'outbound' })),
    }));
  }

  disconnect(which: { readonly address: string } | { readonly id: number }): void {
    const matches = (peer: Peer): boolean =>
      'id' in which ? peer.id === which.id : peer.address === which.address || peer.name === which.address;
    const found = [...this.#peers].filter((peer) => !peer.closed && matches(peer));
    if (found.length === 0) throw new NetworkError('not-connected', 'Node not found in connected nodes');
    for (const peer of found) peer.disconnect();
  }

  ban(text: string, until: number): void {
    const subnet = this.#bans.add(text, until);
    for (const peer of this.#peers) if (subnet.has(peer.remote.host)) peer.disconnect();
  }

  unban(subnet: string): void {
    this.#bans.remove(subnet);
  }

  bans(): readonly Ban[] {
    return this.#bans.list();
  }

  clearBans(): void {
    this.#bans.clear();
  }

  relay({ txid }: Transaction): void {
    this.#relay.announceOwn(txid);
  }

  message({ txid, bytes }: Transaction): TransactionMessage {
    return { txid, bytes: encodeFrame(this.#deps.params.magic, 'tx', bytes) };
  }

  push(messages: readonly TransactionMessage[]): void {
    this.#relay.push(messages);
  }

  pushed(): Promise<void> {
    return this.#push.done();
  }

  addPart(part: ProtocolPart): void {
    this.#parts.add(part);
    for (const peer of this.#peers) if (peer.ready) part.joined?.(peer);
  }

  broadcast(command: string, payload: Buffer, except?: Peer): void {
    const frame = encodeFrame(this.#deps.params.magic, command, payload);
    for (const peer of this.#peers) if (peer !== except && peer.ready) peer.sendFrame(command, frame);
  }

  #connectedTo(name: string): Peer[] {
    const address = parseAddress(name, this.#deps.params.defaultPort);
    const text = address && formatAddress(address);
    return [...this.#peers].filter((peer) => !peer.closed && (peer.name === name || peer.address === text));
  }

  #adopt({ socket, inbound, name }: Established): void {
    if (!this.#accepts(socket, inbound)) {
      socket.on('error', () => socket.destroy());
      socket.destroy();
      return;
    }
    const { clock, params, random, log } = this.#deps;
    const peer = new Peer({
      id: this.#nextId++,
      socket,
      inbound,
      manual: !inbound, // the user names all outbound peers
      whitelisted: this.#admission.isWhitelisted(socket.remoteAddress ?? ''),
      ...(name !== undefined && { name }),
      nonce: random.bytes(8).readBigUInt64LE(),
      magic: params.magic,
      clock,
      traffic: this.#traffic,
      trace: this.#deps.trace,
    });
    this.#peers.add(peer);
    socket.on('data', (chunk: Buffer) => {
      peer.receive(chunk);
      this.#process(peer);
    });
    socket.on('drain', () => {
      this.#serving.proceed(peer);
      this.#push.proceed(peer);
      this.#process(peer);
    });
    socket.on('error', (error) => log(`p2p: peer ${peer.id}: ${error.message}`));
    socket.on('end', () => peer.disconnect());
    socket.on('close', () => this.#left(peer));
    this.#handshake.begin(peer);
  }

  #accepts(socket: Socket, inbound: boolean): boolean {
    const host = socket.remoteAddress;
    if (!this.#active || host === undefined) return false;
    if (!inbound) {
      // The user may have named the same node in two ways.
      return ![...this.#peers].some(
        (peer) => !peer.inbound && !peer.closed && peer.remote.port === socket.remotePort && peer.remote.host === normalIp(host),
      );
    }
    return this.#admission.accepts(host, this.#peers);
  }

  #left(peer: Peer): void {
    this.#peers.delete(peer);
    this.#handshake.left(peer);
    this.#parts.left(peer);
  }

  #tick(): void {
    this.#connections.tick();
    this.#handshake.tick();
    this.#parts.tick();
  }

  /** Processes the received messages of a peer, as long as the peer reads the answers. */
  #process(peer: Peer): void {
    try {
      while (!peer.closed) {
        if (peer.congested || this.#serving.isBusy(peer)) {
          peer.pause();
          return;
        }
        const frame = peer.nextFrame();
        if (!frame) break;
        if (frame.intact) this.#handle(peer, frame);
      }
      peer.resume();
    } catch (error) {
      // No message of a peer may end the node: an internal error closes the connection and is logged with its stack trace.
      const text = error instanceof FrameError ? error.message : ((error as Error).stack ?? String(error));
      this.#deps.log(`p2p: peer ${peer.id} disconnected: ${text}`);
      peer.disconnect();
    }
  }

  #handle(peer: Peer, { command, payload }: Frame): void {
    const handler = this.#handshakeHandlers.get(command) ?? (peer.ready ? this.#parts.handler(command) : undefined);
    if (command !== 'version' && !peer.version) {
      this.misbehave(peer, 1, `${command} before version`);
      return;
    }
    try {
      handler?.(peer, new ByteReader(payload));
    } catch (error) {
      if (!(error instanceof DeserializationError || error instanceof TooManyItemsError)) throw error;
      this.misbehave(peer, MALFORMED_SCORE, `${command}: ${error.message}`);
    }
  }

  /** As in nodes of this family, nodes that the user named stay connected, and this machine is never banned. */
  misbehave(peer: Peer, score: number, why: string): void {
    if (score === 0) return;
    const { clock, options, state, log, isLocal = isLoopback } = this.#deps;
    const before = peer.banScore;
    peer.banScore += score;
    log(`p2p: peer ${peer.id} misbehaves (${before} -> ${peer.banScore}): ${why}`);
    if (before >= BAN_SCORE || peer.banScore < BAN_SCORE || peer.manual || peer.whitelisted) return;
    const subnet = parseSubnet(peer.remote.host);
    if (subnet && !isLocal(peer.remote.host)) {
      this.#bans.put(subnet, clock.seconds() + options.bantimeSeconds, 'node misbehaving');
      state.commit();
    }
    peer.disconnect();
  }
}
