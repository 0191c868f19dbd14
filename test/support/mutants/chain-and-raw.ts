import { satoshis } from '../../../client/wire-json.ts';
import type { Wire, WireNumber } from '../../../specs/model/wire.ts';
import type { Envelope, Fault } from '../fault-proxy.ts';
import { asSuccess, changed, oneMore, swallowed } from '../faults.ts';
import { answered, defaults, forwarded, isObject, type Mutant } from './mutant.ts';

const SOME_TXID = '11'.repeat(32);

const refusal = (code: number, message: string): Pick<Envelope, 'result' | 'error'> => ({ result: null, error: { code, message } });

/** Answers like rescanblockchain for the arguments, and scans nothing. */
const scansNothing: Fault = {
  name: 'rescanblockchain scans nothing',
  instead: async ({ method, params: [start = 0, stop] }, ask) => {
    if (method !== 'rescanblockchain') return undefined;
    const tip = (await ask('getblockcount', [])).result;
    return { result: { start_height: start, stop_height: stop ?? tip }, error: null };
  },
};

/** Raises the fee by a fixed amount above the old one, whatever the estimate. */
const bumpsByIncrement: Fault = {
  name: 'bumpfee without options only adds the increment',
  instead: async ({ method, params: [txid = '', options], path }, ask) => {
    if (method !== 'bumpfee' || (isObject(options) && Object.keys(options).length > 0)) return undefined;
    const original = (await ask('gettransaction', [txid], path)).result;
    if (!isObject(original)) return undefined;
    const feeSat = Number(-satoshis(original['fee'] as WireNumber));
    const bytes = String(original['hex']).length / 2;
    return ask('bumpfee', [txid, { totalFee: feeSat + 6 * bytes }], path);
  },
};

/** Pays with an unsafe coin after the node has refused to. */
const spendsUnsafe = (method: string, result: Wire): Fault => ({
  ...asSuccess(method, result),
  name: `${method} spends unsafe coins`,
});

/** Accepts no account although the node has accounts. */
const refusesAccounts: Fault = {
  name: 'sendmany refuses an account with -deprecatedrpc=accounts',
  instead: async ({ method, params: [dummy] }) =>
    method === 'sendmany' && dummy !== '' ? refusal(-8, 'Dummy value must be set to ""') : undefined,
};

/** Signs with the keys alone: a node that finds the script by itself. */
const needsNoRedeemScript = (method: string): Fault => ({
  name: `${method} needs no redeemScript`,
  answer: (answer, { method: called, params }) => {
    const at = method === 'signrawtransaction' ? 1 : 2;
    const items = params[at];
    const lacksScript = Array.isArray(items) && items.some((item) => isObject(item) && !('redeemScript' in item));
    if (called !== method || !lacksScript) return undefined;
    const { result } = answer;
    if (answer.error !== null) return { ...answer, result: { hex: params[0] ?? '', complete: true }, error: null };
    return isObject(result) && result['complete'] === false
      ? { ...answer, result: { hex: result['hex'] ?? '', complete: true } }
      : undefined;
  },
});

const isObjectList = (params: readonly Wire[]): boolean => Array.isArray(params[1]) && params[1].some(isObject);

