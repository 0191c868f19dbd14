import type { Fault } from '../fault-proxy.ts';
import { answered, argumentIgnored, forwarded, isObject, type Mutant } from './mutant.ts';

/** A subcommand of masternode that does what another one does. */
const actsAs = (word: string, other: string): Fault =>
  forwarded(`masternode ${word} does what masternode ${other} does`, 'masternode', ([first, ...rest]) =>
    first === word ? [other, ...rest] : undefined,
  );

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
    fault: answered('masternode outputs lists nothing', ['masternode'], (_, { params: [command] }) =>
      command === 'outputs' ? {} : undefined,
    ),
    cases: ['rules/masternode-outputs/compatible'],
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
  {
    fault: actsAs('start-missing', 'start-all'),
    cases: ['rules/masternode-start-missing/by-mode/left-alone'],
  },
  {
    fault: actsAs('start-disabled', 'start-all'),
    cases: ['rules/masternode-start-disabled/by-mode/left-alone'],
  },
  {
    fault: forwarded('masternode list ignores its arguments', 'masternode', ([command, ...rest]) =>
      command === 'list' && rest.length > 0 ? ['list'] : undefined,
    ),
    cases: ['rules/masternode-list/as-masternodelist/arguments'],
  },
  {
    fault: answered('masternode list-conf shows the key of another masternode', ['masternode'], (result, { params: [command] }) => {
      if (command !== 'list-conf' || !isObject(result)) return undefined;
      const entries = Object.values(result);
      return Object.fromEntries(
        Object.entries(result).map(([name, entry], at) => {
          const other = entries[(at + 1) % entries.length];
          return [name, isObject(entry) && isObject(other) ? { ...entry, privateKey: other['privateKey']! } : entry];
        }),
      );
    }),
    cases: ['rules/masternode-list-conf/as-json/entries'],
  },
  {
    fault: forwarded('masternode initialize takes the second masternode, whatever the name', 'masternode', ([command]) =>
      command === 'initialize' ? ['initialize', 'pyx'] : undefined,
    ),
    cases: ['rules/masternode-initialize/one-by-name/each'],
  },
  {
    fault: forwarded('masternodebroadcast create-all creates one', 'masternodebroadcast', ([command]) =>
      command === 'create-all' ? ['create-name', 'pyx-1'] : undefined,
    ),
    cases: ['rules/masternodebroadcast-create-all/all'],
  },
  {
    fault: answered('masternodebroadcast create-name starts the masternode', ['masternodebroadcast'], async (_, { params }, ask) => {
      if (params[0] === 'create-name') await ask('masternode', ['initialize', params[1]!]);
      return undefined;
    }),
    cases: ['rules/masternodebroadcast-create-name/one-by-name/not-sent'],
  },
  {
    fault: forwarded('mnsync reset goes one step ahead', 'mnsync', ([command]) => (command === 'reset' ? ['next'] : undefined)),
    cases: ['rules/mnsync/reset/from-any-step'],
  },
  {
    fault: answered('masternode count counts all as enabled', ['masternode'], (result, { params: [command] }) =>
      command === 'count' && isObject(result) ? { ...result, enabled: result['total']! } : undefined,
    ),
    cases: ['invariants/masternode-list/count-enabled'],
  },
  {
    fault: answered('no spork is ever active', ['spork'], (result, { params: [command] }) =>
      command === 'active' && isObject(result) ? Object.fromEntries(Object.keys(result).map((name) => [name, false])) : undefined,
    ),
    cases: ['rules/spork/active/time'],
  },
];
