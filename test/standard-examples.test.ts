import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fakeNode, Refused, type FakeNode } from './support/fake-node.ts';
import { inFolder, pyx, resultsIn, type PyxEnded, type Results } from './support/pyx.ts';

const SOURCE = 'source: { document: 4, section: To do }';

/** A standard of a service with a family of its own, whose methods have examples. */
const files: Record<string, string> = {
  'edition.yaml': 'title: To-do service\nedition: "1"\n',
  'sections.yaml': '- document: 4\n  sections: ["To do"]\n',
  'methods/todo/todo_get.yaml': `id: todo_get
family: todo
summary: One item, by its id.
${SOURCE}
params:
  - { name: todoId, required: true, schema: { type: string }, onInvalid: refuse, onInvalidText: Another id is refused. }
  - { name: verbose, schema: { type: boolean }, default: false }
variants:
  - { id: verbose, when: { verbose: true }, effect: [read], result: { $ref: Todo } }
  - { id: default, effect: [read], result: { type: string } }
examples:
  - { name: first, text: The first item., params: { todoId: t1, verbose: true }, result: { title: Buy milk, tags: [home, { name: shop }] } }
  - { name: plain, params: [t1], result: Buy milk }
  - { name: none, params: [t0], error: { code: -5, message: No such item } }
errors: [{ code: -5, message: No such item }, { code: -8, message: Invalid argument }]
`,
  'methods/todo/todo_done.yaml': `id: todo_done
family: todo
summary: Marks an item as done.
${SOURCE}
params:
  - { name: todoId, required: true, schema: { type: string } }
variants: [{ id: default, effect: [wallet], result: { type: boolean } }]
`,
  'methods/todo/todo_add.yaml': `id: todo_add
family: todo
summary: Adds an item.
${SOURCE}
params:
  - { name: name, required: true, schema: { type: string, minLength: 1 } }
variants: [{ id: default, effect: [wallet], result: { type: string } }]
`,
  'shapes/todo.yaml': `Todo:
  summary: An item.
  ${SOURCE}
  schema:
    type: object
    properties:
      title: { type: string }
      cost: { type: number, minimum: 0 }
      tags: { type: array, prefixItems: [{ type: string }], items: { type: object, properties: { name: { type: string } } } }
`,
};

const chain = {
  getblockchaininfo: { chain: 'regtest', blocks: 0 },
  getnetworkinfo: { version: 1, subversion: '/Todo:1/' },
  listwallets: [],
};
const item = { title: 'Buy milk', cost: 1.5, tags: ['home', { name: 'shop' }] };
type Answer = (params: readonly unknown[]) => unknown;

const get: Answer = ([id, verbose, ...others]) => {
  if (typeof id !== 'string' || others.length > 0 || (verbose !== undefined && verbose !== null && typeof verbose !== 'boolean'))
    throw new Refused(-8, 'Invalid argument');
  if (id !== 't1') throw new Refused(-5, 'No such item');
  return verbose === true ? item : item.title;
};
const done: Answer = (params) => get(params.slice(0, 1)) === item.title;
const add: Answer = ([name, ...others]) => {
  if (typeof name !== 'string' || others.length > 0) throw new Refused(-8, 'Invalid argument');
  return 't2';
};
const honest: Record<string, unknown> = { ...chain, todo_get: get, todo_done: done, todo_add: add };

let node: FakeNode | undefined;
afterEach(() => node?.close());

interface Tried {
  readonly ended: PyxEnded;
  readonly results: Results;
  /** Status by id of case. */
  readonly statuses: Readonly<Record<string, string>>;
}

async function trial(standard: string, out: string, answers: Readonly<Record<string, unknown>>): Promise<Tried> {
  node = await fakeNode(answers);
  const ended = await pyx(['run', '--standard', standard, '--target', node.address, '--target-file', 'none', '--out', out, '--seed', '1'], {
    env: { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: 'password' },
  });
  await node.close();
  const results = await resultsIn(out);
  return { ended, results, statuses: Object.fromEntries(results.cases.map(({ id, status }) => [id, status])) };
}

