import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { BlockDownload } from './block-download.ts';
import { BranchPoint, parentOf } from './chain-walk.ts';
import { encodeHeaders, encodeInventory, NO_PAYLOAD } from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { INVENTORY, MAX_HEADERS_ANNOUNCED, SENDHEADERS_VERSION } from './protocol.ts';

interface AnnounceState {
  prefersHeaders: boolean;
  /** Hash of the last header that was sent to it. */
  lastSent: string | undefined;
  readonly branch: BranchPoint;
}

/** Announces new tips to peers: by headers if the peer asked for that (BIP 130), else by an inventory. */
export class BlockAnnouncer implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;
  readonly #chain: Chain;
  readonly #download: BlockDownload;
  readonly #states = new Map<Peer, AnnounceState>();
  #due = false;

  constructor(chain: Chain, download: BlockDownload) {
    this.#chain = chain;
    this.#download = download;
    this.handlers = {
      sendheaders: (peer) => {
        const state = this.#states.get(peer);
        if (state) state.prefersHeaders = true;
      },
    };
    // Many blocks may be connected at once: they are announced together.
    chain.on({
      tipChanged: () => {
        if (this.#due || this.#states.size === 0) return;
        this.#due = true;
        setImmediate(() => {
          this.#due = false;
          for (const [peer, state] of this.#states) this.#announce(peer, state);
        });
      },
    });
  }

  joined(peer: Peer): void {
    this.#states.set(peer, { prefersHeaders: false, lastSent: undefined, branch: new BranchPoint(this.#chain) });
    if ((peer.version?.version ?? 0) >= SENDHEADERS_VERSION) peer.send('sendheaders', NO_PAYLOAD);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
  }

  /** Headers up to this one were sent to a peer. */
  headersSent(peer: Peer, last: BlockNode): void {
    const state = this.#states.get(peer);
    if (state) state.lastSent = last.hash;
  }

  #announce(peer: Peer, state: AnnounceState): void {
    const { tip } = this.#chain;
    const known = this.#knownHeight(peer, state);
    const news: BlockNode[] = [];
    for (let at: BlockNode | undefined = tip; at && at.height > known && news.length <= MAX_HEADERS_ANNOUNCED;) {
      news.push(at);
      at = parentOf(this.#chain, at);
    }
    if (news.length === 0) return;
    if (state.prefersHeaders && news.length <= MAX_HEADERS_ANNOUNCED) {
      peer.send('headers', encodeHeaders(news.reverse().map(({ header }) => header)));
      state.lastSent = tip.hash;
    } else {
      peer.send('inv', encodeInventory([{ type: INVENTORY.block, id: tip.hash }]));
    }
  }

  /** Height up to which the peer has the headers of the active chain. */
  #knownHeight(peer: Peer, { lastSent, branch }: AnnounceState): number {
    const last = lastSent === undefined ? undefined : this.#chain.node(lastSent);
    return Math.max(0, this.#download.commonWith(peer)?.height ?? 0, last ? branch.of(last).height : 0); // every peer has the genesis block
  }
}
