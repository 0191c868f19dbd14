import { formatSat } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Fault } from './fault-proxy.ts';

/** A wrong answer of one method, which only the cases that use it may notice. */
export interface Lie {
  readonly method: MethodId;
  /** Name of the method and what is wrong. */
  readonly name: string;
  readonly fault: Fault;
}

type Members = { readonly [name: string]: Wire };
const isObject = (value: Wire): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

const ZERO_HASH = '00'.repeat(32);

/** Every result is changed; undefined leaves it as it is. */
function answers(method: MethodId, what: string, change: (result: Wire) => Wire | undefined): Lie {
  const name = `${method}: ${what}`;
  return {
    method,
    name,
    fault: {
      name,
      answer: (answer, call) => {
        if (nameOf(call.method, call.params) !== method || answer.error !== null) return undefined;
        const result = change(answer.result);
        return result === undefined ? undefined : { ...answer, result };
      },
    },
  };
}

/** Every call is refused, and not carried out. */
function refuses(method: MethodId): Lie {
  const name = `${method}: refused`;
  const error = { code: -1, message: 'refused by a planted fault' };
  return {
    method,
    name,
    fault: {
      name,
      instead: async (call) => (nameOf(call.method, call.params) === method ? { result: null, error } : undefined),
    },
  };
}

/** The id of a method, with its sub-command. */
const nameOf = (method: string, [first]: readonly Wire[]): string => (method === 'masternode' ? `${method} ${String(first)}` : method);

const withMembers = (members: (object: Members) => Members) => (result: Wire) =>
  isObject(result) ? { ...result, ...members(result) } : undefined;

function without(result: Wire, name: string): Wire | undefined {
  if (!isObject(result)) return undefined;
  const { [name]: _, ...others } = result;
  return others;
}

/** Methods on which prerequisites of other cases were built once, and that have a second source now. */
const REFUSED: readonly MethodId[] = [
  'getbalance',
  'listunspent',
  'gettxout',
  'gettransaction',
  'sendmany',
  'sendtoaddress',
  'getrawtransaction',
  'getrawmempool',
  'getmempoolentry',
  'getblock',
  'getblockheader',
  'getblockhash',
  'getblockcount',
  'getbestblockhash',
  'decoderawtransaction',
  'getrawchangeaddress',
  'getaddressinfo',
  'bumpfee',
  'finalizepsbt',
  'dumpprivkey',
  'fundrawtransaction',
  'lockunspent',
  'listlockunspent',
];

export const lies: readonly Lie[] = [
  ...REFUSED.map(refuses),
  answers('getbalance', 'nothing', () => formatSat(0n)),
  answers('getbalance', 'too much', () => formatSat(1_000_000n * 100_000_000n)),
  answers('listunspent', 'none', () => []),
  answers('gettxout', 'every output is spent', () => null),
  answers('getrawmempool', 'empty', (result) => (Array.isArray(result) ? [] : undefined)),
  answers(
    'getblock',
    'another height, and no transactions',
    withMembers(({ height }) => ({ height: Number(height) + 1, tx: [] })),
  ),
  answers(
    'getblockheader',
    'not on the main chain',
    withMembers(({ height }) => ({ height: Number(height) + 1, confirmations: -1 })),
  ),
  answers('getblockhash', 'another block', () => ZERO_HASH),
  answers('getblockcount', 'one too many', (result) => Number(result) + 1),
  answers('getbestblockhash', 'another block', () => ZERO_HASH),
  answers(
    'decoderawtransaction',
    'another txid',
    withMembers(() => ({ txid: ZERO_HASH })),
  ),
  answers('sendrawtransaction', 'another txid', () => ZERO_HASH),
  answers(
    'signrawtransactionwithwallet',
    'never complete',
    withMembers(() => ({ complete: false })),
  ),
  answers('getrawchangeaddress', 'no address', () => 'none'),
  answers('getaddressinfo', 'no public key', (result) => without(result, 'pubkey')),
  answers('listwallets', 'none', () => []),
  answers(
    'getnetworkinfo',
    'a relay fee of 10 coins',
    withMembers(() => ({ relayfee: formatSat(1_000_000_000n) })),
  ),
  answers(
    'getwalletinfo',
    'no balance',
    withMembers(() => ({ balance: formatSat(0n) })),
  ),
  answers('assetnew', 'its number as a text', (result) => withMembers(({ asset_guid: guid }) => ({ asset_guid: String(guid) }))(result)),
  answers(
    'getgovernanceinfo',
    'a fee of a million coins',
    withMembers(() => ({ proposalfee: formatSat(1_000_000n * 100_000_000n) })),
  ),
  answers('getpeerinfo', 'addresses in another form', (result) =>
    Array.isArray(result) ? result.map((peer) => ({ ...(peer as Members), addr: '[::ffff:127.0.0.1]:1' })) : undefined,
  ),
  answers('masternodelist', 'none', () => ({})),
];
