import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSpec, SpecError } from './load.ts';

const tables = ['envelope', 'errors', 'limits', 'sections'];
let root: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const method = (id: string, more = ''): string => `id: "${id}"
family: chain
summary: A method.
source: { document: 1, section: Limits }
variants:
  - { id: default, effect: [read] }
${more}`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyx-load-'));
  for (const name of tables) write(`standard/${name}.yaml`, '[]\n');
  write('standard/edition.yaml', '{ title: A standard, edition: "1" }\n');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('loadSpec', () => {
  it('fills in defaults', () => {
    write(
      'standard/methods/chain/m.yaml',
      method('m', 'params: [{ name: p, schema: { type: string } }]\nrules: [{ id: m/a, text: T. }]\n'),
    );
    const { spec, files } = loadSpec(root);
    const [loaded] = spec.methods;
    expect(loaded).toEqual({
      id: 'm',
      family: 'chain',
      summary: 'A method.',
      source: { document: 1, section: 'Limits' },
      wire: { method: 'm', prefix: [] },
      params: [{ name: 'p', schema: { type: 'string' }, required: false, onInvalid: 'unstated' }],
      variants: [{ id: 'default', effect: ['read'], result: null }],
      rules: [{ id: 'm/a', text: 'T.', source: { document: 1, section: 'Limits' } }],
      unstated: [],
      beyond: false,
    });
    expect(files.get(loaded as object)).toBe('standard/methods/chain/m.yaml');
  });

  it('knows the families of the standard that comes with Pyx, and in a standard of a user any; each is the folder of its file', () => {
    write('standard/methods/chains/m.yaml', method('m').replace('family: chain', 'family: chains'));
    expect(() => loadSpec(root)).toThrow(
      'standard/methods/chains/m.yaml: line 2: /family must be equal to one of the allowed values: wallet, accounts,',
    );
    const folder = { name: 'standard', complete: false };
    expect(loadSpec(root, undefined, folder).spec.methods.map(({ family }) => family)).toEqual(['chains']);
    write('standard/methods/todo/n.yaml', method('n'));
    expect(() => loadSpec(root, undefined, folder)).toThrow(
      'standard/methods/todo/n.yaml: line 2: /family must be the name of the folder of the file, which is todo',
    );
    write('standard/methods/todo/n.yaml', method('n').replace('family: chain', 'family: To do'));
    expect(() => loadSpec(root, undefined, folder)).toThrow('/family must match pattern');
  });

  it('refuses examples of which no call can be made', () => {
    const withExamples = (examples: string): void =>
      write('standard/methods/chain/m.yaml', method('m', `params: [{ name: p, schema: {} }]\nexamples: [${examples}]\n`));
    withExamples('{ name: one, params: [1], result: 1 }, { name: two, params: { p: 1 }, error: { code: -5 } }');
    expect(loadSpec(root).spec.methods[0]?.examples).toEqual([
      { name: 'one', params: [1], result: 1 },
      { name: 'two', params: { p: 1 }, error: { code: -5 } },
    ]);
    withExamples('{ name: one, params: { q: 1 } }');
    expect(() => loadSpec(root)).toThrow(
      new SpecError('standard/methods/chain/m.yaml: the example "one" gives q, which is no argument of the method'),
    );
    withExamples('{ name: one, params: [] }, { name: one, params: [] }');
    expect(() => loadSpec(root)).toThrow('standard/methods/chain/m.yaml: there are two examples "one"');
    withExamples('{ name: a b, params: [] }');
    expect(() => loadSpec(root)).toThrow('/examples/0/name must match pattern');
  });

  it('takes from a document whether null may stand for an argument of its methods', () => {
    write('standard/sections.yaml', '[{ document: 1, sections: [Limits] }, { document: 7, nullArguments: false, sections: [Limits] }]\n');
    write('standard/methods/chain/m.yaml', method('m'));
    write('standard/methods/chain/n.yaml', method('n').replace('document: 1', 'document: 7'));
    expect(loadSpec(root).spec.methods.map(({ nullArguments }) => nullArguments)).toEqual([undefined, false]);
  });

  it('takes the source of rules from their method, their section or their group, in the order of the file', () => {
    const rules = `rules:
  - { id: m/a, text: T. }
  - section: Errors
    rules: [{ id: m/b, text: T. }, { id: m/c, text: T., untestable: Never. }]
  - { source: { document: 3, section: Governance }, rules: [{ id: m/d, text: T. }] }
`;
    write('standard/methods/chain/m.yaml', method('m', rules));
    expect(loadSpec(root).spec.methods[0]?.rules).toEqual([
      { id: 'm/a', text: 'T.', source: { document: 1, section: 'Limits' } },
      { id: 'm/b', text: 'T.', source: { document: 1, section: 'Errors' } },
      { id: 'm/c', text: 'T.', untestable: 'Never.', source: { document: 1, section: 'Errors' } },
      { id: 'm/d', text: 'T.', source: { document: 3, section: 'Governance' } },
    ]);
  });

  it('takes the source of a conflict from its section, or whole', () => {
    const parts = 'parts: [{ param: p }, { param: q }]';
    const conflicts = `conflicts:\n  - { text: T., ${parts} }\n  - { text: T., section: Errors, ${parts} }\n  - { text: T., source: { document: 3, section: Governance }, ${parts} }\n`;
    write('standard/methods/chain/m.yaml', method('m', conflicts));
    expect(loadSpec(root).spec.methods[0]?.conflicts?.map((conflict) => conflict.source)).toEqual([
      { document: 1, section: 'Limits' },
      { document: 1, section: 'Errors' },
      { document: 3, section: 'Governance' },
    ]);
  });

  it.each([
    [
      '- { id: m/a, text: T., section: Errors }',
      'there is no key "section" at /rules/0; the keys are id, text, state, untestable, reading',
    ],
    ['- { id: m/a }', "/rules/0 must have required property 'text'"],
    ['- { section: Errors, rules: [] }', '/rules/0/rules must NOT have fewer than 1 items'],
    ['- { rules: [{ id: m/a, text: T. }] }', "/rules/0 must have required property 'section'"],
    [
      '- { section: Errors, rules: [{ id: m/a, readings: T. }] }',
      'there is no key "readings" at /rules/0/rules/0; did you mean "reading"?',
    ],
  ])('refuses the rule %s', (rule, message) => {
    write('standard/methods/chain/m.yaml', method('m', `rules:\n  ${rule}\n`));
    expect(() => loadSpec(root)).toThrow(message);
  });

  it('renders brands neutrally except on the wire, and lists them', () => {
    const params = 'params: [{ name: "{ext} address", schema: { type: object, properties: { "{extclient}_status": {} } } }]\n';
    write('standard/methods/chain/coinburn.yaml', method('{coin}burn', params));
    const { spec, branded } = loadSpec(root);
    expect(spec.methods[0]).toMatchObject({ id: 'coinburn', wire: { method: '{coin}burn', prefix: [] } });
    expect(spec.methods[0]?.params[0]).toMatchObject({
      name: 'ext address',
      schema: { properties: { extclient_status: {} } },
    });
    expect(branded).toEqual(['{coin}burn', '{extclient}_status', '{ext} address']);
  });

  it('keeps the leading arguments of a subcommand', () => {
    write('standard/methods/chain/m-sub.yaml', method('m sub', 'wire: { method: m, prefix: [sub] }\n'));
    expect(loadSpec(root).spec.methods[0]?.wire).toEqual({ method: 'm', prefix: ['sub'] });
  });

  it('marks methods beyond the documents, and sorts all methods by id', () => {
    write('standard/methods/chain/z.yaml', method('z'));
    write('beyond/methods/control/a.yaml', method('a'));
    expect(loadSpec(root).spec.methods.map(({ id, beyond }) => [id, beyond])).toEqual([
      ['a', true],
      ['z', false],
    ]);
  });

  it('reads shapes, states and status lists, and knows their files', () => {
    write(
      'standard/shapes/keys.yaml',
      'Wif: { summary: A key., source: { document: 1, section: Limits }, secret: true, schema: { type: string } }\n',
    );
    write(
      'standard/states/wallet.yaml',
      '- { id: s, state: a, trigger: b, methods: [m], next: c, source: { document: 1, section: Limits } }\n',
    );
    write(
      'standard/states/statuses-x.yaml',
      '- { id: l, field: m.status, values: [{ value: x }], source: { document: 1, section: Limits } }\n',
    );
    const { spec, files } = loadSpec(root);
    expect(spec.shapes['Wif']).toMatchObject({ name: 'Wif', secret: true });
    expect([spec.states.length, spec.statuses.length]).toEqual([1, 1]);
    const parts = [spec.shapes['Wif'], spec.states[0], spec.statuses[0]].map((part) => files.get(part as object));
    expect(parts).toEqual(['standard/shapes/keys.yaml', 'standard/states/wallet.yaml', 'standard/states/statuses-x.yaml']);
  });

  it.each<[string, string, string, RegExp]>([
    ['text that is not YAML', 'standard/methods/chain/m.yaml', 'id: [', /^standard\/methods\/chain\/m\.yaml: /],
    ['a duplicate key', 'standard/methods/chain/m.yaml', method('m', 'summary: Again.\n'), /^standard\/methods\/chain\/m\.yaml: .*unique/],
    [
      'an unknown key',
      'standard/methods/chain/m.yaml',
      method('m', 'paramz: []\n'),
      /m\.yaml: line \d+: there is no key "paramz"; did you mean "params"\?/,
    ],
    [
      'an unknown effect',
      'standard/methods/chain/m.yaml',
      method('m').replace('[read]', '[reads]'),
      /m\.yaml: line \d+: \/variants\/0\/effect\/0 must be equal to one of the allowed values/,
    ],
    [
      'an unknown key deep in a schema',
      'standard/methods/chain/m.yaml',
      method('m', 'params: [{ name: p, schema: { items: { typ: string } } }]\n'),
      /m\.yaml: line \d+: there is no key "typ" at \/params\/0\/schema\/items; did you mean "type"\?/,
    ],
    [
      'an unknown condition',
      'standard/methods/chain/m.yaml',
      method('m', 'params: [{ name: p, schema: { presence: { when: { sibling: x } } } }]\n'),
      /m\.yaml: line \d+: \/params\/0\/schema\/presence/,
    ],
    ...[
      '{ onlyWhen: { field: x } }', // forbids, and no statement of the documents says so
      '{ only: only then }', // under no condition at all
      '{ onlyIf: { field: x } }',
    ].map((presence): [string, string, string, RegExp] => [
      `the presence ${presence}`,
      'standard/methods/chain/m.yaml',
      method('m', `params: [{ name: p, schema: { presence: ${presence} } }]\n`),
      /m\.yaml: line \d+: \/params\/0\/schema\/presence/,
    ]),
    [
      'an invalid pattern',
      'standard/methods/chain/m.yaml',
      method('m', 'params: [{ name: p, schema: { pattern: "(" } }]\n'),
      /m\.yaml: line \d+: \/params\/0\/schema\/pattern must match format "regex"/,
    ],
    [
      'a shape without a source',
      'standard/shapes/s.yaml',
      'S: { summary: T., schema: {} }\n',
      /^standard\/shapes\/s\.yaml: line \d+: \/S must have required property 'source'/,
    ],
    [
      'a limit without a value',
      'standard/limits.yaml',
      '- { id: l, limit: L., appliesTo: [], source: { document: 1, section: Limits } }\n',
      /^standard\/limits\.yaml: line \d+: \/0 must have required property 'value'/,
    ],
  ])('refuses %s, and names the file', (_, file, text, message) => {
    write(file, text);
    expect(() => loadSpec(root)).toThrow(SpecError);
    expect(() => loadSpec(root)).toThrow(message);
  });

  it('takes what coind does where the documents leave a method open', () => {
    write('standard/methods/chain/m.yaml', method('m', 'unstated: [arguments, result, state]\n'));
    write(
      'beyond/unstated/m.yaml',
      `id: m
params: [{ name: p, schema: { type: string } }]
result: { type: boolean }
requiresOption: -x
questions: [{ id: m/a, text: What?, answer: That. }]
`,
    );
    expect(loadSpec(root).spec.methods[0]?.own).toEqual({
      params: [{ name: 'p', schema: { type: 'string' }, required: false, onInvalid: 'unstated' }],
      result: { type: 'boolean' },
      requiresOption: '-x',
      questions: [{ id: 'm/a', text: 'What?', answer: 'That.' }],
    });
  });

  it.each([
    ['params: []', 'arguments'],
    ['result: { type: boolean }', 'result'],
    ['requiresOption: -x', 'state'],
    ['questions: [{ id: m/a, text: What?, answer: That. }]', 'state'],
  ])('refuses a choice where the documents leave none: %s', (choice, word) => {
    write('standard/methods/chain/m.yaml', method('m'));
    write('beyond/unstated/m.yaml', `id: m\n${choice}\n`);
    expect(() => loadSpec(root)).toThrow(`beyond/unstated/m.yaml: ${word} of m is not unstated`);
  });

  it('refuses choices for a method that there is not', () => {
    write('beyond/unstated/m.yaml', 'id: m\nresult: { type: boolean }\n');
    expect(() => loadSpec(root)).toThrow('beyond/unstated/m.yaml: there is no method m');
  });

  it('refuses a shape that is defined in two files', () => {
    const shape = 'S: { summary: T., source: { document: 1, section: Limits }, schema: {} }\n';
    write('standard/shapes/a.yaml', shape);
    cpSync(join(root, 'standard/shapes/a.yaml'), join(root, 'standard/shapes/b.yaml'));
    expect(() => loadSpec(root)).toThrow('standard/shapes/b.yaml: shape S is already defined elsewhere');
  });

  it('refuses a specification without its tables', () => {
    rmSync(join(root, 'standard/limits.yaml'));
    expect(() => loadSpec(root)).toThrow(/^standard\/limits\.yaml: /);
  });
});
