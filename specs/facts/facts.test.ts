import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSpec } from '../model/load.ts';
import { alternatives } from '../model/resolve.ts';
import type { Method, Schema } from '../model/types.ts';
import { differencesOf, unexplained, type Stated } from './testing/compare.ts';
import { readTable, type FactRow } from './tables.ts';
import { cell, groupBy } from './rows.ts';

const { spec } = loadSpec(join(import.meta.dirname, '..'));
const methods = new Map(spec.methods.filter((method) => !method.beyond).map((method) => [method.id, method]));
const argumentsByMethod = groupBy(readTable('arguments'), (row) => cell(row, 'method'));
const membersByShape = groupBy(readTable('members'), (row) => cell(row, 'shape'));
const counts = new Map(readTable('counts').map((row) => [cell(row, 'what'), Number(row['count'])]));

const given = (rows: readonly FactRow[]): FactRow[] => rows.filter((row) => row['position'] !== '0');

/** Methods of the tables that the specification holds only as their sub-commands, each a method of its own. */
const bySubCommand = ['masternode', 'masternodebroadcast'];

/** Where the specification means to differ from the tables of arguments. */
const meantArguments = {
  'masternode count: argument 1 is option, stated (unnamed)': 'the documents show its values in brackets without a name, which it needs',
  'mnsync: argument 1 is command, stated (unnamed)': 'the documents show its values in brackets without a name, which it needs',
};

function compareArguments(method: Method, rows: readonly FactRow[]): string[] {
  const found: string[] = [];
  const stated = given(rows);
  for (let at = 0; at < Math.max(stated.length, method.params.length); at++) {
    const [param, row] = [method.params[at], stated[at]];
    const place = `${method.id}: argument ${at + 1}`;
    if (!param || !row) found.push(`${place} is ${param?.name ?? 'missing'}, stated ${row ? cell(row, 'name') : 'none'}`);
    else {
      if (param.name !== cell(row, 'name')) found.push(`${place} is ${param.name}, stated ${cell(row, 'name')}`);
      found.push(...differencesOf(spec, param, row).map((text) => `${place} (${param.name}): ${text}`));
    }
  }
  const open = rows.some((row) => row['name'] === '?');
  if (open !== method.unstated.includes('arguments'))
    found.push(`${method.id}: arguments are ${open ? '' : 'not '}left open in the documents`);
  return found;
}

/** The members of an option object, or of each item of a list: the object forms of the schema, members in order. */
function membersOf(schema: Schema): Stated[] {
  return alternatives(spec, schema).flatMap((branch) => {
    if (branch.prefixItems) {
      return branch.prefixItems.map((item, at) => ({
        name: String(at),
        schema: item,
        required: true,
        ...defaults(item),
      }));
    }
    if (branch.items) return membersOf(branch.items);
    const named = Object.entries(branch.properties ?? {}).map(([name, member]) => ({
      name,
      schema: member,
      required: branch.required?.includes(name) === true,
      ...defaults(member),
    }));
    const keyed = branch.additionalProperties;
    return typeof keyed === 'object' ? [...named, { name: '<>', schema: keyed, required: false, ...defaults(keyed) }] : named;
  });
}

function defaults(schema: Schema): Pick<Stated, 'default' | 'defaultText'> {
  return {
    ...(schema.default !== undefined && { default: schema.default }),
    ...(schema.defaultText !== undefined && { defaultText: schema.defaultText }),
  };
}

/** Which arguments have the members of a table, as `method.argument`, perhaps with a member of theirs. */
const places: { readonly [shape: string]: readonly string[] } = {
  outpoint: ['lockunspent.transactions'],
  'input item': ['createrawtransaction.inputs', 'createpsbt.inputs', 'walletcreatefundedpsbt.inputs'],
  'output list item': ['createrawtransaction.outputs', 'createpsbt.outputs', 'walletcreatefundedpsbt.outputs'],
  'prevtxs item': ['signrawtransactionwithwallet.prevtxs', 'signrawtransactionwithkey.prevtxs', 'signrawtransaction.prevtxs'],
  'funding options': ['fundrawtransaction.options', 'walletcreatefundedpsbt.options'],
  'bumpfee options': ['bumpfee.options'],
  query_options: ['listunspent.query_options'],
  'importmulti options': ['importmulti.options'],
  'importmulti request item': ['importmulti.requests'],
  'importmulti request item scriptPubKey': ['importmulti.requests.scriptPubKey'],
  'sendmany amounts': ['sendmany.amounts'],
  'scan object': ['scantxoutset.scanobjects'],
  notary_details: ['assetnew.notary_details'],
  auxfee_details: ['assetnew.auxfee_details'],
  'auxfee_details fee_struct entries': ['assetnew.auxfee_details.fee_struct'],
  'tpstestadd raw transactions item': ['tpstestadd.raw transactions'],
  'coinsetextheaders headers item': ['coinsetextheaders.headers'],
};

/** Members that stand in a list have a place and no name. */
const inOrder = ['auxfee_details fee_struct entries', 'coinsetextheaders headers item'];

