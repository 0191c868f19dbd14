import { answered, argumentIgnored, forwarded, isObject, type Mutant } from './mutant.ts';

/** Faults in lists, payments and messages of masternodes. */
export const MASTERNODE_MUTANTS: readonly Mutant[] = [
  { fault: argumentIgnored('masternodelist', 'filter', 1, ''), cases: ['rules/masternodelist/default-filter'] },
  {
    fault: answered('masternodelist filters the values of protocol by a part', ['masternodelist'], async (result, { params }, ask) => {
      if (params[0] !== 'protocol' || typeof params[1] !== 'string') return undefined;
      const { result: all } = await ask('masternodelist', ['protocol']);
      return isObject(all)
        ? Object.fromEntries(Object.entries(all).filter(([, value]) => String(value).includes(params[1] as string)))
        : result;
    }),
    cases: ['rules/masternodelist/filter-protocol'],
  },
  {
    fault: answered('masternodelist full lacks its last column', ['masternodelist'], (result, { params: [mode] }) =>
      mode === 'full' && isObject(result)
        ? Object.fromEntries(Object.entries(result).map(([key, value]) => [key, String(value).replace(/ \S+$/, '')]))
        : undefined,
    ),
    cases: ['rules/masternodelist/full-columns'],
  },
  {
    fault: answered('masternodelist shows a status of another release', ['masternodelist'], (result, { params: [mode] }) =>
      mode === 'status' && isObject(result) ? Object.fromEntries(Object.keys(result).map((key) => [key, 'EXPIRED'])) : undefined,
    ),
    cases: ['rules/masternodelist/status-values'],
  },
  {
    fault: answered('masternode count counts one more', ['masternode'], (result, { params: [command] }) =>
      command === 'count' && isObject(result) ? { ...result, total: Number(result['total']) + 1 } : undefined,
    ),
    cases: ['invariants/masternode-list/count'],
  },
  {
    fault: forwarded('masternode initialize starts all', 'masternode', ([command]) =>
      command === 'initialize' ? ['start-all'] : undefined,
    ),
    cases: ['rules/masternode-initialize/one-by-name'],
  },
  {
    fault: {
      name: 'masternode start-disabled starts none',
      swallow: ({ params: [command] }) => (command === 'start-disabled' ? {} : undefined),
    },
    cases: ['rules/masternode-start-disabled/by-mode'],
  },
  {
    fault: { name: 'masternodebroadcast relay sends nothing', swallow: ({ params: [command] }) => (command === 'relay' ? {} : undefined) },
    cases: ['rules/masternodebroadcast-relay/to-network'],
  },
  {
    fault: {
      name: 'mnsync reset does nothing',
      swallow: ({ method, params: [command] }) => (method === 'mnsync' && command === 'reset' ? 'success' : undefined),
    },
    cases: ['rules/mnsync/next'],
  },
  {
    fault: answered('every spork is active', ['spork'], (result, { params: [command] }) =>
      command === 'active' && isObject(result) ? Object.fromEntries(Object.keys(result).map((name) => [name, true])) : undefined,
    ),
    cases: ['rules/spork/show'],
  },
  {
    fault: { name: 'sentinelping does nothing', swallow: ({ method }) => (method === 'sentinelping' ? true : undefined) },
    cases: ['rules/sentinelping/by-sentinel'],
  },
];
