import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSpec } from '../model/load.ts';
import { alternatives } from '../model/resolve.ts';
import { children } from '../model/json-schema.ts';
import type { Json, Method, Schema } from '../model/types.ts';
import { readTable } from './tables.ts';
import { cell, groupBy } from './rows.ts';

const { spec } = loadSpec(join(import.meta.dirname, '..'));
const methods = new Map(spec.methods.filter((method) => !method.beyond).map((method) => [method.id, method]));
const factsByWhere = groupBy(
  readTable('enums').filter((row) => !cell(row, 'where').startsWith('methods: ')),
  (row) => cell(row, 'where'),
);

const valuesOf = (where: string): string[] => (factsByWhere.get(where) ?? []).map((row) => cell(row, 'value'));

function method(id: string): Method {
  const found = methods.get(id);
  if (!found) throw new Error(`no method ${id} in the specification`);
  return found;
}

/** The schema at a path of names; `[]` are items, `<>` the values under names that are data. */
function within(schema: Schema, path: readonly string[]): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  for (const branch of alternatives(spec, schema)) {
    const next = step === '[]' ? branch.items : step === '<>' ? branch.additionalProperties : branch.properties?.[step];
    if (typeof next === 'object') return within(next, rest);
  }
  throw new Error(`nothing at ${path.join('.')}`);
}

const steps = (path: string): string[] =>
  path
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '');

/** The closed list of values that a schema allows. */
function enumOf(schema: Schema): Json[] {
  return alternatives(spec, schema).flatMap((branch) => branch.enum ?? (branch.const === undefined ? [] : [branch.const]));
}

const param = (id: string, path: string) => (): Json[] => {
  const [name = '', ...rest] = steps(path);
  const found = method(id).params.find((param) => param.name === name);
  if (!found) throw new Error(`${id} has no argument ${name}`);
  return enumOf(within(found.schema, rest));
};
const result = (id: string, variant: string, path: string) => (): Json[] => {
  const found = method(id).variants.find((candidate) => candidate.id === variant)?.result;
  if (!found) throw new Error(`${id} has no result for ${variant}`);
  return enumOf(within(found, steps(path)));
};
const shape = (name: string) => (): Json[] => enumOf({ $ref: name });
const columns = (name: string) => (): Json[] => Object.keys(spec.shapes[name]?.schema.columns ?? {});
const status = (id: string) => (): Json[] => spec.statuses.find((status) => status.id === id)?.values.map(({ value }) => value) ?? [];
const subCommands = (name: string) => (): Json[] =>
  [...methods.values()].filter((method) => method.wire.method === name).map((method) => method.wire.prefix[0] ?? '');
/** Those values of the table that a text holds as words of their own. */
const mentioned = (where: string, text: () => string) => (): Json[] =>
  valuesOf(where).filter((value) =>
    text()
      .split(/[\s,;:()]+/)
      .some((word) => word === value || word === `${value}.`),
  );
const rule = (id: string): { text: string; reading?: string } => {
  const found = spec.methods.flatMap((method) => method.rules).find((rule) => rule.id === id);
  if (!found) throw new Error(`no rule ${id} in the specification`);
  return found;
};
const ruleText = (id: string) => (): string => rule(id).text;
/** What the ids of a method's rules end in, of those whose text says this. */
const rulesThatSay = (id: string, text: string) => (): Json[] =>
  method(id)
    .rules.filter((rule) => rule.text.includes(text))
    .map((rule) => rule.id.replace(/^.*-/, ''));
const inDescriptors = (where: string) => (): Json[] => {
  const texts = method('scantxoutset').rules.map((rule) => rule.text);
  return valuesOf(where).filter((value) =>
    texts.some((text) => text.includes(` ${value.replace('<hex script>', 'hex').replace(/[<>]/g, '')} `)),
  );
};