function written(folder: string, changed: Record<string, string> = {}): string {
  for (const [file, content] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

const failedOf = ({ statuses }: Tried): string[] =>
  Object.keys(statuses)
    .filter((id) => statuses[id] === 'failed')
    .sort();
const messagesOf = ({ results }: Tried, id: string): string[] =>
  results.cases.find((one) => one.id === id)?.findings.map(({ message }) => message) ?? [];

test('a family of the user, and examples: each is a case, and what differs from one is found by it', async () => {
  await inFolder(async (folder) => {
    const standard = written(join(folder, 'todo'));
    expect(await pyx(['spec', 'check', standard])).toMatchObject({ code: 0, stdout: expect.stringContaining('no problem') as string });
    const right = await trial(standard, join(folder, 'right'), honest);
    expect({ code: right.ended.code, failed: failedOf(right), said: right.ended.stderr }).toMatchObject({ code: 0, failed: [] });
    expect(right.statuses).toMatchObject({
      'methods/todo_get/example/first': 'passed',
      'methods/todo_get/example/plain': 'passed',
      'methods/todo_get/example/none': 'passed',
      'methods/todo_get/required-only': 'passed',
      // There is no example of an item to be done, and any text is a name.
      'methods/todo_done/required-only': 'inapplicable',
      'methods/todo_add/required-only': 'passed',
      // -8 is among the errors that the method lists.
      'methods/todo_get/wrong-type/verbose:string': 'passed',
      'methods/todo_get/missing/todoId': 'passed',
    });
    expect(right.results.coverage.params.missing).toEqual(['todo_done.todoId']);
    const chosen = await pyx(['run', '--standard', standard, '--list', '--family', 'todo']);
    expect(chosen.stdout).toContain('methods/todo_get/example/none');

    const lying = {
      ...honest,
      todo_get: ((params) => {
        if (params[0] === 't0') throw new Refused(-1, 'No such item');
        const answer = get(params);
        return typeof answer === 'string' ? 'Buy bread' : { ...item, tags: ['home', { name: 'work' }] };
      }) satisfies Answer,
    };
    const wrong = await trial(standard, join(folder, 'wrong'), lying);
    expect(wrong.ended.code).toBe(1);
    expect(failedOf(wrong)).toEqual(['methods/todo_get/example/first', 'methods/todo_get/example/none', 'methods/todo_get/example/plain']);
    expect(messagesOf(wrong, 'methods/todo_get/example/first')).toEqual([
      'todo_get, example first: tags[1].name is "work", expected "shop"',
    ]);
    expect(messagesOf(wrong, 'methods/todo_get/example/none')).toEqual(['todo_get was refused with -1, expected -5']);
    expect(messagesOf(wrong, 'methods/todo_get/example/plain')).toEqual([
      'todo_get, example plain: the result is "Buy bread", expected "Buy milk"',
    ]);
    const lax = { ...honest, todo_get: ((params) => get(params[0] === 't0' ? ['t1'] : params)) satisfies Answer };
    expect(failedOf(await trial(standard, join(folder, 'lax'), lax))).toEqual(['methods/todo_get/example/none']);
  });
});

test('examples that do not fit, and another folder than the family, are named with their places', async () => {
  await inFolder(async (folder) => {
    const get_ = files['methods/todo/todo_get.yaml']!;
    const standard = written(join(folder, 'todo'), { 'methods/todo/todo_get.yaml': get_.replace('name: shop', 'name: 7') });
    expect(await pyx(['spec', 'check', standard])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'todo/methods/todo/todo_get.yaml: todo_get: the example "first" has a result that does not fit the schema of verbose (result/tags/1/name must be string)',
      ) as string,
    });
    written(join(folder, 'todo'), { 'methods/todo/todo_get.yaml': get_.replace('family: todo', 'family: to-do') });
    expect(await pyx(['spec', 'check', standard])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('line 2: /family must be the name of the folder of the file, which is todo') as string,
    });
  });
});

