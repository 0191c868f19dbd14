import { describe, expect, it } from 'vitest';
import { readTable } from './tables.ts';
import type { FactRow, FactTable } from './tables.ts';
import { cell, groupBy } from './rows.ts';

const columnsOf: Record<FactTable, string[]> = {
  arguments: ['document', 'method', 'position', 'name', 'type', 'required', 'default', 'section', 'sentence'],
  members: ['document', 'shape', 'member', 'type', 'required', 'default', 'section', 'sentence'],
  results: ['document', 'result', 'field', 'type', 'presence', 'section', 'sentence'],
  enums: ['document', 'where', 'value', 'section', 'sentence'],
  counts: ['what', 'count'],
};
const tables = Object.keys(columnsOf) as FactTable[];
const baseTypes = ['str', 'num', 'bool', 'arr', 'obj', 'ns', 'null'];

/** The JSON type that a literal default has in the notation of the documents. */
function typeOfLiteral(literal: string): string {
  const value: unknown = JSON.parse(literal);
  return { string: 'str', number: 'num', boolean: 'bool' }[typeof value as string] ?? 'none';
}

function defaultFits(row: FactRow): boolean {
  const stated = cell(row, 'default');
  if (stated === '-' || /^text:\S/.test(stated)) return true;
  const types = cell(row, 'type').split('|');
  const literal = typeOfLiteral(stated);
  return types.includes(literal) || (types.includes('ns') && (literal === 'num' || literal === 'str'));
}

/** Where a field hangs: `a.b[].c` hangs on `a.b[]`, that on `a.b`, that on `a`; a first step hangs on nothing. */
function parentOf(field: string): string | undefined {
  if (/^(\[\d+\]|[^.[\]]+)$/.test(field)) return undefined;
  return field.endsWith('[]') ? field.slice(0, -2) : field.slice(0, field.lastIndexOf('.'));
}

const argumentRows = readTable('arguments');
const byMethod = groupBy(argumentRows, (row) => cell(row, 'method'));
const given = argumentRows.filter((row) => row['position'] !== '0');
const memberRows = readTable('members');
const resultRows = readTable('results');
const byResult = groupBy(resultRows, (row) => cell(row, 'result'));
const enumRows = readTable('enums');
const byWhere = groupBy(enumRows, (row) => cell(row, 'where'));
const countRows = readTable('counts');

describe.each(tables)('%s.tsv', (name) => {
  const rows = readTable(name);

  it('has its columns', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {})).toEqual(columnsOf[name]);
  });

  it('has no surrounding spaces, no duplicate line, and documents 1 to 3', () => {
    for (const row of rows) {
      for (const value of Object.values(row)) expect(value).toBe(value.trim());
      if (name !== 'counts') expect(['1', '2', '3']).toContain(row['document']);
    }
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });
});

describe('arguments', () => {
  it.each([...byMethod])('%s: positions are consecutive, names differ, optional ones come last', (_method, rows) => {
    const first = rows[0] ?? {};
    if (first['position'] === '0') {
      expect(rows).toHaveLength(1);
      expect(['-', '?']).toContain(first['name']);
      expect([first['type'], first['required'], first['default']]).toEqual(['-', '-', '-']);
      return;
    }
    expect(rows.map((row) => row['position'])).toEqual(rows.map((_, index) => String(index + 1)));
    expect(new Set(rows.map((row) => row['name'])).size).toBe(rows.length);
    const required = rows.map((row) => row['required']);
    expect(required).toEqual([...required].sort().reverse());
  });

  it('use only the closed vocabularies', () => {
    for (const row of given) {
      if (row['type'] !== '-') for (const type of cell(row, 'type').split('|')) expect(baseTypes).toContain(type);
      expect(['yes', 'no']).toContain(row['required']);
      if (row['required'] === 'yes') expect(row, 'a required argument has no default').toMatchObject({ default: '-' });
      expect(defaultFits(row), JSON.stringify(row)).toBe(true);
    }
  });
});

