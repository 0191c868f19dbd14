import { availableParallelism } from 'node:os';
import { openCurve } from './curve.ts';
import { PrepareError } from './errors.ts';
import { fanOut } from './fan-out.ts';
import { FunderNode } from './funder-node.ts';
import { fundingCoins } from './funding-coins.ts';
import { keysOf } from './keys.ts';
import { planTransactions } from './plan.ts';
import { blockLine, headerLine } from './prepared-lines.ts';
import { Signer } from './sign.ts';
import { signingJobs } from './signing-job.ts';
import { SigningThreads } from './signing-threads.ts';
import type { PreparedHeader, PrepareOptions, PrepareStep } from './types.ts';
import { writeWhole } from './whole-file.ts';

/** Above the least that the node relays, for a pool that asks for a little more. */
const RELAY_FEES = 2;

/**
 * Makes coins on the funder's chain, signs transactions that spend them, and writes both to a file; `PrepareOptions` says
 * what of it is in the file. The file appears under its name only when it is whole. On a fresh chain the same seed and
 * numbers give the same transactions.
 *
 * Throws `PrepareError`, `NodeCallError`, the reason of an aborted signal, and the system's error where the disk is full.
 */
export async function prepareTransactions(options: PrepareOptions): Promise<PreparedHeader> {
  const { funder, count, outputsPerTx, seed, jobs = availableParallelism(), out, onProgress, signal } = options;
  if (!Number.isSafeInteger(jobs) || jobs < 1) throw new PrepareError(`the number of signing threads must be 1 or more, not ${jobs}`);
  const curve = openCurve(options.curve);
  const keys = keysOf(seed, curve);
  const report = (step: PrepareStep, done: number, total: number): void => {
    onProgress?.({ step, done, total, curve: curve.name });
    signal?.throwIfAborted();
  };
  signal?.throwIfAborted();
  const node = await FunderNode.open(funder, keys.funding, signal);
  const plan = planTransactions({ count, outputsPerTx, feeRateSatPerVb: options.feeRateSatPerVb ?? node.relayFeeSatPerVb * RELAY_FEES });
  return writeWhole(out, async (write) => {
    const coins = await fundingCoins(node, plan, keys.funding, (done, total) => report('coins', done, total));
    const confirmed = await fanOut(node, { plan, keys, signer: new Signer(curve), coins }, (done) => report('fan-out', done, count));
    const header: PreparedHeader = {
      format: 1,
      kind: 'coin',
      chain: node.chain,
      genesis: node.genesis,
      hrp: node.address.slice(0, node.address.lastIndexOf('1')),
      seed,
      transactions: count,
      outputsPerTx,
      outputSat: Number(plan.outputSat),
      feeSat: Number(plan.feeSat),
      vsize: plan.vsize,
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
      const { outputSat, coinSat } = plan;
      const threads = new SigningThreads({ seed, curve: curve.name, outputsPerTx, outputSat, coinSat }, jobs);
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
