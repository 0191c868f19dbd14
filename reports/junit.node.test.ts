import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readXml, type XmlElement } from './testing/read-xml.ts';
import { killedRun, writeJournal } from './testing/sample-journal.ts';
import { writeReports } from './write-reports.ts';

/** The attributes that the published schema permits (junit-10 of Jenkins), of the elements that Pyx writes. */
const permitted: Record<string, readonly string[]> = {
  testsuites: ['name', 'time', 'tests', 'failures', 'errors'],
  testsuite: [
    'name',
    'tests',
    'failures',
    'errors',
    'group',
    'time',
    'skipped',
    'timestamp',
    'hostname',
    'id',
    'package',
    'file',
    'log',
    'url',
  ],
  properties: [],
  property: ['name', 'value'],
  testcase: ['name', 'time', 'classname', 'group'],
  failure: ['type', 'message'],
  error: ['type', 'message'],
  skipped: ['type', 'message'],
  'system-out': [],
};

/** Attributes and elements of a report that the schema does not have. */
function unknownAttributes({ name, attributes, children }: XmlElement): string[] {
  const known = permitted[name];
  const own =
    known === undefined
      ? [name]
      : Object.keys(attributes).flatMap((attribute) => (known.includes(attribute) ? [] : [`${name} ${attribute}`]));
  return [...own, ...children.flatMap(unknownAttributes)];
}

test('junit.xml is well-formed, with correct counts and results', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pyx-junit-test-'));
  try {
    const file = join(folder, 'journal.jsonl');
    writeJournal(file, killedRun);
    await writeReports(file, folder);
    const suites = readXml(readFileSync(join(folder, 'junit.xml'), 'utf8'));
    expect(suites).toMatchObject({ name: 'testsuites', attributes: { tests: '10', failures: '4', errors: '2' } });
    expect(unknownAttributes(suites)).toEqual([]);
    expect(suites.children.map((suite) => suite.attributes['name'])).toEqual(['methods', 'rules']);
    const cases = suites.children.flatMap((suite) => {
      const own = suite.children.filter(({ name }) => name === 'testcase');
      const having = (name: string): number => own.filter(({ children }) => children.some((child) => child.name === name)).length;
      expect(suite.attributes).toMatchObject({
        tests: String(own.length),
        failures: String(having('failure')),
        errors: String(having('error')),
        skipped: String(having('skipped')),
      });
      return own;
    });
    const named = (id: string): XmlElement => cases.find(({ attributes }) => attributes['name'] === id)!;
    expect(named('methods/getblock/verbosity=0').children).toEqual([]);
    const [failure] = named('methods/getblock/verbosity=1').children;
    expect(failure).toMatchObject({
      name: 'failure',
      attributes: { type: 'document:equals', message: expect.stringContaining('txid is wrong: </script>') as string },
    });
    expect(failure?.text).toContain('[document: document 2, Block (getblock)] at tx[0].txid');
    expect(failure?.text).toContain('"amount":1.00000000');
    expect(failure?.text).toContain('replay: npx --no-install pyx run --case methods/getblock/verbosity=1 --seed 42');
    expect(named('methods/spork/show').children).toMatchObject([
      { name: 'skipped', attributes: { message: expect.stringContaining('inapplicable: the target has none') as string } },
    ]);
    expect(named('rules/http/internal').children[0]?.name).toBe('error');
    expect(named('methods/getbalance/waived').children[0]).toMatchObject({
      name: 'system-out',
      text: expect.stringContaining('waived: because') as string,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