/** Where the specification has each closed list of the documents; several places where it is said more than once. */
const places: { readonly [where: string]: readonly (() => Json[])[] } = {
  'call envelope jsonrpc': [mentioned('call envelope jsonrpc', () => spec.envelope.find((row) => row.id === 'member-jsonrpc')?.text ?? '')],
  address_type: [shape('AddressType'), param('getnewaddress', 'address_type'), param('fundrawtransaction', 'options.change_type')],
  estimate_mode: [shape('EstimateMode'), param('sendmany', 'estimate_mode'), param('bumpfee', 'options.estimate_mode')],
  sighashtype: [shape('SighashType'), param('walletprocesspsbt', 'sighashtype'), param('signrawtransaction', 'sighashtype')],
  'getaddressinfo script': [result('getaddressinfo', 'default', 'script'), result('getaddressinfo', 'default', 'embedded.script')],
  'getaddressinfo labels[].purpose': [result('getaddressinfo', 'default', 'labels[].purpose')],
  'getaddressesbylabel <address>.purpose': [result('getaddressesbylabel', 'default', '<>.purpose')],
  'listlabels purpose + empty': [param('listlabels', 'purpose')],
  'listtransactions[] category': [result('listtransactions', 'default', '[].category')],
  'listtransactions[] bip125-replaceable': [
    result('listtransactions', 'default', '[].bip125-replaceable'),
    result('listsinceblock', 'default', 'transactions[].bip125-replaceable'),
    result('gettransaction', 'default', 'bip125-replaceable'),
  ],
  'listsinceblock transactions[].category': [result('listsinceblock', 'default', 'transactions[].category')],
  'gettransaction details[].category': [result('gettransaction', 'default', 'details[].category')],
  'getbalance dummy': [param('getbalance', 'dummy')],
  'importmulti request item timestamp': [param('importmulti', 'requests[].timestamp')],
  'getblock verbosity': [param('getblock', 'verbosity')],
  'getblockchaininfo chain': [result('getblockchaininfo', 'default', 'chain')],
  'getblockchaininfo extclient_sync_status': [result('getblockchaininfo', 'default', 'extclient_sync_status')],
  'getblockchaininfo bip9_softforks.<name>.status': [
    result('getblockchaininfo', 'default', 'bip9_softforks.<>.status'),
    status('softfork-deployment-status'),
  ],
  'getchaintips[] status': [result('getchaintips', 'default', '[].status'), status('chain-tip-status')],
  'getblockstats feerate_percentiles': [
    mentioned('getblockstats feerate_percentiles', () => rule('getblockstats/percentiles').text.replace(/(\d+)th/g, '$1')),
  ],
  'getnetworkinfo networks[].name': [result('getnetworkinfo', 'default', 'networks[].name')],
  'getaddednodeinfo[] addresses[].connected': [result('getaddednodeinfo', 'default', '[].addresses[].connected')],
  'scantxoutset action': [param('scantxoutset', 'action')],
  'scan object desc': [inDescriptors('scan object desc')],
  'scan object desc key ending': [
    mentioned('scan object desc key ending', () =>
      ['unhardened', 'hardened'].map((kind) => rule(`scantxoutset/key-${kind}-range`).reading ?? '').join(' '),
    ),
  ],
  'addnode command': [param('addnode', 'command')],
  'setban command': [param('setban', 'command')],
  'vote signals': [
    shape('VoteSignal'),
    param('voteraw', 'vote-signal'),
    param('gobject vote-conf', 'signal'),
    param('gobject vote-many', 'signal'),
  ],
  'vote outcomes': [shape('VoteOutcome'), param('gobject vote-conf', 'outcome'), param('gobject vote-many', 'outcome')],
  'list filters': [param('gobject list', 'option'), param('gobject diff', 'option')],
  'voteraw outcome': [param('voteraw', 'outcome')],
  'gobject sub-commands': [subCommands('gobject')],
  'gobject count format': [param('gobject count', 'format')],
  'gobject vote-name signal': [param('gobject vote-name', 'signal')],
  'gobject vote-name outcome': [param('gobject vote-name', 'outcome')],
  'masternode command': [subCommands('masternode')],
  'masternode count option + masternode count deprecated option': [param('masternode count', 'option')],
  'masternode count deprecated option': [mentioned('masternode count deprecated option', ruleText('masternode-count/deprecated-options'))],
  'masternodebroadcast command': [subCommands('masternodebroadcast')],
  'masternodelist mode': [param('masternodelist', 'mode')],
  'masternodelist filter partial': [rulesThatSay('masternodelist', 'the filter also matches a part')],
  'masternodelist filter exact': [rulesThatSay('masternodelist', 'the filter also matches the whole')],
  'masternodelist full columns': [
    mentioned('masternodelist full columns', ruleText('masternodelist/full-columns')),
    columns('MasternodeFullColumns'),
  ],
  'masternodelist info columns': [
    mentioned('masternodelist info columns', ruleText('masternodelist/info-columns')),
    columns('MasternodeInfoColumns'),
  ],
  'masternode status values': [status('masternode-status'), shape('MasternodeStatus')],
  'mnsync command': [param('mnsync', 'command')],
  'spork command': [param('spork', 'command')],
  'coinsetextstatus syncing_status': [param('coinsetextstatus', 'syncing_status')],
  'updatecapability_flags bit': [
    mentioned('updatecapability_flags bit', () => spec.shapes['CapabilityFlags']?.summary ?? ''),
    mentioned('updatecapability_flags bit', () =>
      method('assetupdate')
        .rules.filter((rule) => rule.text.startsWith('Bit '))
        .map((rule) => rule.text)
        .join(' '),
    ),
  ],
  'updatecapability_flags combined': [
    mentioned('updatecapability_flags combined', () =>
      method('assetupdate')
        .rules.filter((rule) => rule.source.section.startsWith('Update'))
        .map((rule) => rule.text)
        .join(' '),
    ),
  ],
  'ERC-20 contract functions': [mentioned('ERC-20 contract functions', ruleText('assetnew/erc20-functions'))],
};