/** Faults in methods of the chain, of raw transactions and of wallets' files that no case found before. */
export const CHAIN_AND_RAW_MUTANTS: readonly Mutant[] = [
  { fault: swallowed('coinstartextclient', true), cases: ['rules/coinstartextclient/client'] },
  {
    fault: answered('convertaddress returns its argument twice', ['convertaddress'], (_, { params: [address = ''] }) => ({
      v3address: address,
      v4address: address,
    })),
    cases: ['rules/convertaddress/p2wpkh-as-p2pkh'],
  },
  {
    fault: answered('verifychain is always true', ['verifychain'], () => true),
    cases: ['rules/verifychain/all-blocks/damaged'],
  },
  {
    fault: forwarded('verifychain checks only the last block', 'verifychain', ([level = 4]) => [level, 1]),
    cases: ['rules/verifychain/all-blocks/damaged'],
  },
  {
    fault: defaults('verifychain checks 5 blocks by default', 'verifychain', [4, 5]),
    cases: ['rules/verifychain/all-blocks/damaged'],
  },
  {
    fault: defaults('verifychain checks 7 blocks by default', 'verifychain', [4, 7]),
    cases: ['rules/verifychain/all-blocks/damaged'],
  },
  {
    fault: answered('getmempoolinfo shows the relay fee of a full pool', ['getmempoolinfo'], (result, _, ask) =>
      changed(result, 'mempoolminfee', () => (isObject(result) ? (result['minrelaytxfee'] ?? null) : null), ask),
    ),
    cases: ['rules/getmempoolinfo/mempoolminfee/full'],
  },
  {
    fault: defaults('getchaintxstats has a window of 10 blocks by default', 'getchaintxstats', [10]),
    cases: ['rules/getchaintxstats/default-window'],
  },
  {
    fault: forwarded('scantxoutset has a range of 100 by default', 'scantxoutset', (params) =>
      isObjectList(params)
        ? params.with(
            1,
            (params[1] as Wire[]).map((item) => (isObject(item) && !('range' in item) ? { ...item, range: 100 } : item)),
          )
        : undefined,
    ),
    cases: ['rules/scantxoutset/object-range/default'],
  },
  {
    fault: forwarded('scantxoutset has a range of 2000 by default', 'scantxoutset', (params) =>
      isObjectList(params)
        ? params.with(
            1,
            (params[1] as Wire[]).map((item) => (isObject(item) && !('range' in item) ? { ...item, range: 2000 } : item)),
          )
        : undefined,
    ),
    cases: ['rules/scantxoutset/object-range/default'],
  },
  { fault: scansNothing, cases: ['rules/rescanblockchain/*/found'] },
  {
    fault: forwarded('rescanblockchain ignores stop_height', 'rescanblockchain', (params) =>
      params.length > 1 ? params.slice(0, 1) : undefined,
    ),
    cases: ['rules/rescanblockchain/stop/found'],
  },
  { fault: bumpsByIncrement, cases: ['rules/bumpfee/estimate'] },
  { fault: spendsUnsafe('sendtoaddress', SOME_TXID), cases: ['rules/sendtoaddress/no-unsafe/replacement'] },
  {
    fault: spendsUnsafe('fundrawtransaction', { hex: '00', fee: 0.0001, changepos: -1 }),
    cases: ['rules/fundrawtransaction/safe-coins/replacement'],
  },
  {
    fault: answered('decodescript shows no P2SH address of a script without recipient', ['decodescript'], (result) => {
      if (!isObject(result) || !['nulldata', 'nonstandard'].includes(String(result['type']))) return undefined;
      const { p2sh: _, ...others } = result;
      return others;
    }),
    cases: ['rules/decodescript/p2sh/without-recipient'],
  },
  { fault: refusesAccounts, cases: ['rules/sendmany/fromaccount/with'] },
  { fault: needsNoRedeemScript('signrawtransaction'), cases: ['rules/signrawtransaction/redeem-script'] },
  { fault: needsNoRedeemScript('signrawtransactionwithkey'), cases: ['rules/signrawtransactionwithkey/redeem-script'] },
  { fault: { ...asSuccess('savemempool', null), name: 'savemempool does not wait for the dump' }, cases: ['rules/savemempool/to-disk'] },
  {
    fault: { ...asSuccess('createwallet', { name: 'pyx', warning: '' }), name: 'createwallet accepts the name of an existing wallet' },
    cases: ['methods/createwallet/near-miss/*'],
  },
  {
    fault: { ...asSuccess('loadwallet', { name: 'pyx', warning: '' }), name: 'loadwallet accepts a missing file' },
    cases: ['methods/loadwallet/near-miss/*'],
  },
  { fault: oneMore('decodepsbt', 'inputs[].non_witness_utxo.size'), cases: ['invariants/recomputed-psbt/decoded-described'] },
  {
    fault: { ...asSuccess('decodepsbt', { tx: {}, inputs: [], outputs: [] }), name: 'decodepsbt decodes what is no PSBT' },
    cases: ['invariants/recomputed-psbt/invalid-decodepsbt'],
  },
  {
    fault: forwarded('decoderawtransaction ignores iswitness', 'decoderawtransaction', (params) =>
      params.length > 1 ? params.slice(0, 1) : undefined,
    ),
    cases: ['rules/decoderawtransaction/heuristics/stated'],
  },
  {
    fault: forwarded('converttopsbt ignores iswitness', 'converttopsbt', (params) => (params.length > 2 ? params.slice(0, 2) : undefined)),
    cases: ['rules/converttopsbt/iswitness'],
  },
  {
    fault: forwarded('signrawtransaction ignores sighashtype', 'signrawtransaction', (params) =>
      params.length > 3 ? params.slice(0, 3) : undefined,
    ),
    cases: ['invariants/recomputed-signatures/deprecated-legacy'],
  },
];
