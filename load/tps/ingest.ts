import type { IngestionFigures } from './results.ts';
import { callOf } from './call-of.ts';
import type { TpsNode } from './network/types.ts';
import type { RoundTransactions } from './round-transactions.ts';
import { submit, type Submitted } from './submit.ts';
import { takeTransactions, txidOf } from './take-transactions.ts';
import { perSecond } from './figures/arrival-figures.ts';

/** Transactions that are in memory at once while a queue is filled. */
const CHUNK = 20_000;
const US_PER_MS = 1_000;
const BYTES_PER_MB = 1_000_000;

export interface IngestOptions {
  readonly senders: readonly TpsNode[];
  readonly file: AsyncIterator<string>;
  readonly transactions: RoundTransactions;
  readonly count: number;
  /** Transactions of a call: each size is measured with its share of the transactions. */
  readonly batches: readonly number[];
  readonly connections: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** What was queued at a time. */
interface Chunk {
  readonly calls: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly durationUs: number;
  readonly cpuUs: number;
}

interface Item {
  /** In the round. */
  readonly index: number;
  readonly hex: string;
}

/**
 * Fills the queues of all senders by `tpstestadd` with a start time of 0, spread over them call by call. What a sender
 * does not take is named in `transactions`. Returns how fast each size of batch was taken.
 */
export async function ingest(options: IngestOptions): Promise<IngestionFigures[]> {
  const { batches, count, transactions } = options;
  const figures: IngestionFigures[] = [];
  for (const [number, batch] of batches.entries()) {
    const until = Math.round((count * (number + 1)) / batches.length);
    let [calls, taken, bytes, durationUs, cpuUs] = [0, 0, 0, 0, 0];
    while (transactions.count < until) {
      const chunk = await ingestChunk(options, batch, Math.min(CHUNK, until - transactions.count));
      if (chunk === undefined) break;
      calls += chunk.calls;
      taken += chunk.transactions;
      bytes += chunk.bytes;
      durationUs += chunk.durationUs;
      cpuUs += chunk.cpuUs;
      options.onProgress(transactions.count, count);
    }
    figures.push({
      batch,
      calls,
      transactions: taken,
      bytes,
      durationMs: durationUs / US_PER_MS,
      transactionsPerS: perSecond(taken, durationUs),
      megabytesPerS: perSecond(bytes, durationUs) / BYTES_PER_MB,
      generatorCpuShare: durationUs > 0 ? cpuUs / durationUs : 0,
    });
  }
  return figures;
}

/** undefined where the file has no more. */
async function ingestChunk(
  { senders, file, transactions, connections, timeoutMs, signal }: IngestOptions,
  batch: number,
  count: number,
): Promise<Chunk | undefined> {
  const hexes = await takeTransactions(file, count);
  if (hexes.length === 0) return undefined;
  const shares: Item[][][] = senders.map(() => []);
  for (let from = 0; from < hexes.length; from += batch) {
    const sender = (from / batch) % senders.length;
    shares[sender]!.push(
      hexes.slice(from, from + batch).map((hex): Item => {
        const index = transactions.add(txidOf(hex, transactions.first + transactions.count), sender);
        return { index, hex };
      }),
    );
  }
  const sent = senders.map((sender, number) => ({
    sender,
    groups: shares[number]!,
    calls: shares[number]!.map((items) => callOf('tpstestadd', [0, items.map(({ hex }) => ({ tx: hex }))])),
  }));
  const cpu = process.cpuUsage();
  const results = await Promise.all(
    sent.map(({ sender: { node, guard }, calls }) => {
      const mayReconnect = (): Promise<boolean> => guard.ask(node);
      return submit({ address: node.client.address, credentials: node.credentials, calls, connections, timeoutMs, signal, mayReconnect });
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const ended = results.flat();
  const before = transactions.refused.length;
  for (const [number, { sender, groups }] of sent.entries()) {
    for (const result of results[number]!) {
      const items = groups[result.index]!;
      if (result.outcome.class === 'rpc-error' && items.length > 1) await addSingly(sender, items, transactions, timeoutMs);
      else noteRefusals(result, items, transactions);
    }
  }
  return {
    calls: ended.length,
    transactions: hexes.length - (transactions.refused.length - before),
    bytes: sent.reduce((sum, { calls }) => sum + calls.reduce((bytes, { body }) => bytes + body.length, 0), 0),
    durationUs:
      ended.reduce((last, { endedUs }) => Math.max(last, endedUs), 0) -
      ended.reduce((first, { sentUs }) => Math.min(first, sentUs), Infinity),
    cpuUs: user + system,
  };
}

/** A call that was refused as a whole does not show which of its transactions was the reason. */
async function addSingly({ node }: TpsNode, items: readonly Item[], transactions: RoundTransactions, timeoutMs: number): Promise<void> {
  for (const item of items) {
    const reply = await node.client.call('tpstestadd', [0, [{ tx: item.hex }]], { timeoutMs });
    if (reply.type === 'error') transactions.refuse(item.index, reply.error.message);
    else if (reply.type === 'fault') transactions.refuse(item.index, reply.fault.message);
  }
}

function noteRefusals({ outcome, body }: Submitted, items: readonly Item[], transactions: RoundTransactions): void {
  if (outcome.class !== 'result') {
    for (const { index } of items) transactions.refuse(index, outcome.message === '' ? outcome.class : outcome.message);
    return;
  }
  const { result } = JSON.parse(body.toString()) as {
    readonly result: { readonly rejected?: readonly { readonly index: number; readonly reason: string }[] } | null;
  };
  for (const { index, reason } of result?.rejected ?? []) {
    const item = items[index];
    if (item) transactions.refuse(item.index, reason);
  }
}
