import type { ChainInfo, SoftforkDeployment } from '../../../../specs/model/generated/methods.d.ts';
import type { ChainParams, Deployment } from '../../../params.ts';
import type { Chain } from '../../../chain/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import { difficultyOf } from '../../../primitives/compact-bits.ts';
import { warningsOf } from '../../../chain/warnings.ts';
import { workHex } from '../../json/block-json.ts';

/** A tip older than this, in seconds, may be far behind the network. */
const MAX_TIP_AGE = 24 * 60 * 60;

/** The family's start time for rules that apply from block 1 on. */
const ALWAYS = -1;

/** Document 2, Chain state. */
export function chainInfo({ chain, clock, extChain, options, params }: NodeContext): ChainInfo {
  const { tip, bestHeader } = chain;
  return {
    chain: params.name,
    blocks: tip.height,
    headers: bestHeader.height,
    bestblockhash: tip.hash,
    difficulty: difficultyOf(tip.header.bits),
    mediantime: tip.medianTime,
    verificationprogress: Math.min(1, (tip.height + 1) / (bestHeader.height + 1)),
    initialblockdownload: isInInitialDownload(chain, clock.seconds(), options.minimumChainWork),
    chainwork: workHex(tip.chainWork),
    size_on_disk: chain.sizeOnDisk,
    pruned: options.prune !== undefined,
    ...(options.prune !== undefined && { pruneheight: chain.prunedBelow, automatic_pruning: options.prune !== 'manual' }),
    ...(typeof options.prune === 'bigint' && { prune_target_size: options.prune }),
    extclient_sync_status: extChain.status,
    extclient_total_blocks: extChain.highestSeen,
    extclient_current_block: extChain.current,
    softforks: heightForks(params, tip.height),
    bip9_softforks: Object.fromEntries(params.deployments.map((deployment) => [deployment.name, deploymentJson(deployment, chain)])),
    warnings: warningsOf(chain),
  };
}

/** Chains that were synchronised once. They count as such until the node ends, as in nodes of this family. */
const synchronised = new WeakSet<Chain>();

function isInInitialDownload(chain: Chain, now: number, minimumWork: bigint): boolean {
  if (chain.tip.header.time >= now - MAX_TIP_AGE && chain.tip.chainWork >= minimumWork) synchronised.add(chain);
  return !synchronised.has(chain);
}

/** Rules that apply from a height on, by the block version that introduced them. */
function heightForks({ bip34Height, bip65Height, bip66Height }: ChainParams, height: number): ChainInfo['softforks'] {
  const forks = [
    ['bip34', 2, bip34Height],
    ['bip66', 3, bip66Height],
    ['bip65', 4, bip65Height],
  ] as const;
  return forks.map(([id, version, from]) => ({ id, version, reject: { status: height >= from } }));
}

function deploymentJson(deployment: Deployment, { tip, versionBits: bits }: Chain): SoftforkDeployment {
  const status = bits.status(deployment, tip);
  const { bit, startTime, timeout } = deployment;
  return {
    status,
    ...(status === 'started' && { bit }),
    startTime: startTime === 'always' ? ALWAYS : startTime,
    timeout,
    since: bits.since(deployment, tip),
    ...(status === 'started' && { statistics: { ...bits.statistics(deployment, tip) } }),
  };
}
