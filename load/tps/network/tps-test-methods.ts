import { toPlain } from '../../../client/wire-json.ts';
import { NodeCallError } from '../../node-call.ts';
import { TpsError } from '../errors.ts';
import type { TpsNode } from './types.ts';

/** What a node says of its throughput test (document 3, Platform-specific coin methods). Times are epoch microseconds, 0 for none. */
export interface TpsTestInfo {
  readonly teststarttime: number;
  readonly receivers: readonly { readonly txid: string; readonly time: number }[];
  /** What the pool refused at the start time; releases of old do not report it. */
  readonly rejected: readonly { readonly txid: string; readonly reason: string }[];
}

/** Whether a node has the methods, and was started for them. Throws `NodeCallError` where it gives no proper answer. */
export async function hasTpsTest({ call }: TpsNode): Promise<boolean> {
  try {
    await call('tpstestinfo');
    return true;
  } catch (error) {
    if (error instanceof NodeCallError && error.code !== undefined) return false;
    throw error;
  }
}

/** Throws `TpsError` for a result of another form. */
export async function tpsTestInfo({ name, call }: TpsNode): Promise<TpsTestInfo> {
  const result = toPlain(await call('tpstestinfo')) as Partial<TpsTestInfo> | null;
  const { teststarttime, receivers, rejected = [] } = result ?? {};
  if (typeof teststarttime !== 'number' || !Array.isArray(receivers))
    throw new TpsError(`tpstestinfo on ${name} answered without teststarttime or receivers`, { remedy: 'use --via sendrawtransaction' });
  return { teststarttime, receivers, rejected };
}

/** Enables or disables the test; disabling empties the queue. */
export async function enableTpsTest(nodes: readonly TpsNode[], enabled: boolean): Promise<void> {
  await Promise.all(nodes.map(({ call }) => call('tpstestsetenabled', [enabled])));
}
