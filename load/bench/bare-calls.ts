import { openTarget } from '../../fixtures/targets/open-target.ts';
import { median } from './line-fit.ts';
import { MeasureError } from './measured-run.ts';

/** Calls of one batch, and how many batches count after one that warms up. */
const BATCH = 1_000;
const BATCHES = 5;

/**
 * CPU time of this process for one call by the client and nothing else, in milliseconds: `getblockcount` on a node
 * that was just started, one call after another, the median of several batches. Throws `MeasureError` or `TargetError`.
 */
export async function bareCallMs(targetName: string): Promise<number> {
  const target = await openTarget(targetName, { env: process.env });
  try {
    const { client } = await target.start('default');
    const batches: number[] = [];
    for (let batch = 0; batch <= BATCHES; batch++) {
      const before = process.cpuUsage();
      for (let call = 0; call < BATCH; call++) {
        const reply = await client.call('getblockcount', []);
        if (reply.type !== 'result') throw new MeasureError(`getblockcount on ${targetName} was not answered with a result`);
      }
      const { user, system } = process.cpuUsage(before);
      if (batch > 0) batches.push((user + system) / 1000 / BATCH);
    }
    return median(batches);
  } finally {
    await target.close();
  }
}