describe('members', () => {
  it('use only the closed vocabularies, each member once in its shape', () => {
    for (const row of memberRows) {
      for (const type of cell(row, 'type').split('|')) expect(baseTypes).toContain(type);
      expect(['yes', 'no', 'cond']).toContain(row['required']);
      if (row['required'] !== 'no') expect(row).toMatchObject({ default: '-' });
      expect(defaultFits(row), JSON.stringify(row)).toBe(true);
    }
    const keys = memberRows.map((row) => `${row['shape']} ${row['member']}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('results', () => {
  it.each([...byResult])('%s: belongs to a method, and its fields are consistent', (result, rows) => {
    expect(byMethod.has(result.replace(/[ [].*$/, ''))).toBe(true);
    const types = new Map(rows.map((row) => [cell(row, 'field'), cell(row, 'type')]));
    expect(types.size).toBe(rows.length);
    for (const [field, type] of types) {
      expect(['str', 'num', 'bool', 'arr', 'obj', '-']).toContain(type);
      const parent = parentOf(field);
      if (parent === undefined) continue;
      expect(types.get(parent), `${field} hangs on ${parent}`).toBe(field.endsWith('[]') ? 'arr' : 'obj');
    }
    for (const row of rows) expect(row['presence']).toMatch(/^(always|opt|cond)(,deprecated)?$/);
  });
});

describe('counts', () => {
  const counted = new Map(countRows.map((row) => [cell(row, 'what'), Number(row['count'])]));
  const documentOf = (rows: FactRow[], document: string) => rows.filter((row) => row['document'] === document).length;

  it('are positive whole numbers without duplicates', () => {
    for (const row of countRows) expect(row['count']).toMatch(/^[1-9]\d*$/);
    expect(counted.size).toBe(countRows.length);
  });

  it('agree with the closed lists', () => {
    const held = [...byWhere].map(([where, rows]): [string, number] => [
      where.startsWith('methods: ') ? where : `values: ${where}`,
      rows.length,
    ]);
    const stated = [...counted].filter(([what]) => /^(methods|values): /.test(what));
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(stated));
  });

  it('agree with the arguments', () => {
    const required = given.filter((row) => row['required'] === 'yes');
    const held = ['1', '2', '3'].flatMap((document): [string, number][] => [
      [`arguments: document ${document}`, documentOf(given, document)],
      [`required arguments: document ${document}`, documentOf(required, document)],
    ]);
    const stated = [...counted].filter(([what]) => /^(required )?arguments: /.test(what));
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(stated));
  });

  it('agree with the members and with the first level of the results', () => {
    const members = [...groupBy(memberRows, (row) => `members: ${row['shape']}`)];
    const firstLevel = resultRows.filter((row) => parentOf(cell(row, 'field')) === undefined);
    const fields = [...groupBy(firstLevel, (row) => `fields: ${row['result']}`)];
    const held = [...members, ...fields].map(([what, rows]) => [what, rows.length]);
    const stated = [...counted].filter(([what]) => /^(members|fields): /.test(what));
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(stated));
  });

  it('list every method of the arguments in exactly one table, in its document', () => {
    const listed = enumRows.filter((row) => cell(row, 'where').startsWith('methods: '));
    const inTables = listed.map((row) => `${row['document']} ${row['value']}`);
    const inArguments = [...byMethod].map(([method, rows]) => `${rows[0]?.['document']} ${method}`);
    expect(inTables.sort()).toEqual(inArguments.sort());
  });
});

describe('closed lists of sub-commands', () => {
  it.each([
    ['gobject', 'gobject sub-commands'],
    ['masternode', 'masternode command'],
    ['masternodebroadcast', 'masternodebroadcast command'],
  ])('%s: each has its own arguments, and none is missing', (prefix, where) => {
    const values = (byWhere.get(where) ?? []).map((row) => `${prefix} ${row['value']}`);
    const methods = [...byMethod.keys()].filter((method) => method.startsWith(`${prefix} `));
    expect(values.sort()).toEqual(methods.sort());
  });
});
