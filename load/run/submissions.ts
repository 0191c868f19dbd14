import { callPath, requestObject } from '../../client/request-object.ts';
import { parse, stringify } from '../../client/wire-json.ts';
import type { Request, Service } from '../../fixtures/world/service.ts';
import { REQUEST_ID } from '../generator/request-id.ts';
import type { PreparedCall } from '../generator/types.ts';
import type { MixEntry } from '../scenario/types.ts';

/** The call by which an entry submits these transactions (hex). */
export function submission({ method }: Pick<MixEntry, 'method'>, transactions: readonly string[], service: Service): Request {
  if (method !== 'tpstestadd') return service.request(method, [transactions[0] as string]);
  // A start time of 0 queues them: nothing is sent to other nodes.
  return service.request(method, [0, transactions.map((tx) => ({ tx }))]);
}

/** The request that a call holds: of millions of transactions it is not kept a second time. */
export function requestIn({ method: id, body }: PreparedCall): Request {
  const { method, params } = parse(body.toString('utf8')) as unknown as Pick<Request, 'method' | 'params'>;
  return { id, method, params };
}

/** Up to `count` calls of an entry, each with transactions that no other call has; fewer where the transactions run out. */
export async function submissions(
  entry: MixEntry,
  count: number,
  transactions: AsyncIterator<string>,
  service: Service,
): Promise<PreparedCall[]> {
  const calls: PreparedCall[] = [];
  while (calls.length < count) {
    const batch: string[] = [];
    while (batch.length < entry.batch) {
      const { value, done } = await transactions.next();
      if (done === true) break;
      batch.push(value);
    }
    if (batch.length === 0) break;
    const { method, params } = submission(entry, batch, service);
    const body = stringify(requestObject(REQUEST_ID, method, params));
    calls.push({ method: entry.method, path: callPath(undefined), body: Buffer.from(body, 'utf8') });
  }
  return calls;
}
