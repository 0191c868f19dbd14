import { describe, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { defaultOptions } from '../options/default-options.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { NodeContext } from '../node-context.ts';
import { Dispatcher } from './dispatch.ts';
import type { CallArguments } from './call-arguments.ts';
import { RpcError } from './errors.ts';
import type { Call, Handlers, MethodId } from './handler.ts';
import { readJson } from './json/json-text.ts';

/** Handlers that return their arguments. */
const echo = new Proxy({} as Handlers<MethodId>, { get: () => (args: unknown) => args });

function dispatcher(options: Partial<NodeOptions> = {}, handlers = echo, loaded: readonly string[] = ['w']): Dispatcher {
  const wallets = { list: () => loaded, get: (name: string) => (loaded.includes(name) ? { name } : undefined) };
  return new Dispatcher({ options: { ...defaultOptions, ...options }, clock: createClock(), wallets } as unknown as NodeContext, handlers);
}

/** The arguments of a handler for JSON arguments. */
function given(method: string, params: string): unknown {
  return dispatcher().call(method, readJson(params) as CallArguments, undefined);
}

function refusal(method: string, params: string): string {
  try {
    given(method, params);
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message.split('\n')[0]}`;
    throw error;
  }
  return expect.fail(`${method} ${params} was not refused`);
}

const Z = '0'.repeat(64);

describe('arguments of handlers', () => {
  test.each<[string, string, unknown]>([
    ['getblock', `["${'AB'.repeat(32)}"]`, { blockhash: 'ab'.repeat(32), verbosity: 1 }],
    ['getblock', `["${Z}", null]`, { blockhash: Z, verbosity: 1 }],
    ['getblock', `["${Z}", 7]`, { blockhash: Z, verbosity: 2 }],
    ['getblock', `["${Z}", -7]`, { blockhash: Z, verbosity: 0 }],
    ['getblock', `["${Z}", false]`, { blockhash: Z, verbosity: 0 }],
    ['getblock', `{"verbosity":2,"blockhash":"${Z}"}`, { blockhash: Z, verbosity: 2 }],
    ['getrawtransaction', `["${Z}", 3]`, { txid: Z, verbose: true, blockhash: undefined }],
    ['listlabels', '["other"]', { purpose: 'other' }],
    ['listsinceblock', '[""]', { blockhash: undefined, target_confirmations: 1, include_watchonly: false, include_removed: true }],
    ['getnewaddress', '[]', { label: '', address_type: undefined }],
    ['getnewaddress', '{"address_type":"legacy"}', { label: '', address_type: 'legacy' }],
    ['settxfee', '[0.00001]', { amount: 1000n }],
    ['settxfee', '["0.00001"]', { amount: 1000n }],
    ['settxfee', '[1e-5]', { amount: 1000n }],
    ['settxfee', '[83999999.99999999]', { amount: 8_399_999_999_999_999n }],
    ['estimatesmartfee', '[6, "economical"]', { conf_target: 6, estimate_mode: 'ECONOMICAL' }],
    ['prioritisetransaction', `["${Z}", null, 9000000000]`, { txid: Z, dummy: undefined, fee_delta: 9_000_000_000 }],
    ['getblockstats', '[5]', { hash_or_height: 5, stats: undefined }],
    ['getblockstats', `["${Z}", ["txs"]]`, { hash_or_height: Z, stats: ['txs'] }],
    [
      'listunspent',
      '[]',
      {
        minconf: 1,
        maxconf: 9_999_999,
        addresses: undefined,
        include_unsafe: true,
        query_options: { minimumAmount: 0n },
      },
    ],
    [
      'listunspent',
      '[1,2,[],false,{"minimumSumAmount":"1.5","maximumCount":"7"}]',
      {
        minconf: 1,
        maxconf: 2,
        addresses: [],
        include_unsafe: false,
        query_options: { minimumAmount: 0n, minimumSumAmount: 150_000_000n, maximumCount: 7 },
      },
    ],
    [
      'sendmany',
      '["",{"a":1,"__proto__":0.5}]',
      expect.objectContaining({
        amounts: Object.fromEntries([
          ['a', 100_000_000n],
          ['__proto__', 50_000_000n],
        ]),
      }),
    ],
    [
      'createrawtransaction',
      `[[{"txid":"${Z}","vout":1,"other":5}],[{"data":"00"},{"a":1}]]`,
      {
        inputs: [{ txid: Z, vout: 1 }],
        outputs: [{ data: '00' }, { a: 100_000_000n }],
        locktime: 0,
        replaceable: false,
      },
    ],
    [
      'createrawtransaction',
      '[[],{"data":"00","a":"0.1"}]',
      { inputs: [], outputs: { data: '00', a: 10_000_000n }, locktime: 0, replaceable: false },
    ],
    [
      'fundrawtransaction',
      '["00"]',
      {
        hexstring: '00',
        options: { includeWatching: false, lockUnspents: false, estimate_mode: 'UNSET' },
        iswitness: undefined,
      },
    ],
    ['fundrawtransaction', '["00", true]', { hexstring: '00', options: true, iswitness: undefined }],
    [
      'fundrawtransaction',
      '["00", {"feeRate":0.001,"conf_target":null}]',
      {
        hexstring: '00',
        options: { includeWatching: false, lockUnspents: false, estimate_mode: 'UNSET', feeRate: 100_000n },
        iswitness: undefined,
      },
    ],
    ['signrawtransactionwithkey', '["00",[],null]', { hexstring: '00', privkeys: [], prevtxs: undefined, sighashtype: 'ALL' }],
    [
      'scantxoutset',
      '["start",["raw(51)",{"desc":"raw(52)"}]]',
      { action: 'start', scanobjects: ['raw(51)', { desc: 'raw(52)', range: 1000 }] },
    ],
    ['getblocktemplate', '[]', { template_request: { mode: 'template' } }],
    [
      'importmulti',
      '[[{"scriptPubKey":{"address":"a"},"timestamp":"now"},7,{"scriptPubKey":"51","timestamp":1600000000}]]',
      {
        requests: [
          { scriptPubKey: { address: 'a' }, timestamp: 'now', internal: false, watchonly: false, label: '' },
          { refused: { code: -1, message: 'JSON value is not an object as expected' } },
          { scriptPubKey: '51', timestamp: 1_600_000_000, internal: false, watchonly: false, label: '' },
        ],
        options: { rescan: true },
      },
    ],
  ])('%s %s', (method, params, expected) => {
    expect(given(method, params)).toEqual(expected);
  });
});

/** As litecoind 0.21.2.1 answered the same calls. */
describe('errors are those of the node family', () => {
  test.each<[string, string, string]>([
    ['getblock', '["abc"]', "-8 blockhash must be of length 64 (not 3, for 'abc')"],
    ['getblock', `["ZZ${'0'.repeat(62)}"]`, `-8 blockhash must be hexadecimal string (not 'ZZ${'0'.repeat(62)}')`],
    ['getblock', '[5]', '-1 JSON value is not a string as expected'],
    ['getblock', '[null]', '-1 JSON value is not a string as expected'],
    ['getblockhash', '["1"]', '-1 JSON value is not an integer as expected'],
    ['getblockhash', '[1.5]', '-1 JSON integer out of range'],
    ['getblockhash', '[1.0]', '-1 JSON integer out of range'],
    ['getblockhash', '[5000000000]', '-1 JSON integer out of range'],
    ['getblockhash', '[12345678901234567890]', '-1 JSON integer out of range'],
    ['getblockheader', `["${Z}", 1]`, '-1 JSON value is not a boolean as expected'],
    ['getrawtransaction', `["${Z}", 1.5]`, '-1 JSON integer out of range'],
    ['createrawtransaction', `[[{"txid":"${Z}","vout":2147483648}],{}]`, '-1 JSON integer out of range'],
    ['lockunspent', `[true,[{"txid":"${Z}","vout":4294967295}]]`, '-1 JSON integer out of range'],
    ['getrawtransaction', `["${Z}", 5000000000]`, '-1 JSON integer out of range'],
    ['verifytxoutproof', '[5]', "-8 proof must be hexadecimal string (not '')"],
    ['importprunedfunds', '["00",5]', "-8 proof must be hexadecimal string (not '')"],
    ['walletprocesspsbt', '["",5]', '-3 Expected type bool, got number'],
    ['walletprocesspsbt', '["",true,"ALL",5]', '-1 JSON value is not a boolean as expected'],
    ['walletprocesspsbt', '["",true,"all"]', '-1 all is not a valid sighash parameter.'],
    ['getnewaddress', '["l","x"]', "-5 Unknown address type 'x'"],
    ['sendtoaddress', '["a",true]', '-3 Amount is not a number or string'],
    ['sendtoaddress', '["a","x"]', '-3 Invalid amount'],
    ['sendtoaddress', '["a",1.123456789]', '-3 Invalid amount'],
    ['sendtoaddress', '["a",1.1000000000000000000001]', '-3 Invalid amount'],
    ['sendtoaddress', '["a",-1]', '-3 Amount out of range'],
    ['sendtoaddress', '["a",84000000.00000001]', '-3 Amount out of range'],
    ['estimatesmartfee', '["6"]', '-3 Expected type number, got string'],
    ['estimatesmartfee', '[null]', '-3 Expected type number, got null'],
    ['decodescript', '[true]', '-3 Expected type string, got bool'],
    ['lockunspent', '["x"]', '-3 Expected type bool, got string'],
    ['lockunspent', '[true,[5]]', '-1 JSON value is not an object as expected'],
    ['lockunspent', '[true,[{}]]', '-3 Missing txid'],
    ['lockunspent', `[true,[{"txid":"${Z}","vout":"x"}]]`, '-3 Expected type number for vout, got string'],
    ['createrawtransaction', '[[{}],{}]', '-1 JSON value is not a string as expected'],
    ['createrawtransaction', `[[{"txid":"${Z}"}],{}]`, '-8 Invalid parameter, missing vout key'],
    ['createrawtransaction', `[[{"txid":"${Z}","vout":"1"}],{}]`, '-8 Invalid parameter, missing vout key'],
    ['createrawtransaction', '[[5],{}]', '-1 JSON value is not an object as expected'],
    ['createrawtransaction', '[[],5]', '-1 JSON value is not an array as expected'],
    ['createrawtransaction', '[[],[5]]', '-8 Invalid parameter, key-value pair not an object as expected'],
    ['createrawtransaction', '{"inputs":[],"outputs":[],"lock":1}', '-8 Unknown named parameter lock'],
    ['fundrawtransaction', '["00",{"foo":1}]', '-3 Unexpected key foo'],
    ['fundrawtransaction', '["00",{"includeWatching":"x"}]', '-3 Expected type bool for includeWatching, got string'],
    ['importmulti', '[[],{"rescan":"x"}]', '-1 JSON value is not a boolean as expected'],
    ['scantxoutset', '["x",[]]', '-8 Invalid command'],
    ['scantxoutset', '["start",[5]]', '-8 Scan object needs to be either a string or an object'],
    ['scantxoutset', '["start",[{}]]', '-8 Descriptor needs to be provided in scan object'],
    ['addnode', '["a","x"]', '-1 addnode "node" "command"'],
    ['getblockstats', '[1,["x"]]', '-8 Invalid selected statistic x'],
    ['getblockcount', '[1]', '-1 getblockcount'],
    ['getblockhash', '[]', '-1 getblockhash height'],
    ['getblock', '[]', '-1 getblock "blockhash" ( verbosity )'],
    ['nosuchmethod', '[]', '-32601 Method not found'],
    [
      'getdescriptorinfo',
      '[]',
      '-32601 Method not found: getdescriptorinfo exists in other releases, but not in the standard; help lists the methods of coind',
    ],
    ['toString', '[]', '-32601 Method not found'],
  ])('%s %s: %s', (method, params, expected) => {
    expect(refusal(method, params)).toBe(expected);
  });
});

test('methods need their option, whatever their arguments are', () => {
  const refused = (code: number, message: RegExp): unknown => expect.objectContaining({ code, message: expect.stringMatching(message) });
  expect(() => dispatcher().call('listaccounts', [], undefined)).toThrow(refused(-32, /start coind with -deprecatedrpc=accounts/));
  for (const method of ['tpstestsetenabled', 'tpstestadd', 'tpstestinfo']) {
    expect(() => dispatcher().call(method, ['x', 'x', 'x'], undefined)).toThrow(refused(-1, /not available: start coind with -tpstest/));
  }
  expect(dispatcher({ tpstest: true }).call('tpstestsetenabled', [true], undefined)).toEqual({ enabled: true });
  const startTimeUs = 1_800_000_000_000_001;
  expect(dispatcher({ tpstest: true }).call('tpstestadd', [startTimeUs], undefined)).toMatchObject({ starttime: startTimeUs });
  expect(dispatcher({ deprecatedRpc: ['accounts'] }).call('listaccounts', [3], undefined)).toEqual({
    minconf: 3,
    include_watchonly: false,
  });
  expect(dispatcher().call('getaddressbyaccount', ['x'], undefined)).toEqual({ account: 'x' });
});

test('the wallet of a call is the one selected, or the only one', () => {
  const handlers = new Proxy({} as Handlers<MethodId>, { get: () => (_args: unknown, call: Call) => call.wallet() });
  const ask = (loaded: readonly string[], name?: string): unknown => dispatcher({}, handlers, loaded).call('getwalletinfo', [], name);
  expect(ask(['', 'a'], 'a')).toEqual({ name: 'a' });
  expect(ask(['', 'a'], '')).toEqual({ name: '' });
  expect(ask(['a'])).toEqual({ name: 'a' });
  expect(() => ask(['a'], 'b')).toThrow(expect.objectContaining({ code: -18 }));
  expect(() => ask(['a', 'b'])).toThrow(expect.objectContaining({ code: -19 }));
  expect(() => ask([])).toThrow(expect.objectContaining({ code: -18 }));
});

test('asynchronous calls are running until they are answered', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const seen: string[][] = [];
  const handlers = new Proxy({} as Handlers<MethodId>, {
    get: (_, id) => (_args: unknown, call: Call) => {
      seen.push(call.running().map(({ method }) => method));
      return id === 'rescanblockchain' ? gate : null;
    },
  });
  const calls = dispatcher({}, handlers);
  const rescan = calls.call('rescanblockchain', [], undefined);
  calls.call('uptime', [], undefined);
  release();
  await rescan;
  calls.call('uptime', [], undefined);
  expect(seen).toEqual([['rescanblockchain'], ['rescanblockchain', 'uptime'], ['uptime']]);
});
