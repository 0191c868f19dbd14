import type { MintVerifier } from '../assets/types.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import type { Block } from '../primitives/types.ts';
import { flag } from '../script/flags.ts';
import type { ScriptCache } from '../script/script-cache.ts';
import type { BlockStore } from './block-store.ts';
import type { BlockTree } from './block-tree.ts';
import type { CoinView } from './coin-view.ts';
import { connectBlock, disconnectBlock, type Connection } from './connect-block.ts';
import type { CoinbaseRules } from './types.ts';
import type { BlockNode } from './block-node.ts';
import type { VersionBits } from './versionbits.ts';

export interface ConnectorDeps {
  readonly params: ChainParams;
  readonly scriptCache: ScriptCache;
  readonly curve: Curve;
  readonly mints: MintVerifier;
  readonly tree: BlockTree;
  readonly store: BlockStore;
  readonly versionBits: VersionBits;
}

/** After this many halvings the subsidy is less than one satoshi, so 0. */
const MAX_HALVINGS = 64;

/** Connects blocks to views of the coins by the rules of their height, and disconnects them. */
export class BlockConnector {
  readonly #deps: ConnectorDeps;
  readonly coinbaseRules: CoinbaseRules[] = [];

  constructor(deps: ConnectorDeps) {
    this.#deps = deps;
  }

  /** Satoshis. */
  subsidy(height: number): bigint {
    const { halvingInterval, initialSubsidySat } = this.#deps.params;
    const halvings = Math.floor(height / halvingInterval);
    return halvings >= MAX_HALVINGS ? 0n : initialSubsidySat >> BigInt(halvings);
  }

  /** Script flags for a block on top of this one. */
  scriptFlagsAfter(parent: BlockNode): number {
    const { params, versionBits } = this.#deps;
    const { bip65Height, bip66Height } = params;
    const height = parent.height + 1;
    let flags: number = flag.P2SH;
    if (height >= bip66Height) flags |= flag.DERSIG;
    if (height >= bip65Height) flags |= flag.CHECKLOCKTIMEVERIFY;
    if (versionBits.isActive('csv', parent)) flags |= flag.CHECKSEQUENCEVERIFY;
    if (versionBits.isActive('segwit', parent)) flags |= flag.WITNESS | flag.NULLDUMMY;
    return flags;
  }

  /** @param remember whether to add valid transactions to the script cache: for a block that will soon be connected again */
  connect(block: Block, parent: BlockNode, view: CoinView, remember: boolean): Connection {
    const { params, scriptCache, curve, mints, tree } = this.#deps;
    const height = parent.height + 1;
    return connectBlock(block, view, {
      height,
      parentMedianTime: parent.medianTime,
      flags: this.scriptFlagsAfter(parent),
      subsidySat: this.subsidy(height),
      params,
      scriptCache,
      curve,
      remember,
      coinbaseRules: this.coinbaseRules,
      mints,
      medianTimeAt: (at) => tree.ancestor(parent, at).medianTime,
    });
  }

  /** Disconnects a stored block. @returns whether the coins were as the block must have left them, and its data are stored */
  disconnect({ hash, height }: BlockNode, view: CoinView): boolean {
    const { store } = this.#deps;
    const block = store.block(hash);
    const undo = store.undo(hash);
    return block !== undefined && undo !== undefined && disconnectBlock(block, { undo, assetUndo: store.assetUndo(hash) }, view, height);
  }
}
