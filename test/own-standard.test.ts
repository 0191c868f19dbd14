import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inFolder, pyx, resultsIn, type PyxEnded, type Results } from './support/pyx.ts';
import { fakeNode, Refused, type FakeNode } from './support/fake-node.ts';

/** A standard of three methods of a node that Pyx has never seen. */
const files: Record<string, string> = {
  'edition.yaml': 'title: Fruit service\nedition: "3.1"\n',
  'sections.yaml': '- document: 1\n  sections: ["Fruit"]\n',
  'methods/control/fruitcount.yaml': `id: fruitcount
family: control
summary: The number of kinds of fruit.
source: { document: 1, section: Fruit }
variants: [{ id: default, effect: [read], result: { type: integer, minimum: 0 } }]
rules: [{ id: fruitcount/all, text: Every kind counts. }]
`,
  'methods/control/getfruit.yaml': `id: getfruit
family: control
summary: One kind of fruit, by its number.
source: { document: 1, section: Fruit }
params:
  - { name: number, required: true, schema: { type: integer, minimum: 0, maximum: 2 }, onInvalid: refuse, onInvalidText: Other numbers are refused. }
  - { name: verbose, schema: { type: boolean }, default: false }
variants:
  - { id: verbose, when: { verbose: true }, effect: [read], result: { $ref: Fruit } }
  - { id: default, effect: [read], result: { type: string } }
`,
  'methods/control/listfruit.yaml': `id: listfruit
family: control
summary: All kinds of fruit.
source: { document: 1, section: Fruit }
variants: [{ id: default, effect: [read], result: { type: array, items: { $ref: Fruit } } }]
`,
  'shapes/fruit.yaml': `Fruit:
  summary: A kind of fruit.
  source: { document: 1, section: Fruit }
  schema: { type: object, properties: { name: { type: string }, weight: { type: number, minimum: 0 } } }
`,
};

const fruit = ['apple', 'pear', 'plum'].map((name, index) => ({ name, weight: index + 0.5 }));
const chain = {
  getblockchaininfo: { chain: 'regtest', blocks: 0 },
  getnetworkinfo: { version: 1, subversion: '/Fruit:3.1/' },
  listwallets: [],
};
const getfruit = ([number, verbose]: readonly unknown[]): unknown => {
  const chosen = typeof number === 'number' ? fruit[number] : undefined;
  if (!chosen || (verbose !== undefined && typeof verbose !== 'boolean')) throw new Refused(-8, 'No such fruit');
  return verbose === true ? chosen : chosen.name;
};
const honest = { ...chain, fruitcount: 3, getfruit, listfruit: fruit };

let node: FakeNode | undefined;
afterEach(() => node?.close());

async function trial(
  standard: string,
  out: string,
  answers: Record<string, unknown>,
  targetFile = 'none',
  more: readonly string[] = [],
): Promise<{ ended: PyxEnded; results: Results }> {
  node = await fakeNode(answers);
  const ended = await pyx(
    ['run', '--standard', standard, '--target', node.address, '--target-file', targetFile, '--out', out, '--seed', '1', ...more],
    {
      env: { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: 'password' },
    },
  );
  await node.close();
  return { ended, results: await resultsIn(out) };
}

function written(folder: string): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

test('a standard of three methods: cases, coverage, and what a node does otherwise', async () => {
  await inFolder(async (folder) => {
    const standard = written(join(folder, 'fruit'));
    expect(await pyx(['spec', 'check', standard])).toMatchObject({ code: 0 });
    const { ended, results } = await trial(standard, join(folder, 'honest'), honest);
    expect({ code: ended.code, said: ended.stderr }).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('standard: Fruit service 3.1');
    const ids = results.cases.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['methods/fruitcount/required-only', 'methods/getfruit/with/verbose', 'methods/getfruit/missing/number']),
    );
    const { methods, params, resultFields, rules } = results.coverage;
    expect([methods, params, resultFields].map(({ covered, total }) => [covered, total])).toEqual([
      [3, 3],
      [2, 2],
      [4, 4],
    ]);
    expect(rules.missing).toEqual(['fruitcount/all']);
    const lying = { ...honest, fruitcount: '3', listfruit: fruit.map(({ name }) => ({ name })), getfruit: () => 'apple' };
    const wrong = await trial(standard, join(folder, 'lying'), lying);
    expect(wrong.ended.code).toBe(1);
    expect(wrong.ended.stdout).toContain(`--standard ${standard}`);
    const failed = wrong.results.cases.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect(failed).toEqual(
      expect.arrayContaining(['methods/fruitcount/required-only', 'methods/listfruit/required-only', 'methods/getfruit/missing/number']),
    );
  });
});

