import type { Wire } from '../../../specs/model/wire.ts';
import type { Fault } from '../fault-proxy.ts';
import { argumentIgnored, defaults, forwarded, isObject, memberDefault, memberIgnored, type Mutant } from './mutant.ts';

/** Both methods that fund, and their arguments before the options. */
const FUNDERS: readonly (readonly [method: string, before: readonly Wire[]])[] = [
  ['fundrawtransaction', ['']],
  ['walletcreatefundedpsbt', [[], [], 0]],
];

/** Without changeAddress the change is paid to an address outside the wallet. */
function changeToStranger(method: string, before: readonly Wire[]): Fault {
  return {
    name: `${method} pays the change to a stranger by default`,
    instead: async (call, ask) => {
      const options = call.params[before.length] ?? {};
      if (call.method !== method || !isObject(options) || 'changeAddress' in options || 'change_type' in options) return undefined;
      const { result: script } = await ask('decodescript', [`0014${'11'.repeat(20)}`]);
      const [changeAddress] = isObject(script) && Array.isArray(script['addresses']) ? script['addresses'] : [];
      if (changeAddress === undefined) return undefined;
      const first = [...call.params.slice(0, before.length), ...before.slice(call.params.length)];
      return ask(method, [...first, { ...options, changeAddress }, ...call.params.slice(before.length + 1)]);
    },
  };
}

/** The options of funding with other defaults than documented; both methods have them. */
const FUNDING_DEFAULTS: readonly Mutant[] = FUNDERS.flatMap(([method, before]) => [
  { fault: memberDefault(method, before, 'changePosition', 0), cases: ['invariants/funding-defaults/change-position'] },
  { fault: changeToStranger(method, before), cases: ['invariants/funding-defaults/change-address'] },
  { fault: memberDefault(method, before, 'lockUnspents', true), cases: ['invariants/funding-defaults/locks'] },
  { fault: memberIgnored(method, before.length, 'conf_target'), cases: ['invariants/funding-defaults/target'] },
]);

/** Estimates for another target or mode than requested. */
const ESTIMATES: readonly Mutant[] = [
  ...FUNDERS.map(([method, before]) => memberIgnored(method, before.length, 'estimate_mode')),
  memberIgnored('bumpfee', 1, 'estimate_mode'),
  ...['sendtoaddress', 'sendmany'].flatMap((method) => [
    argumentIgnored(method, 'estimate_mode', 7, 'UNSET'),
    forwarded(`${method} takes any conf_target as 2`, method, (params) => (params.length > 6 ? params.with(6, 2) : undefined)),
    forwarded(`${method} is economical by default`, method, (params) => (params.length === 7 ? [...params, 'ECONOMICAL'] : undefined)),
  ]),
].map((fault) => ({ fault, cases: ['invariants/wallet-fee-estimates/followed'] }));

const PSBT_OPTIONS = {
  changeAddress: 'change',
  changePosition: 'change',
  change_type: 'change-type',
  includeWatching: 'watching',
  feeRate: 'fee-rate',
  replaceable: 'replaceable',
} as const;

/** Payments and funding with other defaults than documented, or that ignore an argument. */
export const SPENDING_MUTANTS: readonly Mutant[] = [
  ...FUNDING_DEFAULTS,
  ...ESTIMATES,
  ...Object.entries(PSBT_OPTIONS).map(([member, slug]) => ({
    fault: memberIgnored('walletcreatefundedpsbt', 3, member),
    cases: [`invariants/psbt-funding/${slug}`],
  })),
  {
    fault: memberDefault('walletcreatefundedpsbt', [[], [], 0], 'includeWatching', true),
    cases: ['invariants/psbt-funding/watching'],
  },
  {
    fault: defaults('walletcreatefundedpsbt has a lock time by default', 'walletcreatefundedpsbt', [[], [], 1]),
    cases: ['invariants/psbt-funding/outputs'],
  },
  {
    fault: argumentIgnored('walletcreatefundedpsbt', 'bip32derivs', 4, false),
    cases: ['invariants/psbt-funding/derivations'],
  },
  {
    fault: defaults('walletcreatefundedpsbt adds derivation paths by default', 'walletcreatefundedpsbt', [[], [], 0, {}, true]),
    cases: ['invariants/psbt-funding/derivations'],
  },
  { fault: argumentIgnored('sendmany', 'minconf', 2, 1), cases: ['invariants/wallet-sending/minconf'] },
  { fault: argumentIgnored('sendmany', 'comment', 3, ''), cases: ['invariants/wallet-sending/comment'] },
  ...['sendtoaddress', 'sendmany'].map((method) => ({
    fault: argumentIgnored(method, 'conf_target', 6, null),
    cases: ['invariants/wallet-sending/target'],
  })),
  { fault: memberDefault('bumpfee', [''], 'replaceable', false), cases: ['rules/bumpfee/replaceable-true'] },
  { fault: memberIgnored('bumpfee', 1, 'confTarget'), cases: ['invariants/wallet-sending/bumped-target'] },
  ...['sendrawtransaction', 'testmempoolaccept'].flatMap((method) => [
    { fault: defaults(`${method} allows high fees by default`, method, ['', true]), cases: ['invariants/mempool-passage/high-fees'] },
    { fault: argumentIgnored(method, 'allowhighfees', 1, false), cases: ['invariants/mempool-passage/high-fees'] },
  ]),
];
