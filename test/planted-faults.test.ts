import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import type { Case } from '../engine/case.ts';
import type { Outcome } from '../engine/outcome.ts';
import { needs } from './require.ts';
import type { Fault } from './support/fault-proxy.ts';
import {
  asString,
  asSuccess,
  blanked,
  cutShort,
  dropped,
  emptied,
  foreignId,
  ignored,
  oneMore,
  oneSatoshiMore,
  otherTxid,
  stale,
  swallowed,
  wrongPredecessor,
} from './support/faults.ts';
import { clean, planted, plantedId, type Applied } from './support/planted.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { outcomeText, tryCases } from './support/try-cases.ts';

/** A fault, the case that finds it, and the check that does. */
type Row = readonly [fault: Fault, caseId: string, check: string];

const SOME_HASH = '11'.repeat(32);

const rows: readonly Row[] = [
  // A documented field dropped (of 25 methods, each field: dropped-fields.test.ts)
  [dropped('getblock', 'nTx'), 'methods/getblock/required-only', 'presence'],
  [dropped('getblock', 'tx[].vout[].n'), 'methods/getblock/enum/verbosity=2', 'presence'],
  [dropped('listunspent', '[].safe'), 'methods/listunspent/required-only', 'presence'],
  [dropped('gettransaction', 'details[].vout'), 'methods/gettransaction/required-only', 'presence'],
  // Fields whose absence the answer alone does not show
  [dropped('decodepsbt', 'fee'), 'rules/decodepsbt/fee', 'holds'],
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
  // A foreign id
  [foreignId, 'methods/getblockcount/required-only', 'foreign-id'],
  // A wrong previous block
  [wrongPredecessor('getblock'), 'invariants/chain-links/blocks', 'equals'],
  [wrongPredecessor('getblockheader'), 'invariants/chain-links/headers', 'equals'],
  // A warning kept back
  [blanked('loadwallet', 'warning'), 'rules/loadwallet/warning/damaged', 'holds'],
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

const cases = new Map(allCases(specification).map((testCase) => [testCase.id, testCase]));

function caseOf(id: string): Case {
  const testCase = cases.get(id);
  if (!testCase) throw new Error(`there is no case ${id}`);
  return testCase;
}

/** One run of the engine for all: the cases on a proxy without a fault, and then with one. */
async function tryAll(): Promise<{ outcomes: ReadonlyMap<string, Outcome>; applied: Applied }> {
  const target = new ProxiedTarget(await openTarget('process:litecoind', { env: {} }));
  try {
    const applied: Applied = new Map();
    const cleanCases = [...new Set(rows.map(([, id]) => id))].map((id) => clean(caseOf(id)));
    const plantedCases = rows.map(([fault, id]) => planted(caseOf(id), fault, target, applied));
    return { outcomes: await tryCases([...cleanCases, ...plantedCases], target, 12, { jobs: 2 }), applied };
  } finally {
    await target.close();
  }
}

let running: ReturnType<typeof tryAll> | undefined;
const tried = (): ReturnType<typeof tryAll> => (running ??= tryAll());

test('behind a proxy without a fault the cases have no findings', async (ctx) => {
  await needs(ctx, 'litecoind');
  const { outcomes } = await tried();
  const bad = [...new Set(rows.map(([, id]) => id))].filter(
    (id) => !['passed', 'observed', 'waived'].includes(outcomes.get(id)?.status ?? ''),
  );
  expect(bad.map((id) => `${id}: ${outcomeText(outcomes.get(id))}`)).toEqual([]);
}, 240_000);

for (const [fault, id, check] of rows) {
  test(`${fault.name}: found by ${id}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    const { outcomes, applied } = await tried();
    const name = plantedId(id, fault);
    const outcome = outcomes.get(name);
    expect(applied.get(name) ?? 0, `${id} never made a call that the fault applies to`).toBeGreaterThan(0);
    expect(outcome?.status, outcomeText(outcome)).toBe('failed');
    const failures = outcome?.findings.filter(({ evidence, waiver }) => evidence !== 'observation' && waiver === undefined) ?? [];
    expect(
      failures.map((finding) => finding.check),
      outcomeText(outcome),
    ).toContain(check);
  }, 240_000);
}

// A fault that is present from the first answer on also affects the making of prerequisites.
const fromTheStart: readonly (readonly [Fault, string])[] = [
  [dropped('getblock', 'nTx'), 'methods/getblock/required-only'],
  [oneSatoshiMore('getbalance', ''), 'invariants/wallet-balances/sum-of-unspent'],
  [oneMore('gettransaction', 'confirmations'), 'invariants/chain-confirmations/grow'],
  [stale('getblockcount'), 'invariants/chain-tip/mined'],
  [swallowed('lockunspent', true), 'rules/lockunspent/lock'],
  [ignored('listtransactions', 'skip', 2, 0), 'invariants/wallet-lists/skip'],
];

for (const [fault, id] of fromTheStart) {
  test(`${fault.name}, from the first answer on: found by ${id}`, async (ctx) => {
    await needs(ctx, 'litecoind');
    const target = new ProxiedTarget(await openTarget('process:litecoind', { env: {} }), fault);
    try {
      const outcome = (await tryCases([caseOf(id)], target, 13)).get(id);
      expect(outcome?.status, outcomeText(outcome)).toBe('failed');
    } finally {
      await target.close();
    }
  });
}

test('a node that answers with a foreign id from the first answer on is not tried', async (ctx) => {
  await needs(ctx, 'litecoind');
  const target = new ProxiedTarget(await openTarget('process:litecoind', { env: {} }), foreignId);
  try {
    await expect(tryCases([caseOf('methods/getblockcount/required-only')], target, 13)).rejects.toThrow(
      'sent no valid answer to getblockchaininfo: The id is the string "another-client"',
    );
  } finally {
    await target.close();
  }
});
