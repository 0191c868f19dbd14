import { LosslessNumber } from 'lossless-json';
import { describe, expect, test, type TestContext } from 'vitest';
import type { Finding } from '../../engine/outcome.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { needs } from '../../test/require.ts';
import { altered, recordedTraffic } from '../testing/recorded-traffic.ts';
import { Relations } from './relations.ts';
import type { TimedCall } from './timed-call.ts';

/** An altered answer: of the how manieth call of a method, at which place; and the rule and method of the finding that it must give. */
interface Lie {
  readonly method: string;
  /** Which of its calls; the last one by default. */
  readonly at?: number;
  readonly path: string;
  readonly change: (value: Wire) => Wire;
  /** One of them, where it depends on the traffic which relation is the first. */
  readonly rule: string | readonly string[];
}

const more = (value: Wire): Wire => (typeof value === 'number' ? value + 1 : new LosslessNumber(String(Number(String(value)) + 1)));
const less = (value: Wire): Wire => new LosslessNumber((Number(String(value)) - 1).toFixed(8));
const otherHex = (value: Wire): Wire => String(value).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
const otherByte = (value: Wire): Wire =>
  String(value).replace(/^(.{60})(..)/, (_, head: string, byte: string) => head + (byte === '00' ? '01' : '00'));
const not = (value: Wire): Wire => value !== true;
const to = (value: Wire) => (): Wire => value;

