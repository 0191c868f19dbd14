import type { Wire } from '../../../specs/model/wire.ts';
import { defaults, forwarded, memberIgnored, type Mutant } from './mutant.ts';

/** The arguments before `include_watchonly`, with their documented defaults; of `listsinceblock` the first one has none. */
const BEFORE_WATCHONLY: readonly (readonly [method: string, before: readonly Wire[]])[] = [
  ['getbalance', ['*', 0]],
  ['gettransaction', ['']],
  ['listtransactions', ['*', 10, 0]],
  ['listreceivedbyaddress', [1, false]],
];

/** Reading methods of the wallet with other defaults than documented, or that ignore a limit. */
export const WALLET_QUERY_MUTANTS: readonly Mutant[] = [
  ...['minimumAmount', 'maximumAmount'].map((member) => ({
    fault: memberIgnored('listunspent', 4, member),
    cases: ['invariants/wallet-unspent-limits/amounts'],
  })),
  {
    fault: defaults('listunspent lists up to 500 confirmations by default', 'listunspent', [1, 500]),
    cases: ['invariants/wallet-unspent-limits/confirmations'],
  },
  { fault: memberIgnored('listunspent', 4, 'maximumCount'), cases: ['invariants/wallet-unspent-limits/count'] },
  { fault: memberIgnored('listunspent', 4, 'minimumSumAmount'), cases: ['invariants/wallet-unspent-limits/sum'] },
  ...BEFORE_WATCHONLY.map(([method, before]) => ({
    fault: defaults(`${method} includes watch-only by default`, method, [...before, true]),
    cases: ['invariants/wallet-lists/watch-only'],
  })),
  {
    fault: forwarded('listsinceblock includes watch-only by default', 'listsinceblock', (params) =>
      params.length < 3 ? [params[0] ?? '', params[1] ?? 1, true] : undefined,
    ),
    cases: ['invariants/wallet-lists/watch-only'],
  },
  {
    fault: defaults('listreceivedbyaddress counts what is unconfirmed by default', 'listreceivedbyaddress', [0]),
    cases: ['invariants/wallet-received/amount'],
  },
  {
    fault: defaults('listreceivedbyaddress includes empty addresses by default', 'listreceivedbyaddress', [1, true]),
    cases: ['invariants/wallet-received/empty'],
  },
  {
    fault: forwarded('listlabels exchanges the purposes', 'listlabels', ([purpose]) =>
      purpose === 'receive' ? ['send'] : purpose === 'send' ? ['receive'] : undefined,
    ),
    cases: ['invariants/wallet-labels/purpose'],
  },
];
