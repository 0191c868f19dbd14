import { isLosslessNumber } from 'lossless-json';
import type { Wire } from '../../specs/model/wire.ts';
import type { Ask, Envelope, Fault, ProxiedCall } from './fault-proxy.ts';
import { changed, dropped, oneMore, swallowed } from './faults.ts';

/** A fault that contradicts one sentence of the documents, and patterns of ids of the cases that should find it. */
export interface Mutant {
  readonly fault: Fault;
  readonly cases: readonly string[];
}

type Params = readonly Wire[];

/** Changes the arguments of one method; undefined leaves them unchanged. */
function forwarded(name: string, method: string, change: (params: Params, call: ProxiedCall) => Params | undefined): Fault {
  return { name, forward: (call) => (call.method === method ? change(call.params, call) : undefined) };
}

/** Omitted arguments get these values, as if the node had other defaults than documented. */
function defaults(name: string, method: string, values: Params): Fault {
  return forwarded(name, method, (params) => (params.length >= values.length ? undefined : [...params, ...values.slice(params.length)]));
}

/** Changes the results of some methods. */
function answered(
  name: string,
  methods: readonly string[],
  change: (result: Wire, call: ProxiedCall, ask: Ask) => Promise<Wire | undefined> | Wire | undefined,
): Fault {
  return {
    name,
    answer: async (answer, call, ask) => {
      if (!methods.includes(call.method) || answer.error !== null) return undefined;
      const result = await change(answer.result, call, ask);
      return result === undefined ? undefined : { ...answer, result };
    },
  };
}

const refusal = (answer: Envelope, code: number, message: string): Envelope => ({ ...answer, result: null, error: { code, message } });

const isObject = (value: Wire | undefined): value is { [name: string]: Wire } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

const HALF_A_DAY_S = 43_200;
const LONGEST_UNLOCK_S = 100_000_000;

/** Doubles the cap for a wallet that was unlocked for longer than the cap. */
function capDoubled(): Fault {
  const capped = new Set<string>();
  return {
    name: 'the cap of an unlock time is doubled',
    answer: (answer, { method, params: [, timeout], path }) => {
      if (answer.error !== null) return undefined;
      if (method === 'walletpassphrase') {
        if (Number(String(timeout)) > LONGEST_UNLOCK_S) capped.add(path);
        else capped.delete(path);
      }
      const { result } = answer;
      if (method !== 'getwalletinfo' || !capped.has(path) || !isObject(result) || typeof result['unlocked_until'] !== 'number')
        return undefined;
      return { ...answer, result: { ...result, unlocked_until: result['unlocked_until'] + LONGEST_UNLOCK_S } };
    },
  };
}

/** An unlocked wallet keeps its time when it is unlocked again. */
function secondUnlockIgnored(): Fault {
  const untilMs = new Map<string, number>();
  return {
    name: 'a second walletpassphrase does not replace the time',
    swallow: ({ method, params: [, timeout], path }) => {
      if (method === 'walletlock') untilMs.delete(path);
      if (method !== 'walletpassphrase') return undefined;
      if ((untilMs.get(path) ?? 0) > Date.now()) return null;
      untilMs.set(path, Date.now() + Number(String(timeout)) * 1000);
      return undefined;
    },
  };
}

/** Finds the block of transactions whose outputs are all spent, without an index. */
async function provenAnyway(
  answer: Envelope,
  { method, params: [txids, blockhash] }: ProxiedCall,
  ask: Ask,
): Promise<Envelope | undefined> {
  if (method !== 'gettxoutproof' || answer.error === null || blockhash !== undefined || !Array.isArray(txids)) return undefined;
  const count = (await ask('getblockcount', [])).result as number;
  for (let height = count; height > 0; height--) {
    const { result: hash } = await ask('getblockhash', [height]);
    const { result: block } = await ask('getblock', [hash, 1]);
    if (!isObject(block) || !Array.isArray(block['tx']) || !block['tx'].includes(txids[0] ?? null)) continue;
    const proof = await ask('gettxoutproof', [txids, hash]);
    return proof.error === null ? { ...answer, result: proof.result, error: null } : undefined;
  }
  return undefined;
}

const minusOneShownAsZero = (result: Wire, _: ProxiedCall, ask: Ask): Promise<Wire | undefined> =>
  changed(result, 'confirmations', (value) => (value === -1 ? 0 : value), ask);

