import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { toPlain } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { inspect } from '../../specs/model/inspect.ts';
import { specification } from '../../specs/model/specification.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { problemsOf } from '../../specs/model/problems.ts';

// Statements of the documents on single fields, against the specification.

/** The findings about one field of a result that may lack all other fields. */
function ofField(field: string, id: string, args: { [name: string]: Wire }, result: Wire): string[] {
  const method = specification.method(id);
  const variant = variantFor(method, args);
  if (!variant?.result) throw new Error(`no result of ${id}`);
  const validate = specification.resultValidator(method, variant);
  const problems = validate && !validate(toPlain(result)) ? problemsOf(validate) : [];
  return [...problems, ...inspect(specification.spec, variant.result, result, { method, args })]
    .map(({ check, path }) => `${check}@${path.replace(/\[\d+\]/g, '[]')}`)
    .filter((finding) => finding.endsWith(`@${field}`));
}

const hash = (digit: string): string => digit.repeat(64);
const outputOf = (type: string, rest: { [name: string]: Wire }): Wire => ({
  vout: [{ scriptPubKey: { asm: '', hex: '', type, ...rest } }],
});
const conflicted = { category: 'send', confirmations: -1, blockhash: hash('a'), blockindex: 1, blocktime: 1_600_000_000 };

// The documents list these fields without a condition: their absence is excused, their presence is not forbidden.
describe('a field that is listed without a condition may be present when it is not required', () => {
  test.each<[string, string, { [name: string]: Wire }, Wire]>([
    ['errors', 'signrawtransactionwithwallet', {}, { hex: '', complete: true, errors: [] }],
    ['errors', 'signrawtransactionwithkey', {}, { hex: '', complete: true, errors: [] }],
    ['vout[].scriptPubKey.addresses', 'decoderawtransaction', {}, outputOf('nulldata', { addresses: [] })],
    ['vout[].scriptPubKey.reqSigs', 'decoderawtransaction', {}, outputOf('nulldata', { reqSigs: 0 })],
    ['scriptPubKey.addresses', 'gettxout', {}, { scriptPubKey: { type: 'nonstandard', addresses: [] } }],
    ['addresses', 'decodescript', {}, { type: 'nulldata', addresses: [] }],
    ['reqSigs', 'decodescript', {}, { type: 'nulldata', reqSigs: 0 }],
    ['vin[].txid', 'decoderawtransaction', {}, { vin: [{ coinbase: '00', txid: hash('0'), sequence: 0 }] }],
    ['vin[].vout', 'decoderawtransaction', {}, { vin: [{ coinbase: '00', vout: 4_294_967_295, sequence: 0 }] }],
    ['vin[].scriptSig', 'decoderawtransaction', {}, { vin: [{ coinbase: '00', scriptSig: { asm: '', hex: '' }, sequence: 0 }] }],
    ['vin[].txinwitness', 'decoderawtransaction', {}, { vin: [{ txid: hash('a'), vout: 0, txinwitness: [], sequence: 0 }] }],
    ['[].blockhash', 'listtransactions', {}, [conflicted]],
    ['[].blockindex', 'listtransactions', {}, [conflicted]],
    ['[].blocktime', 'listtransactions', {}, [conflicted]],
    ['[].trusted', 'listtransactions', {}, [{ category: 'send', confirmations: 3, trusted: true }]],
    ['transactions[].blockhash', 'listsinceblock', {}, { transactions: [conflicted] }],
    ['transactions[].blockindex', 'listsinceblock', {}, { transactions: [conflicted] }],
    ['transactions[].blocktime', 'listsinceblock', {}, { transactions: [conflicted] }],
    ['transactions[].txid', 'listsinceblock', {}, { transactions: [{ category: 'move', txid: hash('a') }] }],
    ['blockhash', 'gettransaction', {}, conflicted],
    ['blockindex', 'gettransaction', {}, conflicted],
    ['blocktime', 'gettransaction', {}, conflicted],
    ['previousblockhash', 'getblockheader', { verbose: true }, { height: 0, previousblockhash: hash('0') }],
    ['nextblockhash', 'getblockheader', { verbose: true }, { confirmations: 1, nextblockhash: hash('0') }],
    ['previousblockhash', 'getblock', { verbosity: 1 }, { height: 0, previousblockhash: hash('0') }],
    ['nextblockhash', 'getblock', { verbosity: 1 }, { confirmations: -1, nextblockhash: hash('0') }],
    ['previousblockhash', 'getblock', { verbosity: 2 }, { height: 0, previousblockhash: hash('0') }],
    ['nextblockhash', 'getblock', { verbosity: 2 }, { confirmations: 1, nextblockhash: hash('0') }],
    ['time', 'getrawtransaction', { verbose: true }, { time: 1_600_000_000 }],
    ['blocktime', 'getrawtransaction', { verbose: true }, { confirmations: 0, blocktime: 1_600_000_000 }],
    ['confirmations', 'getrawtransaction', { verbose: true }, { confirmations: 0 }],
    ['tx[].in_active_chain', 'getblock', { blockhash: hash('a'), verbosity: 2 }, { tx: [{ in_active_chain: true }] }],
    ['psbt', 'finalizepsbt', { extract: true }, { psbt: 'cHNidP8=', hex: '00', complete: true }],
    ['unlocked_until', 'getwalletinfo', {}, { unlocked_until: 0 }],
    ['[].error', 'importmulti', {}, [{ success: true, error: { code: 0, message: '' } }]],
    ['[].pingwait', 'getpeerinfo', {}, [{ pingwait: 0 }]],
    [
      'inputs[].bip32_derivs.' + `02${hash('a')}` + '.master_fingerprint',
      'decodepsbt',
      {},
      { inputs: [{ bip32_derivs: { [`02${hash('a')}`]: { master_fingerprint: 'D34DB33F', path: 'm' } } }] },
    ],
  ])('%s of %s', (field, id, args, result) => {
    expect(ofField(field, id, args, result)).toEqual([]);
  });
});

