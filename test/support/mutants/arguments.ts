import { defaults, forwarded, isObject, type Mutant } from './mutant.ts';

const HALF_A_DAY_S = 43_200;

/** Wrong defaults, and ignored arguments. */
export const ARGUMENT_MUTANTS: readonly Mutant[] = [
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