/** Wrong defaults, and ignored arguments. */
const ARGUMENTS: readonly Mutant[] = [
  {
    fault: defaults('getreceivedbyaddress counts what is unconfirmed by default', 'getreceivedbyaddress', [null, 0]),
    cases: ['methods/getreceivedbyaddress/default/*', 'invariants/wallet-received/*'],
  },
  {
    fault: defaults('getbalance leaves out what is unconfirmed by default', 'getbalance', ['*', 1]),
    cases: ['methods/getbalance/default/*', 'invariants/wallet-balances/*'],
  },
  {
    fault: defaults('listunspent lists what is unconfirmed by default', 'listunspent', [0]),
    cases: ['rules/listunspent/minconf-inclusive', 'methods/listunspent/default/*'],
  },
  {
    fault: defaults('listunspent leaves out what is unsafe by default', 'listunspent', [1, 9_999_999, [], false]),
    cases: ['rules/listunspent/unsafe-*'],
  },
  {
    fault: defaults('importmulti does not rescan by default', 'importmulti', [null, { rescan: false }]),
    cases: ['rules/importmulti/timestamp-*', 'rules/limits/rescan-margin'],
  },
  {
    fault: defaults('createpsbt signals replacement by default', 'createpsbt', [null, null, 0, true]),
    cases: ['methods/createpsbt/default/*'],
  },
  {
    fault: defaults('walletprocesspsbt adds derivation paths by default', 'walletprocesspsbt', [null, true, 'ALL', true]),
    cases: ['methods/walletprocesspsbt/default/*'],
  },
  {
    fault: defaults('listtransactions lists 20 entries by default', 'listtransactions', ['*', 20]),
    cases: ['rules/limits/transactions-page', 'methods/listtransactions/default/*'],
  },
  {
    fault: forwarded('listlabels ignores the purpose', 'listlabels', (params) => (params.length > 0 ? [] : undefined)),
    cases: ['rules/listlabels/*', 'invariants/wallet-labels/*'],
  },
  {
    fault: forwarded('listreceivedbyaddress ignores address_filter', 'listreceivedbyaddress', (params) =>
      params.length > 3 ? params.slice(0, 3) : undefined,
    ),
    cases: ['invariants/wallet-received/*', 'rules/listreceivedbyaddress/*'],
  },
  {
    fault: forwarded('setban ignores absolute', 'setban', (params) => (params.length > 3 ? params.slice(0, 3) : undefined)),
    cases: ['rules/setban/*', 'invariants/network-settings/*'],
  },
  {
    fault: forwarded('sendmany ignores replaceable', 'sendmany', (params) => (params[5] === true ? params.with(5, false) : undefined)),
    cases: ['invariants/wallet-transactions/*'],
  },
  {
    fault: forwarded('addmultisigaddress ignores the label', 'addmultisigaddress', (params) =>
      params.length > 2 ? params.with(2, '') : undefined,
    ),
    cases: ['rules/getaddressinfo/embedded*', 'invariants/wallet-labels/*'],
  },
  {
    fault: forwarded('importpubkey never rescans', 'importpubkey', ([pubkey = '', label = '']) => [pubkey, label, false]),
    cases: ['rules/states/import-with-rescan', 'rules/importpubkey/*'],
  },
  {
    fault: forwarded('converttopsbt drops signatures without permitsigdata', 'converttopsbt', (params) =>
      params[1] === true ? undefined : [params[0] ?? '', true, ...params.slice(2)],
    ),
    cases: ['rules/converttopsbt/*', 'methods/converttopsbt/default/*'],
  },
  {
    fault: forwarded('createrawtransaction takes a sequence that conflicts with replaceable', 'createrawtransaction', (params) =>
      params[3] === true ? params.with(3, false) : undefined,
    ),
    cases: ['rules/createrawtransaction/*'],
  },
  {
    fault: forwarded('gettxout never counts the pool', 'gettxout', ([txid = '', n = 0]) => [txid, n, false]),
    cases: ['rules/gettxout/*', 'invariants/chain-outputs/*'],
  },
  {
    fault: forwarded('finalizepsbt never extracts', 'finalizepsbt', ([psbt = '']) => [psbt, false]),
    cases: ['rules/finalizepsbt/*', 'methods/finalizepsbt/default/*'],
  },
  {
    fault: forwarded('walletcreatefundedpsbt ignores lockUnspents', 'walletcreatefundedpsbt', (params) => {
      const options = params[3];
      return isObject(options) && options['lockUnspents'] === true ? params.with(3, { ...options, lockUnspents: false }) : undefined;
    }),
    cases: ['rules/walletcreatefundedpsbt/lock-*'],
  },
  {
    fault: forwarded('setban bans for 12 hours by default', 'setban', (params) =>
      params[1] === 'add' && (params[2] ?? 0) === 0 && params[3] !== true ? [params[0] ?? '', 'add', HALF_A_DAY_S] : undefined,
    ),
    cases: ['rules/limits/ban-time', 'rules/setban/*'],
  },
];