function schemaAt(place: string): Schema {
  const [method = '', param = '', ...path] = place.split('.');
  let schema = methods.get(method)?.params.find((candidate) => candidate.name === param)?.schema;
  for (const name of path) schema = schema && membersOf(schema).find((member) => member.name === name)?.schema;
  if (!schema) throw new Error(`the specification has no ${place}`);
  return schema;
}

function compareMembers(place: string, shape: string, rows: readonly FactRow[]): string[] {
  const found: string[] = [];
  const members = new Map<string, Stated[]>();
  for (const member of membersOf(schemaAt(place))) members.set(member.name, [...(members.get(member.name) ?? []), member]);
  const names = rows.map((row, at) => (inOrder.includes(shape) ? String(at) : cell(row, 'member').replace(/^<.*>$/, '<>')));
  names.forEach((name, at) => {
    const ours = members.get(name);
    if (!ours) found.push(`${place} lacks ${name}`);
    for (const member of ours ?? [])
      found.push(...differencesOf(spec, member, rows[at] as FactRow).map((text) => `${place}.${name}: ${text}`));
  });
  for (const name of members.keys()) if (!names.includes(name)) found.push(`${place} has ${name}, which is in no table`);
  return found;
}

/** Every argument, and member of one, that has members of its own. */
function placesWithMembers(): string[] {
  const visit = (place: string, schema: Schema): string[] => {
    const members = membersOf(schema);
    return members.length === 0 ? [] : [place, ...members.flatMap((member) => visit(`${place}.${member.name}`, member.schema))];
  };
  return [...methods.values()].flatMap((method) => method.params.flatMap((param) => visit(`${method.id}.${param.name}`, param.schema)));
}

describe('the specification and the tables of methods', () => {
  it('have the same methods', () => {
    const stated = [...argumentsByMethod.keys()].filter((id) => !bySubCommand.includes(id));
    expect([...methods.keys()].sort()).toEqual(stated.sort());
  });

  it.each(bySubCommand)('%s takes the subcommand first, and each subcommand is a method', (name) => {
    const subCommands = [...methods.values()].filter((method) => method.wire.method === name);
    expect(subCommands.length).toBe(counts.get(`methods: ${name} sub-commands`));
    expect(subCommands.map((method) => `${name} ${method.wire.prefix.join()}`)).toEqual(subCommands.map((method) => method.id));
    expect(given(argumentsByMethod.get(name) ?? []).map((row) => [row['name'], row['required']])).toEqual([['command', 'yes']]);
  });

  it('have the same arguments: order, names, types, requiredness and defaults', () => {
    const found = [...methods.values()].flatMap((method) => compareArguments(method, argumentsByMethod.get(method.id) ?? []));
    expect(unexplained(found, meantArguments)).toEqual([]);
  });
});

describe('the specification and the tables of members', () => {
  /** Where the specification means to differ from the tables of members. */
  const meant = {};

  it('have the same members', () => {
    const found = Object.entries(places).flatMap(([shape, at]) =>
      at.flatMap((place) => compareMembers(place, shape, membersByShape.get(shape) ?? [])),
    );
    expect(unexplained(found, meant)).toEqual([]);
  });

  it('know the same objects', () => {
    // The envelope is no argument of a method; its members are compared below.
    expect([...membersByShape.keys()].sort()).toEqual(['call envelope', ...Object.keys(places)].sort());
    expect(placesWithMembers().sort()).toEqual(Object.values(places).flat().sort());
  });

  it('have the same members of the envelope', () => {
    const rows = spec.envelope.flatMap((row) => /^(?:member|params)-?(\w*)$/.exec(row.id)?.[0] ?? []);
    expect([...new Set(rows.map((id) => (id.startsWith('params') ? 'params' : id.replace('member-', ''))))].sort()).toEqual(
      (membersByShape.get('call envelope') ?? []).map((row) => cell(row, 'member')).sort(),
    );
  });
});

describe('the specification and the counted rows', () => {
  const inDocument = (document: number): number => spec.states.filter((row) => row.source.document === document).length;
  const governance = spec.states.filter((row) => row.id.startsWith('proposal-')).length;

  it.each([
    ['rows: states document 1', inDocument(1)],
    ['rows: states document 3', inDocument(3)],
    ['rows: states governance object submission', governance],
    ['rows: states platform token provisioning', inDocument(3) - governance],
    ['rows: limits', spec.limits.length],
    ['rows: errors', spec.errors.length],
  ])('%s', (what, held) => {
    expect(held).toBe(counts.get(what));
  });

  it.each([...counts].filter(([what]) => /^methods: (?!.*sub-commands|.*unknown command)/.test(what)))('%s', (what, count) => {
    const section = what.replace('methods: ', '');
    const held = [...methods.values()].filter((method) => method.source.section === section);
    const subCommands = held.filter((method) => bySubCommand.includes(method.wire.method)).length;
    const unknown = counts.get(`${what}, unknown command`) ?? 0;
    expect(held.length - subCommands + (subCommands > 0 ? bySubCommand.length : 0)).toBe(count + unknown);
  });
});
