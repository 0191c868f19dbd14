import { describe, expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { PROFILES } from '../../fixtures/targets/profiles.ts';
import { allCases } from '../catalog.ts';
import { universeOf } from '../../engine/coverage.ts';
import { plan } from '../../engine/plan.ts';
import { boundariesOf } from './boundaries.ts';
import { effectOf } from './effect-of.ts';
import { methodCases } from './method-cases.ts';
import { setupOf } from './setups.ts';
import { slugOf } from './slug.ts';

const cases = methodCases(specification);
const ids = new Set(cases.map(({ id }) => id));
const universe = universeOf(specification, new Map());

/** The part of a case id after `methods/<method>/`. */
const of = (method: string, kind?: string): string[] =>
  cases
    .filter((testCase) => testCase.method === method && (kind === undefined || testCase.kind === kind))
    .map(({ id }) => id.split('/').slice(2).join('/'));
const counted = (method: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const testCase of cases) if (testCase.method === method) counts[testCase.kind] = (counts[testCase.kind] ?? 0) + 1;
  return counts;
};

/** A dotted place of the coverage universe as the beginning of a case id: `listunspent.query_options.maximumCount`. */
function placeOf(text: string): { method: string; place: string } {
  const method = specification.documented
    .map(({ id }) => id)
    .filter((id) => text.startsWith(`${id}.`))
    .sort((a, b) => b.length - a.length)[0];
  if (method === undefined) throw new Error(`${text} belongs to no method`);
  return { method, place: text.slice(method.length + 1) };
}

test('ids are unique, begin with their method, and need no quotes in a shell', () => {
  expect(ids.size).toBe(cases.length);
  expect(cases.filter(({ id }) => !/^[\w@%+=:,./-]+$/.test(id)).map(({ id }) => id)).toEqual([]);
  expect(cases.filter(({ id, method }) => !id.startsWith(`methods/${slugOf(method)}/`))).toEqual([]);
});

test('every documented method is called with its required arguments only, unless a reason is given', () => {
  const left = specification.documented.filter(({ id }) => !ids.has(`methods/${slugOf(id)}/required-only`)).map(({ id }) => id);
  expect(left).toEqual(['disconnectnode']);
  expect(left.map((id) => setupOf(id).noRequiredOnly)).toEqual(['it requires exactly one of address and nodeid']);
});

test('every optional argument and member is given once', () => {
  const optional = universe.params.filter((id) => id.endsWith(':omitted')).map((id) => placeOf(id.slice(2, -':omitted'.length)));
  expect(optional.length).toBeGreaterThan(130);
  expect(optional.filter(({ method, place }) => !ids.has(`methods/${slugOf(method)}/with/${slugOf(place)}`))).toEqual([]);
});

test('every required argument is omitted once', () => {
  const required = specification.documented.flatMap((method) =>
    method.params.filter((param) => param.required).map((param) => `methods/${slugOf(method.id)}/missing/${slugOf(param.name)}`),
  );
  expect(required.filter((id) => !ids.has(id))).toEqual([]);
});

test('every required member of an argument is omitted once', () => {
  // Hand-written from document 1, Shared argument shapes and Wallet methods, and documents 2 and 3: members without brackets.
  const inputs = ['createpsbt', 'createrawtransaction', 'walletcreatefundedpsbt'].flatMap((method) =>
    ['txid', 'vout'].map((member) => `${method}/missing/inputs.${member}`),
  );
  const previous = ['signrawtransaction', 'signrawtransactionwithkey', 'signrawtransactionwithwallet'].flatMap((method) =>
    ['txid', 'vout', 'scriptPubKey', 'amount'].map((member) => `${method}/missing/prevtxs.${member}`),
  );
  const others = [
    'lockunspent/missing/transactions.txid',
    'lockunspent/missing/transactions.vout',
    'scantxoutset/missing/scanobjects.desc',
    'importmulti/missing/requests.scriptPubKey',
    'importmulti/missing/requests.scriptPubKey.address',
    'importmulti/missing/requests.timestamp',
    'assetnew/missing/notary_details.endpoint',
    'assetnew/missing/notary_details.instant_transfers',
    'assetnew/missing/notary_details.hd_required',
    'assetnew/missing/auxfee_details.auxfee_address',
    'assetnew/missing/auxfee_details.fee_struct',
    'tpstestadd/missing/raw-transactions.tx',
  ];
  const made = cases.filter(({ id, kind }) => kind === 'missing' && id.includes('.', id.indexOf('/missing/'))).map(({ id }) => id);
  expect(made.sort()).toEqual([...inputs, ...previous, ...others].map((id) => `methods/${id}`).sort());
});

