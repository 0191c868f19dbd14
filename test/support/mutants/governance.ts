import { answered, forwarded, isObject, type Mutant } from './mutant.ts';
import type { Fault } from '../fault-proxy.ts';

/** A sub-command of gobject that does what another one does. */
const actsAs = (word: string, other: string, more: readonly string[] = []): Fault =>
  forwarded(`gobject ${word} does what gobject ${[other, ...more].join(' ')} does`, 'gobject', ([first, ...rest]) =>
    first === word ? [other, ...rest, ...more] : undefined,
  );

/** Faults in governance objects and votes. */
export const GOVERNANCE_MUTANTS: readonly Mutant[] = [
  { fault: actsAs('vote-many', 'vote-name', ['pyx-1']), cases: ['rules/gobject-vote-many/all-masternodes'] },
  {
    fault: forwarded('gobject vote-name votes with all masternodes', 'gobject', (params) =>
      params[0] === 'vote-name' ? ['vote-many', ...params.slice(1, 4)] : undefined,
    ),
    cases: ['rules/gobject-vote-name/one-masternode'],
  },
  { fault: actsAs('vote-conf', 'vote-many'), cases: ['rules/gobject-vote-conf/configured-masternode'] },
  { fault: actsAs('getvotes', 'getcurrentvotes'), cases: ['rules/gobject-getvotes/old-ones-too'] },
  { fault: actsAs('getcurrentvotes', 'getvotes'), cases: ['rules/gobject-getcurrentvotes/tallying-only'] },
  { fault: actsAs('diff', 'list'), cases: ['rules/gobject-diff/since-last'] },
  {
    fault: forwarded('gobject list ignores its filter', 'gobject', (params) => (params[0] === 'list' ? ['list', 'all'] : undefined)),
    cases: ['rules/gobject-list/filters'],
  },
  {
    fault: forwarded('gobject vote-many votes no instead of yes', 'gobject', (params) =>
      params[0] === 'vote-many' && params[3] === 'yes' ? params.with(3, 'no') : undefined,
    ),
    cases: ['rules/gobject-list/filters/voted'],
  },
  {
    fault: {
      name: 'gobject check takes any data',
      swallow: ({ method, params }) => (method === 'gobject' && params[0] === 'check' ? { 'Object status': 'OK' } : undefined),
    },
    cases: ['rules/gobject-check/rejects'],
  },
  {
    fault: {
      name: 'gobject submit submits nothing',
      answer: ({ error, ...answer }, { method, params }) =>
        method === 'gobject' && params[0] === 'submit' && error === null
          ? { ...answer, result: null, error: { code: -32603, message: 'not submitted' } }
          : undefined,
    },
    cases: ['rules/gobject-get/object', 'methods/gobject-getvotes/required-only'],
  },
  {
    fault: {
      name: 'gobject submit refuses nothing',
      answer: ({ error, ...answer }, { method, params }) =>
        method === 'gobject' && params[0] === 'submit' && error !== null ? { ...answer, error: null, result: '11'.repeat(32) } : undefined,
    },
    cases: ['rules/gobject-submit/same-arguments'],
  },
  {
    fault: answered('getgovernanceinfo reports the next superblock a block late', ['getgovernanceinfo'], (result) =>
      isObject(result) ? { ...result, nextsuperblock: Number(result['nextsuperblock']) + 1 } : undefined,
    ),
    cases: ['rules/getgovernanceinfo/superblock-numbers'],
  },
  { fault: actsAs('vote-conf', 'vote-name', ['pyx-1']), cases: ['rules/gobject-vote-conf/configured-masternode/another'] },
  {
    fault: answered('gobject list takes what gobject diff has to show', ['gobject'], async (_, { params }, ask) => {
      if (params[0] === 'list') await ask('gobject', ['diff', 'all']);
      return undefined;
    }),
    cases: ['rules/gobject-diff/since-last/other-calls'],
  },
  {
    fault: answered('gobject count counts each object and vote twice', ['gobject'], (result, { params }) =>
      params[0] === 'count' && isObject(result)
        ? Object.fromEntries(Object.entries(result).map(([name, count]) => [name, 2 * Number(count)]))
        : undefined,
    ),
    cases: ['rules/gobject-count/counts/each'],
  },
  {
    fault: answered('gobject deserialize leaves out what no proposal needs', ['gobject'], (result, { params }) => {
      if (params[0] !== 'deserialize' || typeof result !== 'string') return undefined;
      return result.replace(/,"member_.*(?=\}$)/su, '');
    }),
    cases: ['rules/gobject-deserialize/json/members'],
  },
  {
    fault: forwarded('gobject submit ignores its revision', 'gobject', (params) =>
      params[0] === 'submit' && params[2] !== 1 && Number(params[2]) > 1 ? params.with(2, 1) : undefined,
    ),
    cases: ['rules/gobject-submit/same-arguments/any'],
  },
  {
    fault: answered('getgovernanceinfo reports the tip as the last superblock', ['getgovernanceinfo'], async (result, _, ask) =>
      isObject(result) ? { ...result, lastsuperblock: (await ask('getblockcount', [])).result ?? null } : undefined,
    ),
    cases: ['rules/getgovernanceinfo/superblock-numbers'],
  },
  {
    fault: answered('getsuperblockbudget reports half of the maximum', ['getsuperblockbudget'], (result) => Number(result) / 2),
    cases: ['rules/getsuperblockbudget/maximum/exceeded'],
  },
];
