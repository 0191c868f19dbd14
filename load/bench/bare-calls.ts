import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { MeasureError } from './measured-run.ts';

/** Number of calls in one measurement, after the same number for warm-up. */
const CALLS = 1_000;

/** Measures the cost of a call without Pyx. */
export interface BareCalls {
  /** CPU time of this process for one call, in milliseconds. Throws `MeasureError`. */
  measure(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Calls with Node's own modules (node:http with keep-alive, JSON.parse): `getblockcount`, in sequence, on a separate
 * node. Throws `MeasureError` or `TargetError`.
 */
export async function bareCalls(targetName: string): Promise<BareCalls> {
  const target = await openTarget(targetName, { env: process.env });
  const agent = new Agent({ keepAlive: true });
  const close = async (): Promise<void> => {
    agent.destroy();
    await target.close();
  };
  try {
    const node = await target.start('default');
    const measure = async (): Promise<number> => {
      for (let call = 0; call < CALLS; call++) await bareCall(agent, node, targetName);
      const before = process.cpuUsage();
      for (let call = 0; call < CALLS; call++) await bareCall(agent, node, targetName);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / CALLS;
    };
    await measure();
    return { measure, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function bareCall(agent: Agent, { client, credentials }: RunningNode, targetName: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 'bare', method: 'getblockcount', params: [] });
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(client.address, { agent, method: 'POST', auth: credentials && `${credentials.user}:${credentials.password}` });
    sent
      .on('response', (message) => text(message).then(resolve, reject))
      .on('error', reject)
      .end(body);
  });
  if (typeof (JSON.parse(answer) as { result?: unknown }).result !== 'number')
    throw new MeasureError(`getblockcount on ${targetName}: expected a number, got ${answer.slice(0, 200)}`);
}
