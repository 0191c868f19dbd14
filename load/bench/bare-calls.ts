import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { median } from './line-fit.ts';
import { MeasureError } from './measured-run.ts';

/** Calls of one batch, and how many batches count after one that warms up. */
const BATCH = 1_000;
const BATCHES = 5;

/**
 * CPU time of this process for one call and nothing else, in milliseconds, by what Node itself has for it (node:http
 * with kept connections, JSON.parse): `getblockcount` on a node that was just started, one call after another, the
 * median of several batches. Throws `MeasureError` or `TargetError`.
 */
export async function bareCallMs(targetName: string): Promise<number> {
  const target = await openTarget(targetName, { env: process.env });
  const agent = new Agent({ keepAlive: true });
  try {
    const node = await target.start('default');
    const batches: number[] = [];
    for (let batch = 0; batch <= BATCHES; batch++) {
      const before = process.cpuUsage();
      for (let call = 0; call < BATCH; call++) await bareCall(agent, node, targetName);
      const { user, system } = process.cpuUsage(before);
      if (batch > 0) batches.push((user + system) / 1000 / BATCH);
    }
    return median(batches);
  } finally {
    agent.destroy();
    await target.close();
  }
}

async function bareCall(agent: Agent, { client, credentials }: RunningNode, targetName: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 'bare', method: 'getblockcount', params: [] });
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(client.address, { agent, method: 'POST', auth: credentials && `${credentials.user}:${credentials.password}` });
    sent.on('response', (message) => text(message).then(resolve, reject)).on('error', reject).end(body);
  });
  if (typeof (JSON.parse(answer) as { result?: unknown }).result !== 'number') throw new MeasureError(`getblockcount on ${targetName} was not answered with a number`);
}
