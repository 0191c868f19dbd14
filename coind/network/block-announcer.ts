import type { BlockNode, Chain } from '../chain/types.ts';
import type { BlockDownload } from './block-download.ts';
import { BranchPoint, parentOf } from './chain-walk.ts';
import { encodeHeaders, encodeInventory, NO_PAYLOAD } from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import type { Peer } from './peer.ts';
import { INVENTORY, MAX_HEADERS_ANNOUNCED, SENDHEADERS_VERSION } from './protocol.ts';

interface AnnounceState {
  prefersHeaders: boolean;
  /** The last header that it was told. */
  told: string | undefined;
  readonly branch: BranchPoint;
}

/** Tells peers of new tips: by headers those that wish it (BIP 130), by an inventory the others. */
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
    // Many blocks may come in one go: all are told at once.
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
    this.#states.set(peer, { prefersHeaders: false, told: undefined, branch: new BranchPoint(this.#chain) });
    if ((peer.version?.version ?? 0) >= SENDHEADERS_VERSION) peer.send('sendheaders', NO_PAYLOAD);
  }

  left(peer: Peer): void {
    this.#states.delete(peer);
  }

  /** A peer was given headers up to this one. */
  headersTold(peer: Peer, last: BlockNode): void {
    const state = this.#states.get(peer);
    if (state) state.told = last.hash;
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
      state.told = tip.hash;
    } else {
      peer.send('inv', encodeInventory([{ type: INVENTORY.block, id: tip.hash }]));
    }
  }

  /** Up to which height the peer has the headers of the active chain. */
  #knownHeight(peer: Peer, { told, branch }: AnnounceState): number {
    const last = told === undefined ? undefined : this.#chain.node(told);
    return Math.max(0, this.#download.commonWith(peer)?.height ?? 0, last ? branch.of(last).height : 0); // the first block everybody has
  }
}