/** Tables of which a place has several; `empty` stands for the empty string, which the documents allow in words. */
const stated = (where: string): string[] =>
  [...new Set(where.split(' + ').flatMap((table) => (table === 'empty' ? [''] : valuesOf(table))))].sort();

/** Lists that the specification closes by itself, each with its reason. */
const ownLists: { readonly [values: string]: string } = {
  [JSON.stringify([''])]: 'sendmany takes an empty string and nothing else for its dummy',
  [JSON.stringify(Object.keys(alternatives(spec, { $ref: 'BlockStats' })[0]?.properties ?? {}).sort())]:
    'the selectable statistics are the fields of the result',
};

function enumsOf(schema: Schema, seen: Set<string>): string[] {
  if (schema.$ref !== undefined && seen.has(schema.$ref)) return [];
  const behind = schema.$ref === undefined ? undefined : spec.shapes[schema.$ref]?.schema;
  if (schema.$ref !== undefined) seen.add(schema.$ref);
  const own = schema.enum ? [JSON.stringify(schema.enum.map(String).sort())] : [];
  return [...own, ...[...(behind ? [behind] : []), ...children(schema)].flatMap((child) => enumsOf(child, seen))];
}

describe('the specification and the closed lists', () => {
  it('know the same lists', () => {
    expect([...new Set(Object.keys(places).flatMap((where) => where.split(' + ')))].filter((where) => where !== 'empty').sort()).toEqual(
      [...factsByWhere.keys()].sort(),
    );
  });

  it.each(Object.entries(places))('have the same values: %s', (where, held) => {
    for (const place of held) expect(place().map(String).sort()).toEqual(stated(where));
  });

  it('have no list that the documents lack', () => {
    const known = new Set(Object.keys(places).map((where) => JSON.stringify(stated(where))));
    const seen = new Set<string>();
    const found = [...methods.values()].flatMap((method) => [
      ...method.params.flatMap((each) => enumsOf(each.schema, seen)),
      ...method.variants.flatMap((each) => (each.result ? enumsOf(each.result, seen) : [])),
    ]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((values) => !known.has(values) && ownLists[values] === undefined)).toEqual([]);
    for (const values of Object.keys(ownLists)) expect(found).toContain(values);
  });
});
