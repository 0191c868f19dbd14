import { setTimeout as sleep } from 'node:timers/promises';
import type { Methods } from '../../../../specs/model/generated/methods.d.ts';
import { MAX_BLOCK_SIGOPS_COST, MAX_BLOCK_WEIGHT } from '../../../chain/limits.ts';
import { targetHex } from '../../../chain/pow.ts';
import type { Chain } from '../../../chain/types.ts';
import type { NodeContext } from '../../../node-context.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import { serializedBlockFrom } from '../../shapes/serialized-block.ts';
import { hex32 } from '../../json/block-json.ts';

type Request = Methods['getblocktemplate']['params']['template_request'];
type Result = Methods['getblocktemplate']['result'];

const POLL_INTERVAL_MS = 25;
/** A long poll ends when the tip changes, and after this time also when the pool has changed. */
const POOL_CHANGE_AFTER_MS = 60_000;
/** Deployments that change the structure of blocks: a miner must support them, and BIP 9 marks them with `!`. */
const mandatoryDeployments: ReadonlySet<string> = new Set(['segwit']);

/** Answers `getblocktemplate`: with a template, after the long poll of `longpollid` if given, or with the check of a proposal. */
export function blockTemplate(request: Request, node: NodeContext): Result | Promise<Result> {
  if (request.mode === 'proposal') return checkProposal(request, node);
  if (request.rules?.includes('segwit') !== true) {
    throw new RpcError(
      RpcCode.invalidParameter,
      'getblocktemplate must be called with the segwit rule set (call with {"rules": ["segwit"]})',
    );
  }
  if (request.longpollid === undefined) return template(node);
  return longPoll(request.longpollid, node).then(() => template(node));
}

function checkProposal({ data }: Request, { chain }: NodeContext): Result {
  if (data === undefined) throw new RpcError(RpcCode.type, 'Missing data String key for proposal');
  const block = serializedBlockFrom(data);
  const known = chain.node(block.header.hash);
  if (known !== undefined) {
    if (known.validity === 'valid') return 'duplicate';
    return known.validity === 'failed' || known.validity === 'failed-parent' ? 'duplicate-invalid' : 'duplicate-inconclusive';
  }
  if (block.header.previousHash !== chain.tip.hash) return 'inconclusive-not-best-prevblk';
  const acceptance = chain.testBlock(block);
  return acceptance.ok ? null : acceptance.reason;
}

function template(node: NodeContext): Result {
  const { miner, clock } = node;
  const made = miner.template();
  const places = new Map(made.entries.map((entry, at) => [entry.txid, at + 1]));
  const { rules, vbavailable } = deployments(node);
  return {
    version: made.version,
    rules,
    vbavailable,
    vbrequired: 0,
    previousblockhash: made.previousHash,
    transactions: made.entries.map((entry) => ({
      data: entry.transaction.bytes.toString('hex'),
      txid: entry.txid,
      hash: entry.wtxid,
      depends: entry.parents.flatMap((parent) => places.get(parent) ?? []).sort((a, b) => a - b),
      fee: entry.feeSat,
      sigops: entry.sigOpCost,
      weight: entry.weight,
    })),
    coinbaseaux: {},
    coinbasevalue: made.subsidySat + made.feesSat,
    longpollid: longPollId(node),
    target: targetHex(made.bits) ?? '',
    mintime: made.minTime,
    mutable: ['time', 'transactions', 'prevblock'],
    noncerange: '00000000ffffffff',
    sigoplimit: MAX_BLOCK_SIGOPS_COST,
    sizelimit: MAX_BLOCK_WEIGHT,
    weightlimit: MAX_BLOCK_WEIGHT,
    curtime: Math.max(made.minTime, clock.seconds()),
    bits: hex32(made.bits),
    height: made.height,
    default_witness_commitment: made.witnessCommitment.toString('hex'),
  };
}

/** Active soft forks, and the bits of deployments that can be signalled (BIP 9). */
function deployments({ chain, params }: NodeContext): { readonly rules: string[]; readonly vbavailable: Record<string, number> } {
  const rules: string[] = [];
  const vbavailable: Record<string, number> = {};
  for (const deployment of params.deployments) {
    const status = chain.versionBits.status(deployment, chain.tip);
    const name = mandatoryDeployments.has(deployment.name) ? `!${deployment.name}` : deployment.name;
    if (status === 'active') rules.push(name);
    else if (status === 'started' || status === 'locked_in') vbavailable[name] = deployment.bit;
  }
  return { rules, vbavailable };
}

/** Identifies the state of a template: its tip, and the change counter of the pool. */
function longPollId({ chain, mempool }: NodeContext): string {
  return `${chain.tip.hash}${mempool.changes}`;
}

async function longPoll(id: string, node: NodeContext): Promise<void> {
  const { chain, clock } = node;
  const startedAtMs = clock.monotonic();
  while (isTip(id, chain)) {
    if (clock.monotonic() - startedAtMs > POOL_CHANGE_AFTER_MS && longPollId(node) !== id) return;
    // Unreferenced: the wait does not keep the process alive.
    await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
  }
}

function isTip(id: string, chain: Chain): boolean {
  return id.startsWith(chain.tip.hash);
}