/** Tables beside the methods, and a plug-in with a case for some of their rows. */
const tables: Record<string, string> = {
  'envelope.yaml':
    '- { id: one-call, text: A request has one call., source: { document: 1, section: Fruit } }\n- { id: verb, text: Calls are posted., source: { document: 1, section: Fruit } }\n',
  'limits.yaml': '- { id: kinds, limit: Kinds of fruit, value: 3, appliesTo: [fruitcount], source: { document: 1, section: Fruit } }\n',
  'errors.yaml':
    '- { id: eaten, text: Eaten fruit is refused., methods: [getfruit], source: { document: 1, section: Fruit }, untestable: No method eats. }\n',
};
const plugin = `export default {
  name: 'fruit',
  cases: (standard) => [
    standard.row({ table: 'limits', row: 'kinds', effect: ['read'], run: async (t) => {
      const answer = await t.call('fruitcount');
      t.ok(answer.ok && Number(answer.result) <= 3, 'there are more than 3 kinds');
    } }),
    standard.invariant({
      id: 'calls/one', text: 'One call, one answer.', methods: ['fruitcount'], effect: ['read'], evidence: 'document',
      source: 'document 1, Fruit', judges: ['v:one-call'], run: async (t) => t.ok((await t.call('fruitcount')).ok, 'it was refused'),
    }),
  ],
};
`;

test('rows that no case judges are named by spec check and by a run, and never counted as judged; a plug-in can judge them', async () => {
  await inFolder(async (folder) => {
    const standard = written(join(folder, 'fruit'));
    for (const [file, content] of Object.entries(tables)) writeFileSync(join(standard, file), content);
    const module = join(folder, 'plugin.mjs');
    writeFileSync(module, plugin);
    const checked = async (...more: string[]): Promise<string[]> => {
      const { code, stdout } = await pyx(['spec', 'check', standard, ...more]);
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('no problem') as string });
      return stdout.split('\n').filter((line) => line.startsWith('no case judges'));
    };
    expect(await checked()).toEqual([
      'no case judges 1 rule: fruitcount/all',
      'no case judges 1 limit: kinds',
      'no case judges 2 envelope rows: one-call, verb',
    ]);
    expect(await checked('--plugin', module)).toEqual(['no case judges 1 rule: fruitcount/all', 'no case judges 1 envelope row: verb']);
    const judged = async (out: string, ...more: string[]): Promise<unknown[]> => {
      const { ended, results } = await trial(standard, join(folder, out), honest, 'none', more);
      const { limits, errors } = results.coverage;
      return [ended.code, /^.* of the standard ha(?:s|ve) no case/m.exec(ended.stderr)?.[0], limits.missing, limits.covered, errors.total];
    };
    expect(await judged('alone')).toEqual([0, '1 rule, 1 limit, 2 envelope rows of the standard have no case', ['kinds'], 0, 0]);
    expect(await judged('beside', '--plugin', module)).toEqual([0, '1 rule, 1 envelope row of the standard have no case', [], 1, 0]);
    expect(readFileSync(join(folder, 'beside', 'summary.md'), 'utf8')).toMatch(/^\| envelope \| 1 \| 2 \|/m);
  });
});

test('waivers of cases that only Pyx has are not stale in the trial of another standard; those of no case are', async () => {
  await inFolder(async (folder) => {
    const standard = written(join(folder, 'fruit'));
    const known = await trial(standard, join(folder, 'known'), honest, 'litecoind-0.21');
    expect({ code: known.ended.code, said: known.ended.stdout }).toMatchObject({ code: 0 });
    const file = join(folder, 'fruit.target.yaml');
    writeFileSync(file, 'name: Fruit\nmatch: Fruit\nwaivers:\n  - { cases: methods/nosuchfruit/*, reason: It is sour. }\n');
    const wrong = await trial(standard, join(folder, 'wrong'), honest, file);
    expect(wrong.ended.code).toBe(1);
    expect(wrong.ended.stdout).toContain('methods/nosuchfruit/*');
  });
});