test('every listed value of every argument and member is sent', () => {
  const values = universe.enumValues.map((id) => {
    const [path = '', value] = id.slice(2).split('=');
    return { ...placeOf(path), value };
  });
  expect(values.length).toBeGreaterThan(150);
  expect(values.filter(({ method, place, value }) => !ids.has(`methods/${slugOf(method)}/enum/${slugOf(place)}=${slugOf(value)}`))).toEqual(
    [],
  );
});

test('a method that requires a start option is called on nodes with it, and in some case without it', () => {
  const requiring = specification.documented.filter(({ requiresOption }) => requiresOption !== undefined);
  expect(requiring.map(({ requiresOption }) => requiresOption)).toEqual(expect.arrayContaining(['-tpstest', '-deprecatedrpc=accounts']));
  for (const { id, requiresOption = '' } of requiring) {
    const own = allCases(specification).filter(({ method }) => method === id);
    const generated = own.filter(({ suite }) => suite === 'methods');
    expect(
      generated.filter(({ profile }) => !PROFILES[profile].includes(requiresOption)).map((testCase) => testCase.id),
      id,
    ).toEqual([]);
    expect(
      own.some(({ suite, profile, evidence }) => suite === 'rules' && profile === 'default' && evidence === 'document'),
      id,
    ).toBe(true);
  }
});

test('both truth values of every flag are sent', () => {
  const flags = specification.documented.flatMap(({ id, params }) =>
    params.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => `methods/${slugOf(id)}/enum/${slugOf(name)}`),
  );
  expect(flags.length).toBeGreaterThan(30);
  expect(flags.flatMap((id) => [`${id}=true`, `${id}=false`]).filter((id) => !ids.has(id))).toEqual([]);
});

describe('cases of a method', () => {
  test('without arguments', () => {
    expect(counted('getblockcount')).toEqual({ 'required-only': 1, 'too-many': 1 });
    expect(counted('gobject count')).toMatchObject({ 'required-only': 1, default: 1 });
  });

  test('with an enumeration and a default', () => {
    expect(of('getblock').filter((id) => !/^(near-miss|wrong-type)/.test(id))).toEqual([
      'required-only',
      'with/verbosity',
      'enum/verbosity=0',
      'enum/verbosity=1',
      'enum/verbosity=2',
      'default/verbosity',
      'missing/blockhash',
      'outside/verbosity:no-such-value',
      'too-many',
    ]);
  });

  test('with a list of listed values', () => {
    expect(of('getblockstats', 'enum')).toHaveLength(29);
    expect(of('getblockstats', 'enum')).toContain('enum/stats=feerate_percentiles');
    expect(of('getblockstats', 'form')).toEqual(['form/hash_or_height=string', 'form/hash_or_height=number']);
  });

  test('with both forms of a number, of outputs and of options', () => {
    expect(of('sendtoaddress', 'form')).toEqual(['form/amount=number', 'form/amount=string']);
    expect(of('settxfee', 'form')).toEqual(['form/amount=number', 'form/amount=string']);
    expect(of('sendmany', 'form')).toEqual(['form/amounts.value=number', 'form/amounts.value=string']);
    const outputs = ['form/outputs=array', 'form/outputs=object', 'form/outputs.value=number', 'form/outputs.value=string'];
    for (const method of ['createpsbt', 'createrawtransaction', 'walletcreatefundedpsbt']) expect(of(method, 'form')).toEqual(outputs);
    expect(of('fundrawtransaction', 'form')).toEqual(['form/options=object', 'form/options=boolean']);
    expect(of('listunspent', 'form')).toHaveLength(8);
    expect(of('importmulti', 'form')).toEqual(
      ['scriptPubKey=string', 'scriptPubKey=object', 'timestamp=number', 'timestamp=string'].map((id) => `form/requests.${id}`),
    );
    expect(of('scantxoutset', 'form')).toEqual(['form/scanobjects.item=string', 'form/scanobjects.item=object']);
    expect(of('assetnew', 'form')).toContain('form/notary_details=empty-object');
  });

  test('with limits', () => {
    expect(of('verifychain', 'boundary')).toEqual(['boundary/checklevel=0', 'boundary/checklevel=4', 'boundary/nblocks=0']);
    expect(of('createrawtransaction', 'boundary')).toEqual(
      ['inputs.sequence=0', 'inputs.sequence=4294967295', 'locktime=0', 'locktime=4294967295'].map((id) => `boundary/${id}`),
    );
    expect(of('listsinceblock', 'boundary')).toEqual(['boundary/target_confirmations=1']);
    // No document says that a peer, an output or a token 0 exists.
    for (const method of ['disconnectnode', 'gettxout', 'assetinfo', 'voteraw']) expect(of(method, 'boundary')).toEqual([]);
  });

  test('with members of its items', () => {
    expect(of('importmulti', 'optional-given')).toEqual([
      'with/options',
      ...['redeemscript', 'pubkeys', 'keys', 'internal', 'watchonly', 'label'].map((member) => `with/requests.${member}`),
      'with/options.rescan',
    ]);
    expect(of('importmulti', 'enum')).toContain('enum/requests.internal=true');
  });

  test('that only reads: each default is compared with omitting the argument', () => {
    expect(of('listunspent', 'default')).toEqual(['default/minconf', 'default/maxconf', 'default/include_unsafe']);
    expect(of('sendtoaddress', 'default')).toEqual([]); // each call pays
  });

  test('with variants that no single value selects', () => {
    expect(of('disconnectnode', 'variant')).toEqual(['variant/by-nodeid']);
  });
});