const lies: readonly Lie[] = [
  ...['version', 'time', 'nonce'].map((path) => ({ method: 'getblock', at: 0, path, change: more, rule: 'recomputed-blocks/hash' })),
  { method: 'getblock', at: 0, path: 'hash', change: otherHex, rule: 'recomputed-blocks/hash' },
  { method: 'getblock', at: 0, path: 'previousblockhash', change: otherHex, rule: 'recomputed-blocks/hash' },
  { method: 'getblock', at: 0, path: 'versionHex', change: otherHex, rule: 'recomputed-blocks/header-fields' },
  { method: 'getblock', at: 0, path: 'tx[0]', change: otherHex, rule: 'recomputed-blocks/merkle-root' },
  { method: 'getblock', at: 0, path: 'nTx', change: more, rule: 'chain-links/transaction-count' },
  { method: 'getblock', at: 0, path: 'size', change: more, rule: 'recomputed-blocks/weight' },
  { method: 'getblock', at: 0, path: 'height', change: more, rule: 'listened/same-block' },
  { method: 'getblock', at: 0, path: 'confirmations', change: more, rule: 'chain-confirmations/blocks' },
  { method: 'getblock', at: 1, path: '', change: otherByte, rule: 'recomputed-blocks/hash' },
  { method: 'getblock', at: 2, path: 'mediantime', change: more, rule: 'listened/same-block' },
  { method: 'getblock', at: 2, path: 'tx[1].vout[0].value', change: less, rule: 'recomputed-transactions/within-block' },
  { method: 'getblock', at: 2, path: 'tx[1].vsize', change: more, rule: 'recomputed-transactions/weight' },
  { method: 'getblockheader', at: 0, path: 'confirmations', change: more, rule: 'chain-links/blocks' },
  { method: 'getblockheader', at: 1, path: 'chainwork', change: otherHex, rule: 'listened/same-block' },
  { method: 'getblockheader', at: 1, path: 'nextblockhash', change: otherHex, rule: 'chain-links/blocks' },
  { method: 'getblockheader', at: 2, path: '', change: otherByte, rule: 'recomputed-blocks/hash' },
  { method: 'getblockhash', at: 0, path: '', change: otherHex, rule: 'chain-tip/height' },
  { method: 'getblockcount', path: '', change: more, rule: 'chain-tip/height' },
  { method: 'getmempoolinfo', path: 'size', change: more, rule: 'mempool-entries/list' },
  { method: 'getblockchaininfo', path: 'blocks', change: more, rule: 'chain-tip/height' },
  { method: 'getblockchaininfo', path: 'mediantime', change: more, rule: 'chain-tip/figures' },
  { method: 'getchaintips', path: '[0].height', change: more, rule: 'chain-tip/tips' },
  { method: 'gettxoutsetinfo', path: 'height', change: more, rule: 'listened/same-block' },
  { method: 'getblockstats', at: 0, path: 'txs', change: more, rule: 'chain-stats/block' },
  { method: 'getblockstats', path: 'height', change: more, rule: 'chain-stats/block' },
  { method: 'getrawtransaction', at: 0, path: '', change: otherHex, rule: 'recomputed-transactions/ids' },
  ...['size', 'vsize', 'weight'].map((path) => ({
    method: 'getrawtransaction',
    at: 1,
    path,
    change: more,
    rule: 'recomputed-transactions/weight',
  })),
  { method: 'getrawtransaction', at: 1, path: 'hash', change: otherHex, rule: 'recomputed-transactions/weight' },
  { method: 'getrawtransaction', at: 1, path: 'locktime', change: more, rule: 'recomputed-transactions/verbose-fields' },
  { method: 'getrawtransaction', at: 1, path: 'vout[1].value', change: less, rule: 'recomputed-transactions/verbose-fields' },
  { method: 'getrawtransaction', at: 1, path: 'vout[0].scriptPubKey.asm', change: to('OP_DUP'), rule: 'recomputed-transactions/asm' },
  {
    method: 'getrawtransaction',
    at: 1,
    path: 'vout[0].scriptPubKey.type',
    change: to('pubkey'),
    rule: 'recomputed-addresses/script-types',
  },
  { method: 'getrawtransaction', at: 2, path: 'blocktime', change: more, rule: 'listened/same-block' },
  { method: 'gettransaction', path: 'txid', change: otherHex, rule: 'recomputed-transactions/wallet-copy' },
  { method: 'gettransaction', path: 'hex', change: otherHex, rule: 'recomputed-transactions/wallet-copy' },
  { method: 'gettransaction', path: 'fee', change: less, rule: 'wallet-details/fee' },
  { method: 'getmempoolentry', path: 'fees.base', change: more, rule: 'listened/pool-fee' },
  { method: 'decoderawtransaction', path: 'txid', change: otherHex, rule: 'recomputed-transactions/decoded-sums' },
  { method: 'decoderawtransaction', path: 'vin[0].sequence', change: more, rule: 'recomputed-transactions/decoded-inputs' },
  { method: 'decoderawtransaction', path: 'vout[0].value', change: less, rule: 'recomputed-transactions/decoded-outputs' },
  { method: 'sendrawtransaction', path: '', change: otherHex, rule: 'recomputed-transactions/sent' },
  { method: 'testmempoolaccept', path: '[0].txid', change: otherHex, rule: 'recomputed-transactions/sent' },
  { method: 'createrawtransaction', path: '', change: otherHex, rule: 'raw-creating/as-given' },
  { method: 'signrawtransactionwithwallet', path: 'hex', change: otherHex, rule: 'listened/signed' },
  { method: 'converttopsbt', path: '', change: otherTransaction, rule: 'raw-creating/psbt' },
  { method: 'createpsbt', path: '', change: otherTransaction, rule: 'raw-creating/psbt' },
  { method: 'walletprocesspsbt', path: 'psbt', change: otherTransaction, rule: 'recomputed-psbt/same-transaction' },
  { method: 'decodepsbt', path: 'tx.vout[0].value', change: less, rule: 'recomputed-psbt/decoded-described' },
  { method: 'finalizepsbt', path: 'hex', change: otherHex, rule: 'recomputed-psbt/finalized' },
  { method: 'gettxout', path: 'value', change: less, rule: 'recomputed-transactions/unspent' },
  { method: 'gettxout', path: 'scriptPubKey.hex', change: otherHex, rule: 'recomputed-transactions/unspent' },
  { method: 'listunspent', at: 1, path: '[0].amount', change: less, rule: 'recomputed-transactions/unspent' },
  {
    method: 'listunspent',
    path: '[0].scriptPubKey',
    change: otherHex,
    rule: ['listened/address-script', 'recomputed-transactions/unspent'],
  },
  { method: 'getbalance', path: '', change: less, rule: 'wallet-balances/sum-of-unspent' },
  { method: 'gettxoutproof', path: '', change: otherByte, rule: 'recomputed-blocks/proof-of-several' },
  { method: 'verifytxoutproof', path: '[0]', change: otherHex, rule: 'recomputed-blocks/proof-verified' },
  { method: 'getaddressinfo', path: 'scriptPubKey', change: otherHex, rule: 'listened/address-fields' },
  { method: 'getaddressinfo', path: 'isscript', change: not, rule: 'listened/address-fields' },
  { method: 'decodescript', at: 0, path: 'type', change: to('scripthash'), rule: 'recomputed-addresses/script-types' },
  { method: 'decodescript', path: 'asm', change: to('0 00'), rule: 'recomputed-transactions/asm' },
];

