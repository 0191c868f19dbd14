import { argumentIgnored, defaults, forwarded, memberDefault, type Mutant } from './mutant.ts';

/** Keys and addresses of a wallet: other defaults than documented, and ignored arguments. */
export const KEY_MUTANTS: readonly Mutant[] = [
  {
    fault: defaults('sethdseed keeps the unused keys by default', 'sethdseed', [false]),
    cases: ['invariants/wallet-keys/random-seed'],
  },
  {
    fault: {
      name: 'sethdseed without a seed does nothing',
      swallow: ({ method, params }) => (method === 'sethdseed' && params.length < 2 ? null : undefined),
    },
    cases: ['invariants/wallet-keys/random-seed'],
  },
  { fault: argumentIgnored('sethdseed', 'newkeypool', 0, true), cases: ['invariants/wallet-keys/pool-kept'] },
  { fault: defaults('keypoolrefill fills to 50 by default', 'keypoolrefill', [50]), cases: ['rules/limits/keypool-size'] },
  { fault: argumentIgnored('keypoolrefill', 'newsize', 0, 100), cases: ['invariants/wallet-keys/refill'] },
  {
    fault: defaults('addmultisigaddress ignores -addresstype', 'addmultisigaddress', [1, [], '', 'bech32']),
    cases: ['invariants/wallet-keys/multisig-type'],
  },
  {
    fault: defaults('getrawchangeaddress ignores -changetype', 'getrawchangeaddress', ['legacy']),
    cases: ['invariants/wallet-keys/change-type'],
  },
  {
    fault: memberDefault('fundrawtransaction', [''], 'change_type', 'legacy'),
    cases: ['invariants/wallet-keys/funded-change-type'],
  },
  {
    fault: forwarded('walletcreatefundedpsbt ignores -changetype', 'walletcreatefundedpsbt', (params) =>
      params.length < 4 ? [...params, ...[0].slice(params.length - 2), { change_type: 'legacy' }] : undefined,
    ),
    cases: ['invariants/wallet-keys/funded-change-type'],
  },
  {
    fault: argumentIgnored('walletprocesspsbt', 'sighashtype', 2, 'ALL'),
    cases: ['rules/walletprocesspsbt/signs/sighash-type'],
  },
];
