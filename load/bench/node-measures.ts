import { performance } from 'node:perf_hooks';
import { formatSat } from '../../client/wire-json.ts';
import { BenchError, type BenchNode } from './bench-node.ts';
import { RawConnection } from './raw-connection.ts';

const WALLET = 'bench';

/** Blocks mined per second, in calls of 100, to an address outside the measured wallet. */
export async function blocksPerSecond(node: BenchNode, blocks: number): Promise<number> {
  const address = await foreignAddress(node);
  const startedAt = performance.now();
  for (let left = blocks; left > 0; left -= 100) await node.result('generatetoaddress', [Math.min(100, left), address]);
  return (blocks * 1000) / (performance.now() - startedAt);
}

/** `getblockcount` requests answered per second over persistent connections, with one request in flight on each. */
export async function requestsPerSecond(node: BenchNode, connections: number, durationMs: number): Promise<number> {
  const request = RawConnection.request('getblockcount');
  const startedAt = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await RawConnection.open(node);
      let count = 0;
      for (; performance.now() < startedAt + durationMs; count++) await connection.send(request);
      connection.close();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000);
}

export interface TransactionFigures {
  /** P2WPKH transactions with 1 input and 2 outputs, sent in sequence over one connection. */
  readonly acceptedPerSecond: number;
  /** Time to mine the block with all of them. */
  readonly blockMs: number;
}

/** Accepts and mines `count` transactions, created and signed before the measurement; repeated `times` times. */
export async function transactions(node: BenchNode, count: number, times: number): Promise<TransactionFigures[]> {
  const raw = await signedTransactions(node, count * times);
  const address = await foreignAddress(node);
  const connection = await RawConnection.open(node);
  const figures: TransactionFigures[] = [];
  for (let at = 0; at < raw.length; at += count) {
    const requests = raw.slice(at, at + count).map((hex) => RawConnection.request('sendrawtransaction', `["${hex}"]`));
    let startedAt = performance.now();
    for (const request of requests) await connection.send(request);
    const acceptedPerSecond = (count * 1000) / (performance.now() - startedAt);
    startedAt = performance.now();
    const [hash = ''] = await node.result('generatetoaddress', [1, address]);
    const blockMs = performance.now() - startedAt;
    const { tx } = await node.result('getblock', [hash, 1]);
    if (tx.length !== count + 1) throw new BenchError(`${node.kind.name} mined ${tx.length - 1} of ${count} transactions`);
    figures.push({ acceptedPerSecond, blockMs });
  }
  connection.close();
  return figures;
}

/** Creates coins, 250 in each payment, and one signed transaction for each coin. */
async function signedTransactions(node: BenchNode, count: number): Promise<string[]> {
  await node.result('createwallet', [WALLET]);
  const own = async (): Promise<string> => node.result('getnewaddress', ['', 'bech32'], WALLET);
  const home = await own();
  await node.result('generatetoaddress', [120, home]);
  const outputs = 250;
  const addresses: string[] = [];
  for (let index = 0; index < outputs; index++) addresses.push(await own());
  const coins: { txid: string; vout: number }[] = [];
  while (coins.length < count) {
    const txid = await node.result('sendmany', ['', Object.fromEntries(addresses.map((address) => [address, '0.01']))], WALLET);
    const { hex } = await node.result('gettransaction', [txid], WALLET);
    const { vout } = await node.result('decoderawtransaction', [hex]);
    const made = vout.filter(({ value }) => String(value).replace(/0+$/, '') === '0.01').map(({ n }) => ({ txid, vout: n }));
    // Otherwise the next payment may spend them.
    await node.result('lockunspent', [false, made], WALLET);
    coins.push(...made);
    await node.result('generatetoaddress', [1, home]);
  }
  const [to, change] = [await foreignAddress(node), await foreignAddress(node)];
  const raw: string[] = [];
  for (const coin of coins.slice(0, count)) {
    const unsigned = await node.result('createrawtransaction', [
      [coin],
      [{ [to]: formatSat(600_000n) }, { [change]: formatSat(399_000n) }],
    ]);
    raw.push((await node.result('signrawtransactionwithwallet', [unsigned], WALLET)).hex);
  }
  return raw;
}

/** An address of a second wallet, so that the first wallet does not process the payment. */
async function foreignAddress(node: BenchNode): Promise<string> {
  const wallets = await node.result('listwallets');
  if (!wallets.includes('foreign')) await node.result('createwallet', ['foreign']);
  return node.result('getnewaddress', ['', 'bech32'], 'foreign');
}