// "only when …", "only if …", "absent …", "send only"
describe('a field that the documents restrict must be absent outside its condition', () => {
  test.each<[string, string, { [name: string]: Wire }, Wire]>([
    ['[].fee', 'listtransactions', {}, [{ category: 'receive', fee: new LosslessNumber('-0.1') }]],
    ['[].abandoned', 'listtransactions', {}, [{ category: 'receive', abandoned: false }]],
    ['details[].fee', 'gettransaction', {}, { details: [{ category: 'receive', fee: new LosslessNumber('-0.1') }] }],
    ['details[].abandoned', 'gettransaction', {}, { details: [{ category: 'receive', abandoned: false }] }],
    ['transactions[].address', 'listsinceblock', {}, { transactions: [{ category: 'move', address: 'a' }] }],
    ['removed', 'listsinceblock', { include_removed: false }, { removed: [] }],
    ['pubkeys', 'getaddressinfo', {}, { isscript: true, script: 'pubkeyhash', pubkeys: [] }],
    ['sigsrequired', 'getaddressinfo', {}, { isscript: true, script: 'pubkeyhash', sigsrequired: 1 }],
    ['script', 'getaddressinfo', {}, { isscript: false, script: 'pubkeyhash' }],
    ['pruneheight', 'getblockchaininfo', {}, { pruned: false, pruneheight: 0 }],
    ['automatic_pruning', 'getblockchaininfo', {}, { pruned: false, automatic_pruning: false }],
    ['prune_target_size', 'getblockchaininfo', {}, { pruned: true, automatic_pruning: false, prune_target_size: 1 }],
    ['bip9_softforks.x.bit', 'getblockchaininfo', {}, { bip9_softforks: { x: { status: 'active', bit: 1 } } }],
    ['bip9_softforks.x.statistics', 'getblockchaininfo', {}, { bip9_softforks: { x: { status: 'active', statistics: {} } } }],
    ['window_tx_count', 'getchaintxstats', {}, { window_block_count: 0, window_tx_count: 0 }],
    ['window_interval', 'getchaintxstats', {}, { window_block_count: 0, window_interval: 0 }],
    ['txrate', 'getchaintxstats', {}, { window_interval: 0, txrate: 0 }],
    ['[].addresses', 'getaddednodeinfo', {}, [{ connected: false, addresses: [] }]],
    ['[].reject-reason', 'testmempoolaccept', {}, [{ allowed: true, 'reject-reason': '' }]],
    ['p2sh', 'decodescript', {}, { type: 'scripthash', p2sh: 'a' }],
    ['in_active_chain', 'getrawtransaction', { verbose: true }, { in_active_chain: true }],
  ])('%s of %s', (field, id, args, result) => {
    expect(ofField(field, id, args, result)).toEqual([`presence@${field}`]);
  });
});

describe('a missing field is reported when its condition holds', () => {
  test.each<[string, string, { [name: string]: Wire }, Wire]>([
    ['errors', 'signrawtransactionwithwallet', {}, { hex: '', complete: false }],
    ['tx[].blockhash', 'getblock', { blockhash: hash('a'), verbosity: 2 }, { tx: [{}] }],
    ['tx[].confirmations', 'getblock', { blockhash: hash('a'), verbosity: 2 }, { tx: [{}] }],
    ['tx[].time', 'getblock', { blockhash: hash('a'), verbosity: 2 }, { tx: [{ confirmations: 1 }] }],
    ['[].addresses', 'getaddednodeinfo', {}, [{ connected: true }]],
    ['[].error', 'importmulti', {}, [{ success: false }]],
  ])('%s of %s', (field, id, args, result) => {
    expect(ofField(field, id, args, result)).toEqual([`presence@${field}`]);
  });
});
