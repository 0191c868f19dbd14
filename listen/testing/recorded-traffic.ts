import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { TimedCall } from '../relations/timed-call.ts';
import { isLosslessNumber } from 'lossless-json';
import { formatSat, satoshis } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';

const BLOCKS = 103;
const SENT_SAT = 100_000_000n;
const FEE_SAT = 50_000n;

type Members = { readonly [name: string]: Wire };

/**
 * What an orderly client asks a new node, one call after another, with the answers that came: blocks, transactions, addresses, PSBTs,
 * the pool and a wallet, by each method whose answers are held against others.
 */
export async function recordedTraffic(target: string): Promise<readonly TimedCall[]> {
  const opened = await openTarget(target, { env: {} });
  try {
    // Its MWEB upgrade, of which the documents know nothing, is put off.
    if (target.endsWith('litecoind')) opened.setStartOptions(['-vbparams=mweb:9999999999:99999999999']);
    const node = await opened.start('default');
    const calls: TimedCall[] = [];
    const call = async (method: string, params: readonly Wire[] = []): Promise<Wire> => {
      const reply = await node.client.call(method, params, { wallet: 'relations' });
      if (reply.type !== 'result') throw new Error(`${method}: ${JSON.stringify(reply)}`);
      const startedAt = 1_000 + 10 * calls.length;
      calls.push({ method, args: params, params, wallet: 'relations', reply, startedAt, endedAt: startedAt + 5, client: '127.0.0.1:5000' });
      return reply.result;
    };
    const created = await node.client.call('createwallet', ['relations']);
    if (created.type !== 'result') throw new Error(JSON.stringify(created));
    await converse(call);
    return calls;
  } finally {
    await opened.close();
  }
}

async function converse(call: (method: string, params?: readonly Wire[]) => Promise<Wire>): Promise<void> {
  const own: string[] = [];
  for (const type of ['legacy', 'p2sh-segwit', 'bech32']) own.push((await call('getnewaddress', ['', type])) as string);
  for (const address of own) await call('getaddressinfo', [address]);
  const [legacy = '', , bech32 = ''] = own;
  await call('generatetoaddress', [BLOCKS, bech32]);
  const [coin, other] = (await call('listunspent', [1])) as Members[];
  await call('getbalance');
  await call('getbalance', ['*', 1]);
  await call('listunspent', [1]);
  const input = ({ txid = '', vout = 0 }: Members): Wire => ({ txid, vout, sequence: 4_294_967_293 });
  const left = formatSat(satoshis((coin as Members)['amount'] as Wire) - SENT_SAT - FEE_SAT);
  const outputs: Wire = [{ [legacy]: formatSat(SENT_SAT) }, { [bech32]: left }, { data: '00112233445566778899' }];
  await call('gettransaction', [(coin as Members)['txid'] as Wire]);
  const unsigned = await call('createrawtransaction', [[input(coin as Members)], outputs, 7]);
  const { hex } = (await call('signrawtransactionwithwallet', [unsigned])) as Members;
  await call('decoderawtransaction', [hex as Wire]);
  await call('testmempoolaccept', [[hex as Wire]]);
  const txid = await call('sendrawtransaction', [hex as Wire]);
  await call('getmempoolentry', [txid]);
  await call('getrawmempool');
  await call('getmempoolinfo');
  await call('getmininginfo');
  await call('getrawmempool');
  await call('getrawtransaction', [txid]);
  await call('getrawtransaction', [txid, true]);
  await call('gettxout', [txid, 0]);
  const psbt = await call('createpsbt', [[input(other as Members)], [{ [legacy]: formatSat(SENT_SAT) }]]);
  await call('decodepsbt', [psbt]);
  const { psbt: processed } = (await call('walletprocesspsbt', [psbt])) as Members;
  await call('finalizepsbt', [processed as Wire]);
  await call('converttopsbt', [unsigned]);
  await call('generatetoaddress', [2, bech32]);
  await call('gettransaction', [txid]);
  const best = await call('getbestblockhash');
  await call('getblockheader', [best]);
  const height = (await call('getblockcount')) as number;
  await call('getmininginfo');
  await call('getblockhash', [height]);
  const before = await call('getblockhash', [height - 1]);
  await call('getblock', [before, 1]);
  await call('getblockheader', [before]);
  await call('getbestblockhash');
  await call('getblockheader', [before, false]);
  await call('getblock', [before, 0]);
  await call('getblock', [before, 2]);
  await call('getrawtransaction', [txid, true, before]);
  await call('getblockstats', [before]);
  await call('getblockstats', [height]);
  await call('gettxout', [txid, 1]);
  // One coin, of a transaction that was read: nodes list several in any order.
  await call('listunspent', [1, 9_999_999, [legacy]]);
  const proof = await call('gettxoutproof', [[txid], before]);
  await call('verifytxoutproof', [proof]);
  await call('getblockchaininfo');
  await call('getchaintips');
  await call('gettxoutsetinfo');
  for (const script of [
    '76a914000102030405060708090a0b0c0d0e0f1011121388ac',
    '6a0401020304',
    '0014000102030405060708090a0b0c0d0e0f10111213',
  ])
    await call('decodescript', [script]);
}

/** An answer with another value at a place: `tx[1].vout[0].value`; the whole answer where the place is empty. */
export function altered(call: TimedCall, path: string, change: (value: Wire) => Wire): TimedCall {
  const { reply } = call;
  if (reply.type !== 'result') throw new Error(`${call.method} has no result`);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  return { ...call, reply: { ...reply, result: changedAt(reply.result, keys, change) } };
}

function changedAt(value: Wire, [key, ...rest]: readonly string[], change: (value: Wire) => Wire): Wire {
  if (key === undefined) return change(value);
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) throw new Error(`there is no ${key}`);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changedAt(item, rest, change) : item));
  if (!Object.hasOwn(value, key)) throw new Error(`there is no ${key}`);
  return { ...value, [key]: changedAt(value[key] as Wire, rest, change) };
}
