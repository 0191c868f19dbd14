import { openTarget } from '../../fixtures/targets/open-target.ts';
import { KeepAliveClient } from './keep-alive-client.ts';

/** Number of calls in one measurement, after the same number for warm-up. */
const CALLS = 1_000;

/** Measures the cost of a call without Pyx. */
export interface BareCalls {
  /** CPU time of this process for one call, in milliseconds. Throws `BareCallError`. */
  measure(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Calls with Node's own modules (node:http with keep-alive, JSON.parse): `getblockcount`, in sequence, on a separate
 * node. Throws `BareCallError` or `TargetError`.
 */
export async function bareCalls(targetName: string): Promise<BareCalls> {
  const target = await openTarget(targetName, { env: process.env });
  try {
    const { client, credentials } = await target.start('default');
    const caller = new KeepAliveClient(client.address, credentials, 1);
    const callAll = async (): Promise<void> => {
      for (let call = 0; call < CALLS; call++) await caller.result('getblockcount');
    };
    const measure = async (): Promise<number> => {
      await callAll();
      const before = process.cpuUsage();
      await callAll();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / CALLS;
    };
    await measure();
    return {
      measure,
      close: async () => {
        caller.close();
        await target.close();
      },
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}