/** The service as an OpenRPC document of somebody else: its examples are of another service. */
const document = {
  openrpc: '1.2.6',
  info: { title: 'To-do service', version: '1' },
  methods: [
    {
      name: 'todo_get',
      tags: [{ name: 'To do' }],
      params: [
        { name: 'todoId', required: true, schema: { type: 'string' } },
        { name: 'verbose', schema: { type: 'boolean' } },
      ],
      result: { name: 'item', schema: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Todo' }] } },
      errors: [{ code: -5, message: 'No such item' }],
      examples: [
        {
          name: 'one of elsewhere',
          params: [{ name: 'todoId', value: 'x9' }],
          result: { name: 'item', value: 'Sell milk' },
        },
        { name: 'one of here', params: [{ name: 'todoId', value: 't1' }], result: { name: 'item', value: 'Sell milk' } },
      ],
    },
    {
      name: 'todo_done',
      params: [{ name: 'todoId', required: true, schema: { type: 'string' } }],
      result: { name: 'done', schema: { type: 'boolean' } },
    },
    {
      name: 'todo_add',
      params: [{ name: 'title', required: true, schema: { type: 'string' } }],
      result: { name: 'id', schema: { type: 'string' } },
    },
  ],
  components: {
    schemas: {
      Todo: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, cost: { type: 'number' }, tags: { type: 'array', items: {} } },
      },
    },
  },
};

test('an OpenRPC document with examples, errors and an identifier: no false finding, and a wrong type is found', async () => {
  await inFolder(async (folder) => {
    const file = join(folder, 'todo.json');
    writeFileSync(file, JSON.stringify(document));
    expect(await pyx(['spec', 'check', file])).toMatchObject({ code: 0 });
    const right = await trial(file, join(folder, 'right'), honest);
    expect({ code: right.ended.code, failed: failedOf(right) }).toEqual({ code: 0, failed: [] });
    expect(right.statuses).toMatchObject({
      'methods/todo_get/example/one-of-elsewhere': 'observed',
      'methods/todo_get/example/one-of-here': 'passed',
      'methods/todo_get/required-only': 'inapplicable',
      'methods/todo_done/required-only': 'inapplicable',
      'methods/todo_add/required-only': 'passed',
      // -8 is not among the errors that the document lists, which need not be all.
      'methods/todo_get/wrong-type/todoId:number': 'observed',
      'methods/todo_get/missing/todoId': 'observed',
    });
    expect(right.results.coverage.params.missing).toEqual(['todo_done.todoId', 'todo_get.verbose']);
    const reasons = right.results.cases.flatMap(({ id, reason }) =>
      id.endsWith('/required-only') && reason !== undefined ? [reason] : [],
    );
    expect(reasons.sort()).toEqual([
      expect.stringMatching(/^no valid value is known for todoId, which identifies something: give its schema an example/),
      expect.stringMatching(/^the value of todoId is that of an illustrative example, .* the node refused with -5 No such item$/),
    ]);
    const wrong = await trial(file, join(folder, 'wrong'), { ...honest, todo_get: () => 7 });
    expect(failedOf(wrong)).toEqual(
      expect.arrayContaining(['methods/todo_get/example/one-of-here', 'methods/todo_get/required-only', 'methods/todo_get/missing/todoId']),
    );
  });
});

test('a standard of a user is exported as OpenRPC; what such a document has no place for is no change', async () => {
  await inFolder(async (folder) => {
    const standard = written(join(folder, 'todo'));
    const file = join(folder, 'todo.json');
    expect(await pyx(['spec', 'export', '--standard', standard, '--out', file])).toMatchObject({ code: 0 });
    expect(await pyx(['spec', 'diff', standard, file])).toMatchObject({ code: 0 });
    writeFileSync(file, JSON.stringify(document));
    const { stdout } = await pyx(['spec', 'diff', standard, file, '--json']);
    const { changes } = JSON.parse(stdout) as { changes: { rule: string; path: string }[] };
    expect(changes.filter(({ rule }) => rule.startsWith('effect-'))).toEqual([]);
    expect(changes).toContainEqual(expect.objectContaining({ rule: 'statement-removed', path: 'error -8' }));
  });
});