test('an OpenRPC document: what it describes is tried, the rest is named', async () => {
  const document = {
    openrpc: '1.2.6',
    info: { title: 'Fruit', version: '3.1' },
    methods: [
      { name: 'fruitcount', params: [], result: { name: 'count', schema: { type: 'integer', format: 'int32' } } },
      {
        name: 'getfruit',
        params: [{ name: 'number', required: true, schema: { type: 'integer', minimum: 0, maximum: 2 } }],
        result: { name: 'fruit', schema: { type: 'string' } },
      },
      { name: 'listfruit', params: [], result: { name: 'list', schema: { type: 'array', items: { $ref: '#/components/schemas/Fruit' } } } },
    ],
    components: {
      schemas: { Fruit: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, weight: { type: 'number' } } } },
    },
  };
  await inFolder(async (folder) => {
    const file = join(folder, 'fruit.json');
    writeFileSync(file, JSON.stringify(document));
    const checked = await pyx(['spec', 'check', file]);
    expect({ code: checked.code, said: checked.stdout }).toEqual({
      code: 0,
      said: expect.stringMatching(/3 methods\n.*not imported: fruitcount result: keyword format.*: no problem\n$/s) as string,
    });
    const { ended, results } = await trial(file, join(folder, 'out'), honest);
    expect({ code: ended.code, said: ended.stderr }).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('not imported: fruitcount result: keyword format');
    expect(results.coverage.methods).toMatchObject({ covered: 3, total: 3 });
    const wrong = await trial(file, join(folder, 'wrong'), { ...honest, listfruit: fruit.map(({ weight }) => ({ weight })) });
    expect(wrong.ended.code).toBe(1);
    expect(wrong.results.cases.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([
      'methods/listfruit/required-only',
    ]);
  });
});

test('pyx spec init makes a standard that is consistent, and whose cases all run', async () => {
  await inFolder(async (folder) => {
    const standard = join(folder, 'mine');
    expect(await pyx(['spec', 'init', standard])).toMatchObject({ code: 0 });
    expect(await pyx(['spec', 'check', standard])).toMatchObject({ code: 0, stdout: expect.stringContaining('no problem') as string });
    for (const [file, kind] of [
      ['edition', 'edition'],
      ['sections', 'sections'],
      ['methods/chain/getblockhash', 'method'],
      ['methods/chain/getblockcount', 'method'],
      ['shapes/blocks', 'shapes'],
    ]) {
      const path = join(standard, `${file}.yaml`);
      const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(path, 'utf8'))?.[1] ?? 'no first line';
      expect(readFileSync(join(dirname(path), schema), 'utf8')).toBe(readFileSync(`specs/schemas/${kind}.schema.json`, 'utf8'));
    }
    expect(await pyx(['spec', 'init', standard])).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') as string });
    const out = join(folder, 'out');
    expect(await pyx(['run', '--standard', standard, '--out', out, '--seed', '1'])).toMatchObject({ code: 0 });
    const { coverage, totals } = await resultsIn(out);
    expect([coverage.methods, coverage.params].map(({ covered, total }) => [covered, total])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(totals).toMatchObject({ failed: 0, inapplicable: 0 });
  });
});

test('pyx spec check names what is wrong in an OpenRPC document, and the families of a method', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'wrong.json');
    const method = { name: 'getfruit', params: [], result: { name: 'fruit', schema: { type: 'fruit' } } };
    const document = { openrpc: '1.2.6', info: { title: 'Fruit', version: '1' }, methods: [method] };
    writeFileSync(file, JSON.stringify(document));
    expect(await pyx(['spec', 'check', file])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/wrong\.json: getfruit result: .*type.*\n.*: 1 problem\n$/s) as string,
    });
    writeFileSync(file, JSON.stringify({ ...document, openrpc: undefined }));
    expect(await pyx(['spec', 'check', file])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('this is not an OpenRPC document') as string,
    });
    const standard = written(join(folder, 'todo'));
    const methodFile = join(standard, 'methods/control/fruitcount.yaml');
    writeFileSync(methodFile, readFileSync(methodFile, 'utf8').replace('family: control', 'family: todo').replace('rules:', 'rulez:'));
    const { code, stderr } = await pyx(['spec', 'check', standard]);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('/family must be the name of the folder of the file, which is control');
    expect(stderr).toContain('there is no key "rulez"; did you mean "rules"?');
  });
});