/** A PSBT whose transaction has another lock time. */
function otherTransaction(psbt: Wire): Wire {
  const bytes = Buffer.from(String(psbt), 'base64');
  // Magic, the key of the transaction, its length in one byte (or three), and the transaction, which ends with the lock time.
  const long = bytes[7] === 0xfd;
  const end = long ? 10 + bytes.readUInt16LE(8) : 8 + (bytes[7] ?? 0);
  bytes[end - 4] = (bytes[end - 4] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const rules = (findings: readonly Finding[]): (string | undefined)[] => findings.map(({ difference }) => difference?.rule);

function told(calls: readonly TimedCall[], { method, at, path, change }: Lie): readonly TimedCall[] {
  const own = calls.filter((call) => call.method === method);
  const lied = at === undefined ? own.at(-1) : own[at];
  if (!lied) throw new Error(`the traffic has no such call of ${method}`);
  return calls.map((call) => (call === lied ? altered(call, path, change) : call));
}

function judged(calls: readonly TimedCall[]): Finding[] {
  const relations = new Relations(specification);
  return calls.flatMap((call) => relations.note(call));
}

describe.each(['embedded', 'process:litecoind'])('traffic of %s', (target) => {
  let recording: Promise<readonly TimedCall[]> | undefined;
  async function traffic(ctx: TestContext): Promise<readonly TimedCall[]> {
    if (target !== 'embedded') await needs(ctx, 'litecoind');
    return (recording ??= recordedTraffic(target));
  }

  test('an honest node has no finding', async (ctx) => {
    const calls = await traffic(ctx);
    expect(calls.length).toBeGreaterThan(50);
    expect(judged(calls)).toEqual([]);
  });

  test.for(lies)('$method with another $path ($at) is found', async (lie, ctx) => {
    const found = judged(told(await traffic(ctx), lie));
    expect(
      [lie.rule].flat().filter((rule) => rules(found).includes(rule)),
      rules(found).join(),
    ).not.toEqual([]);
    expect(found.every(({ evidence }) => evidence === 'standard' || evidence === 'document')).toBe(true);
    expect(found.some(({ message }) => message.includes(lie.method))).toBe(true);
  });

  test('of calls that overlap only what never changes is judged', async (ctx) => {
    const calls = await traffic(ctx);
    const overlapping = (list: readonly TimedCall[]): TimedCall[] =>
      list.map((call, index) => ({ ...call, startedAt: 1_000, endedAt: 2_000 + index }));
    const changing: readonly Lie[] = lies.filter(
      ({ method, path }) =>
        ['getblockcount', 'getmempoolinfo', 'getbalance'].includes(method) || (method === 'getblock' && path === 'confirmations'),
    );
    expect(changing.length).toBe(4);
    for (const lie of changing) expect(judged(overlapping(told(calls, lie)))).toEqual([]);
    const lasting = lies.find(({ method, path }) => method === 'getblock' && path === 'height') as Lie;
    expect(rules(judged(overlapping(told(calls, lasting))))).toContain(lasting.rule);
  });
});
