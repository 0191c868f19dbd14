import { argumentIgnored, defaults, forwarded, isObject, memberIgnored, type Mutant } from './mutant.ts';

const ONE_KEY = ['importaddress', 'importpubkey', 'importprivkey'] as const;

/** Imports with other defaults than documented, or that ignore an argument. */
export const IMPORT_MUTANTS: readonly Mutant[] = [
  ...ONE_KEY.flatMap((method): Mutant[] => [
    {
      fault: defaults(`${method} does not rescan by default`, method, ['', '', false]),
      cases: ['invariants/wallet-imports/rescan-default'],
    },
    { fault: argumentIgnored(method, 'rescan', 2, true), cases: ['invariants/wallet-imports/no-rescan'] },
    { fault: argumentIgnored(method, 'label', 1, ''), cases: ['invariants/wallet-imports/label'] },
    { fault: defaults(`${method} makes a label by default`, method, ['', 'other']), cases: ['invariants/wallet-imports/label'] },
  ]),
  { fault: argumentIgnored('importaddress', 'p2sh', 3, false), cases: ['invariants/wallet-imports/p2sh'] },
  { fault: memberIgnored('importmulti', 1, 'rescan'), cases: ['invariants/wallet-imports/no-rescan'] },
  {
    fault: forwarded('importmulti ignores pubkeys', 'importmulti', (params) => {
      const [requests, ...others] = params;
      if (!Array.isArray(requests)) return undefined;
      return [requests.map((request) => (isObject(request) ? { ...request, pubkeys: [] } : request)), ...others];
    }),
    cases: ['invariants/wallet-imports/pubkeys'],
  },
];