test('cases that must succeed have the same kinds for every method', () => {
  expect([...new Set(cases.map(({ kind }) => kind))].sort()).toEqual([
    'all-given',
    'boundary',
    'default',
    'enum',
    'form',
    'missing',
    'near-miss',
    'optional-given',
    'outside',
    'required-only',
    'too-many',
    'variant',
    'wrong-type',
  ]);
});

test('read-only plans contain no case that writes or reveals a secret', () => {
  const { cases: chosen } = plan(cases, { readOnly: true }, specification);
  expect(chosen.length).toBeGreaterThan(500);
  expect(chosen.filter((testCase) => testCase.effect.some((effect) => effect !== 'read') || testCase.effect.length === 0)).toEqual([]);
  for (const method of ['dumpprivkey', 'dumpwallet', 'sendtoaddress', 'setban'])
    expect(chosen.filter((testCase) => testCase.method === method)).toEqual([]);
  const effects = (id: string): readonly string[] | undefined => cases.find((testCase) => testCase.id === id)?.effect;
  expect(effects('methods/scantxoutset/enum/action=start')).toEqual(['read']);
  expect(effects('methods/scantxoutset/enum/action=abort')).toEqual(['chain']);
  expect(effects('methods/mnsync/enum/command=status')).toEqual(['read']);
});

test('the effect of a call is that of every variant that may apply', () => {
  const scan = specification.method('scantxoutset');
  expect(effectOf(scan, { optional: 'all' })).toEqual(['read', 'chain']);
  expect(effectOf(scan, { optional: 'none', fixed: { action: 'status' } })).toEqual(['read']);
  expect(effectOf(specification.method('getblockstats'), { optional: ['stats'] })).toEqual(['read']);
});

test('limits are those of unrestricted numbers, in order', () => {
  const { spec } = specification;
  expect(boundariesOf(spec, { type: 'integer', minimum: 3, maximum: 9 })).toEqual([3, 9]);
  expect(boundariesOf(spec, { type: 'integer', minimum: 3, maximum: 3 })).toEqual([3]);
  expect(boundariesOf(spec, { $ref: 'Locktime' })).toEqual([0, 4_294_967_295]);
  expect(boundariesOf(spec, { $ref: 'PeerId' })).toEqual([]);
  expect(boundariesOf(spec, { type: 'string', minLength: 1 })).toEqual([]);
});

test('different values have different slugs', () => {
  expect(['*', '', 'ALL|ANYONECANPAY', 'start-all', 4, true, 'two words'].map(slugOf)).toEqual([
    'star',
    'empty',
    'ALL+ANYONECANPAY',
    'start-all',
    '4',
    'true',
    'two-words',
  ]);
});