/** Calls that are wrongly accepted or wrongly refused. */
const REFUSALS: readonly Mutant[] = [
  {
    fault: {
      name: 'prevtxs may not be null',
      answer: (answer, { method, params }) => {
        const at = { signrawtransactionwithwallet: 1, signrawtransaction: 1, signrawtransactionwithkey: 2 }[method];
        return at !== undefined && params.length > at && params[at] === null
          ? refusal(answer, -3, 'Expected type array, got null')
          : undefined;
      },
    },
    cases: ['methods/signrawtransaction*/form/prevtxs*'],
  },
  { fault: { name: 'gettxoutproof needs no index for what is spent', answer: provenAnyway }, cases: ['rules/gettxoutproof/*'] },
  {
    fault: forwarded('unloadwallet takes the wallet of its endpoint and one by name', 'unloadwallet', (params, { path }) =>
      path.startsWith('/wallet/') && typeof params[0] === 'string' ? [] : undefined,
    ),
    cases: ['rules/unloadwallet/*'],
  },
  {
    fault: forwarded('disconnectnode takes an address and an id', 'disconnectnode', (params) =>
      params.length > 1 && params[0] !== '' ? [params[0] ?? ''] : undefined,
    ),
    cases: ['rules/disconnectnode/*'],
  },
  {
    fault: forwarded('testmempoolaccept takes two transactions', 'testmempoolaccept', (params) => {
      const [list] = params;
      return Array.isArray(list) && list.length > 1 ? params.with(0, list.slice(0, 1)) : undefined;
    }),
    cases: ['rules/limits/testmempoolaccept-length', 'rules/testmempoolaccept/*'],
  },
];

/** Changes of state that do not happen, or happen in another way. */
const STATES: readonly Mutant[] = [
  { fault: swallowed('encryptwallet', 'wallet encrypted'), cases: ['rules/encryptwallet/*'] },
  {
    fault: forwarded('walletpassphrasechange leaves the passphrase', 'walletpassphrasechange', ([old = '']) => [old, old]),
    cases: ['rules/walletpassphrasechange/*'],
  },
  { fault: swallowed('walletlock', null), cases: ['rules/walletlock/*'] },
  { fault: secondUnlockIgnored(), cases: ['rules/walletpassphrase/again'] },
  { fault: capDoubled(), cases: ['rules/walletpassphrase/cap', 'rules/limits/unlock-time-cap'] },
  {
    fault: {
      name: 'lockunspent without a list unlocks nothing',
      swallow: ({ method, params }) => (method === 'lockunspent' && params[0] === true && params.length === 1 ? true : undefined),
    },
    cases: ['rules/lockunspent/*'],
  },
  { fault: swallowed('abortrescan', true), cases: ['rules/abortrescan/*'] },
  { fault: swallowed('removeprunedfunds', null), cases: ['rules/removeprunedfunds/*'] },
  { fault: swallowed('settxfee', true), cases: ['rules/settxfee/*'] },
  { fault: swallowed('preciousblock', null), cases: ['rules/preciousblock/*'] },
  { fault: swallowed('setnetworkactive', true), cases: ['rules/setnetworkactive/*'] },
  { fault: swallowed('ping', null), cases: ['rules/ping/*'] },
  { fault: swallowed('clearbanned', null), cases: ['rules/clearbanned/*'] },
  {
    fault: forwarded('addnode onetry adds the node', 'addnode', (params) => (params[1] === 'onetry' ? params.with(1, 'add') : undefined)),
    cases: ['rules/getaddednodeinfo/*', 'rules/addnode/*'],
  },
];

const PAST = 1;

/** Faults in the times of the throughput test. */
const TPS_TEST: readonly Mutant[] = [
  {
    fault: forwarded('tpstestadd with a start time of 0 sends at once', 'tpstestadd', (params) =>
      params[0] === 0 ? params.with(0, PAST) : undefined,
    ),
    cases: ['rules/tpstestadd/zero-waits'],
  },
  {
    fault: forwarded('tpstestadd does not wait for the start time', 'tpstestadd', (params) =>
      params[0] === 0 ? undefined : params.with(0, PAST),
    ),
    cases: ['rules/tpstestadd/queues'],
  },
  {
    fault: {
      name: 'tpstestsetenabled never disables',
      swallow: ({ method, params }) => (method === 'tpstestsetenabled' && params[0] === false ? { status: 'success' } : undefined),
    },
    cases: ['rules/tpstestsetenabled/switches'],
  },
];

/** Wrong answers. */
const ANSWERS: readonly Mutant[] = [
  {
    fault: answered('combinepsbt returns the first', ['combinepsbt'], (_, { params: [list] }) =>
      Array.isArray(list) ? list[0] : undefined,
    ),
    cases: ['invariants/recomputed-psbt/combined*'],
  },
  { fault: dropped('decodepsbt', 'fee'), cases: ['rules/decodepsbt/fee'] },
  { fault: oneMore('pruneblockchain', ''), cases: ['rules/pruneblockchain/*'] },
  {
    fault: answered('a block off the main chain has 0 confirmations', ['getblock', 'getblockheader'], minusOneShownAsZero),
    cases: ['rules/getblock/confirmations', 'rules/getblockheader/confirmations'],
  },
  {
    fault: answered('every branch is a valid fork', ['getchaintips'], (result, _, ask) =>
      changed(result, '[].status', (status) => (status === 'active' ? status : 'valid-fork'), ask),
    ),
    cases: ['rules/getchaintips/*'],
  },
];

/** Faults that a trial found when each was built into a copy of coind, in a form that a proxy can inject. */
export const MUTANTS: readonly Mutant[] = [...ARGUMENTS, ...REFUSALS, ...STATES, ...TPS_TEST, ...ANSWERS];
