import type { CheckName } from '../../../engine/checks.ts';
import type { Fault } from '../fault-proxy.ts';
import {
  asString,
  asSuccess,
  blanked,
  cutShort,
  dropped,
  emptied,
  ignored,
  oneMore,
  oneSatoshiMore,
  otherTxid,
  stale,
  swallowed,
  wrongPredecessor,
} from '../faults.ts';
import type { Mutant } from './mutant.ts';

/** A fault, the case that finds it, and the check that does. */
type Row = readonly [fault: Fault, caseId: string, check: CheckName];

const SOME_HASH = '11'.repeat(32);

const rows: readonly Row[] = [
  // A documented field dropped
  [dropped('getblock', 'nTx'), 'methods/getblock/required-only', 'presence'],
  [dropped('getblock', 'tx[].vout[].n'), 'methods/getblock/enum/verbosity=2', 'presence'],
  [dropped('listunspent', '[].safe'), 'methods/listunspent/required-only', 'presence'],
  [dropped('gettransaction', 'details[].vout'), 'methods/gettransaction/required-only', 'presence'],
  // Fields whose absence the answer alone does not show
  [dropped('decoderawtransaction', 'vin[].txinwitness'), 'invariants/recomputed-transactions/decoded-inputs', 'equals'],
  [dropped('getblock', 'tx[].vin[].txinwitness'), 'invariants/recomputed-transactions/within-block', 'equals'],
  [dropped('getrawtransaction', 'vin[].txinwitness'), 'invariants/recomputed-transactions/verbose-fields', 'equals'],
  [dropped('gettransaction', 'fee'), 'invariants/wallet-details/fee', 'amount'],
  [dropped('listtransactions', '[].label'), 'invariants/wallet-labels/everywhere', 'equals'],
  [dropped('listunspent', '[].label'), 'invariants/wallet-labels/everywhere', 'equals'],
  [dropped('listsinceblock', 'transactions[].label'), 'invariants/wallet-lists/since-start', 'equals'],
  // A list without the entries that the world made
  ...['listbanned', 'listlockunspent', 'listaddressgroupings', 'listlabels'].map((method): Row => [
    emptied(method),
    `methods/${method}/required-only`,
    'empty',
  ]),
  // A number turned into a string
  [asString('getblock', 'height'), 'methods/getblock/required-only', 'type'],
  [asString('getmempoolinfo', 'size'), 'methods/getmempoolinfo/required-only', 'type'],
  [asString('getbalance', ''), 'methods/getbalance/required-only', 'type'],
  [asString('gettxout', 'value'), 'methods/gettxout/required-only', 'type'],
  [asString('listtransactions', '[].confirmations'), 'methods/listtransactions/required-only', 'type'],
  // An amount off by one satoshi
  [oneSatoshiMore('getbalance', ''), 'invariants/wallet-balances/sum-of-unspent', 'equals'],
  [oneSatoshiMore('listunspent', '[].amount'), 'invariants/wallet-balances/sum-of-unspent', 'equals'],
  [oneSatoshiMore('gettxout', 'value'), 'invariants/chain-outputs/of-transaction', 'equals'],
  [oneSatoshiMore('getrawtransaction', 'vout[].value'), 'invariants/recomputed-transactions/verbose-fields', 'equals'],
  [oneSatoshiMore('decoderawtransaction', 'vout[].value'), 'invariants/recomputed-transactions/decoded-outputs', 'equals'],
  [oneSatoshiMore('gettransaction', 'fee'), 'invariants/wallet-details/fee', 'equals'],
  [oneSatoshiMore('getmempoolentry', 'fees.base'), 'invariants/mempool-entries/wallet-fee', 'equals'],
  [oneSatoshiMore('getreceivedbyaddress', ''), 'invariants/wallet-received/amount', 'equals'],
  [oneSatoshiMore('gettxoutsetinfo', 'total_amount'), 'invariants/chain-outputs/whole-set', 'equals'],
  [oneMore('getblockstats', 'totalfee'), 'invariants/chain-stats/fees', 'holds'],
  // A txid of another transaction
  [otherTxid('getrawtransaction', 'txid'), 'invariants/recomputed-transactions/ids', 'equals'],
  [otherTxid('decoderawtransaction', 'txid'), 'invariants/recomputed-transactions/decoded-sums', 'equals'],
  [otherTxid('sendrawtransaction', ''), 'invariants/recomputed-transactions/sent', 'equals'],
  [otherTxid('gettransaction', 'txid'), 'invariants/recomputed-transactions/wallet-copy', 'equals'],
  [otherTxid('listunspent', '[].txid'), 'invariants/wallet-labels/unspent', 'equals'],
  [otherTxid('getblock', 'tx[]'), 'invariants/recomputed-blocks/merkle-root', 'equals'],
  [otherTxid('verifytxoutproof', '[]'), 'rules/verifytxoutproof/commits', 'equals'],
  // Confirmations one too high
  [oneMore('getblock', 'confirmations'), 'invariants/chain-links/heights', 'equals'],
  [oneMore('getblockheader', 'confirmations'), 'invariants/chain-links/header-of-block', 'equals'],
  [oneMore('gettransaction', 'confirmations'), 'invariants/chain-confirmations/grow', 'equals'],
  [oneMore('gettxout', 'confirmations'), 'invariants/chain-confirmations/unspent', 'equals'],
  [oneMore('listunspent', '[].confirmations'), 'invariants/chain-confirmations/unspent', 'equals'],
  [oneMore('listtransactions', '[].confirmations'), 'invariants/chain-confirmations/listed', 'equals'],
  [oneMore('listreceivedbyaddress', '[].confirmations'), 'invariants/chain-confirmations/received', 'equals'],
  // An error turned into a success
  [asSuccess('getblock', '00'.repeat(80)), 'methods/getblock/missing/blockhash', 'refusal'],
  [asSuccess('sendrawtransaction', SOME_HASH), 'invariants/mempool-passage/unsigned', 'refusal'],
  [asSuccess('abandontransaction', null), 'rules/abandontransaction/in-wallet', 'refusal'],
  [asSuccess('getmempoolentry', {}), 'rules/getmempoolentry/in-pool', 'refusal'],
  [asSuccess('verifytxoutproof', []), 'rules/errors/verifytxoutproof-off-chain', 'refusal'],
  // A stale block count
  [stale('getblockcount'), 'invariants/chain-tip/mined', 'equals'],
  [stale('getbestblockhash'), 'invariants/chain-tip/mined', 'equals'],
  // A list cut short
  [cutShort('listunspent', ''), 'invariants/wallet-balances/sum-of-unspent', 'equals'],
  [cutShort('listtransactions', ''), 'invariants/wallet-lists/pages', 'equals'],
  [cutShort('listtransactions', ''), 'invariants/wallet-lists/mined', 'equals'],
  [cutShort('listsinceblock', 'transactions'), 'invariants/wallet-lists/mined', 'equals'],
  [cutShort('getrawmempool', ''), 'invariants/mempool-entries/list', 'equals'],
  [cutShort('getblock', 'tx'), 'invariants/chain-links/transaction-count', 'equals'],
  [cutShort('getmempoolancestors', ''), 'invariants/mempool-entries/family', 'equals'],
  [cutShort('listlockunspent', ''), 'rules/lockunspent/lock', 'equals'],
  [cutShort('listreceivedbyaddress', ''), 'invariants/wallet-received/empty', 'equals'],
  [cutShort('listsinceblock', 'transactions'), 'invariants/wallet-lists/since-start', 'equals'],
  // A wrong previous block
  [wrongPredecessor('getblock'), 'invariants/chain-links/blocks', 'equals'],
  [wrongPredecessor('getblockheader'), 'invariants/chain-links/headers', 'equals'],
  // A change of state swallowed
  [swallowed('lockunspent', true), 'rules/lockunspent/lock', 'equals'],
  [swallowed('setban', null), 'rules/listbanned/addresses', 'holds'],
  [swallowed('clearbanned', null), 'rules/clearbanned/all', 'holds'],
  [swallowed('settxfee', true), 'rules/settxfee/overrides', 'equals'],
  [swallowed('abandontransaction', null), 'rules/abandontransaction/inputs-free', 'holds'],
  // An argument ignored
  [ignored('listtransactions', 'skip', 2, 0), 'invariants/wallet-lists/skip', 'equals'],
  [ignored('listtransactions', 'count', 1, 10), 'methods/listtransactions/boundary/count=0', 'empty'],
  [ignored('listunspent', 'maxconf', 1, 9_999_999), 'methods/listunspent/boundary/maxconf=0', 'empty'],
  [ignored('getbalance', 'minconf', 1, 0), 'invariants/wallet-balances/by-confirmations', 'equals'],
  [ignored('listunspent', 'minconf', 0, 1), 'rules/listunspent/minconf-inclusive', 'holds'],
  [ignored('getreceivedbyaddress', 'minconf', 1, 1), 'invariants/wallet-received/amount', 'equals'],
  [ignored('createrawtransaction', 'locktime', 2, 0), 'invariants/recomputed-building/lock-time', 'equals'],
  [ignored('createpsbt', 'locktime', 2, 0), 'invariants/recomputed-building/lock-time', 'equals'],
  [ignored('listsinceblock', 'target_confirmations', 1, 1), 'invariants/wallet-lists/target-confirmations', 'equals'],
  [ignored('gettxout', 'include_mempool', 2, true), 'invariants/chain-outputs/pool-spends', 'presence'],
];

/** A part of a result is wrong in one way, a call has no effect, or an argument none: found by one case, by one check. */
export const RESULT_MUTANTS: readonly Mutant[] = [
  ...rows.map(([fault, caseId, check]) => ({ fault, cases: [caseId], check })),
  // coind stores no wallet with a damaged record that it loads.
  { fault: blanked('loadwallet', 'warning'), cases: ['rules/loadwallet/warning/damaged'], check: 'holds', on: 'process:litecoind' },
];
