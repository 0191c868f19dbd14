import { availableParallelism } from 'node:os';
import { TRANSFER_VERSION } from './asset-transfer.ts';
import { openCurve } from './curve.ts';
import { PrepareError } from './errors.ts';
import { fanOut, type ConfirmedFanOut } from './fan-out.ts';
import { FunderNode } from './funder-node.ts';
import { fundingCoins } from './funding-coins.ts';
import { issueAsset } from './issue-asset.ts';
import { keysOf } from './keys.ts';
import { planTransactions, transactionVsize } from './plan.ts';
import { blockLine, headerLine } from './prepared-lines.ts';
import { Signer } from './sign.ts';
import { signingJobs, type SigningSetup } from './signing-job.ts';
import { SigningThreads } from './signing-threads.ts';
import type { PreparedHeader, PrepareOptions, PrepareStep } from './types.ts';
import { transactionSigner } from './transaction-signer.ts';
import { writeWhole } from './whole-file.ts';

/** Default feerate, in minimum relay feerates. */
const RELAY_FEES = 2;

/**
 * Makes coins on the chain of the funder, signs transactions that spend them, and writes the file. A file of this name exists
 * only when it is whole. On a fresh chain the same seed and numbers result in the same transactions, except of an asset.
 *
 * Throws `PrepareError`, `NodeCallError`, the reason of an aborted signal, and a system error such as ENOSPC.
 */
export async function prepareTransactions(options: PrepareOptions): Promise<PreparedHeader> {
  const { funder, kind = 'coin', count, outputsPerTx, seed, jobs = availableParallelism(), out, onProgress, signal } = options;
  if (!Number.isSafeInteger(jobs) || jobs < 1) throw new PrepareError(`the number of signing threads must be 1 or more, not ${jobs}`);
  const curve = openCurve(options.curve);
  const keys = keysOf(seed, curve);
  const report = (step: PrepareStep, done: number, total: number): void => {
    onProgress?.({ step, done, total, curve: curve.name });
    signal?.throwIfAborted();
  };
  signal?.throwIfAborted();
  const node = await FunderNode.open(funder, keys.funding, signal);
  const feeRateSatPerVb = options.feeRateSatPerVb ?? Math.max(node.relayFeeSatPerVb * RELAY_FEES, 1);
  const plan = planTransactions({ kind, count, outputsPerTx, feeRateSatPerVb });
  return writeWhole(out, async (write) => {
    const coins = await fundingCoins(node, plan, keys.funding, (done, total) => report('coins', done, total));
    const issued =
      kind === 'coin'
        ? undefined
        : await issueAsset(node, { plan, funding: keys.funding, curve, coins }, (done, total) => report('asset', done, total));
    const assetGuid = issued?.guid;
    const setup: SigningSetup = { seed, curve: curve.name, outputsPerTx, outputSat: plan.outputSat, coinSat: plan.coinSat, assetGuid };
    const signer = issued === undefined ? new Signer(curve) : new Signer(curve, TRANSFER_VERSION);
    const confirmed = await fanOut(node, { plan, keys, signer, coins: issued?.coins ?? coins, assetGuid }, (done) =>
      report('fan-out', done, count),
    );
    await mustBeAccepted(node, setup, confirmed);
    const header: PreparedHeader = {
      format: 1,
      kind,
      chain: node.chain,
      genesis: node.genesis,
      hrp: node.address.slice(0, node.address.lastIndexOf('1')),
      seed,
      transactions: count,
      outputsPerTx,
      outputSat: Number(plan.outputSat),
      feeSat: Number(plan.feeSat),
      vsize: transactionVsize(kind, outputsPerTx, assetGuid),
      curve: curve.name,
      blocks: node.fresh ? node.mined.length : 0,
      tip: node.tip,
    };
    await write(parts());
    return header;

    async function* parts(): AsyncGenerator<string | Uint8Array> {
      yield headerLine(header);
      for (const [index, hash] of node.mined.slice(0, header.blocks).entries()) {
        yield blockLine({ height: index + 1, hash, hex: await node.call('getblock', [hash, 0]) });
        report('blocks', index + 1, header.blocks);
      }
      const threads = new SigningThreads(setup, jobs);
      try {
        let done = 0;
        for await (const { lines, job } of threads.sign(signingJobs(plan, confirmed))) {
          yield lines;
          report('signing', (done += job.count), count);
        }
      } finally {
        await threads.close();
      }
    }
  });
}

/** One transaction shows whether the node accepts all: they differ in their coins only. Its policy may be stricter than usual. */
async function mustBeAccepted({ call }: FunderNode, setup: SigningSetup, [first]: readonly ConfirmedFanOut[]): Promise<void> {
  if (first === undefined) return;
  const line = transactionSigner(setup, () => false)({ txid: first.txid, firstVout: 0, first: 0, count: 1 });
  const { tx } = JSON.parse(String(line)) as { readonly tx: string };
  const [tried] = await call('testmempoolaccept', [[tx]]);
  if (tried?.allowed !== true)
    throw new PrepareError(`the node does not accept the transactions: testmempoolaccept returned ${JSON.stringify(tried)}`, {
      remedy: 'raise the fee rate, or start the node with the default policy for fees and dust',
    });
}
