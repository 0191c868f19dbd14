import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { results } from './support/fuzzed.ts';
import { inFolder, pyx } from './support/pyx.ts';

const example = join(import.meta.dirname, '../examples/tasks');

/** A method of which each argument has keywords of another kind. */
const planned = {
  id: 'tasks.plan',
  family: 'tasks',
  summary: 'Plans a day.',
  source: { document: 1, section: 'Tasks' },
  params: [
    { name: 'due', required: true, schema: { type: 'string', format: 'date' } },
    { name: 'effort', schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 8, multipleOf: 0.25 } },
    { name: 'span', schema: { type: 'array', prefixItems: [{ type: 'integer', minimum: 0 }, { enum: ['h', 'd'] }], maxItems: 2 } },
    { name: 'shares', schema: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: 'number' } } },
    {
      name: 'steps',
      schema: {
        type: 'array',
        maxItems: 7,
        items: { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } },
      },
    },
  ],
  variants: [{ id: 'default', effect: ['read'], result: { type: 'boolean' } }],
};

const PLAN = (fault: string): string => `const methods = {
  'tasks.plan': {
    params: ['due', 'effort', 'span', 'shares', 'steps'],
    call: ({ due, effort, span, shares, steps }) => {
      if (typeof due !== 'string') throw new Refused(-32602, 'due is no text');
      if (effort !== undefined && typeof effort !== 'number') throw new Refused(-32602, 'effort is no number');
      if (span !== undefined && !Array.isArray(span)) throw new Refused(-32602, 'span is no list');
      if (shares !== undefined && !isObject(shares)) throw new Refused(-32602, 'shares is no object');
      if (steps !== undefined && !(Array.isArray(steps) && steps.every(isObject))) throw new Refused(-32602, 'steps is no list of objects');
      if (${fault}) throw new Refused(-32603, 'planted');
      return true;
    },
  },`;

const isDue = String.raw`/^\d{4}-\d\d-\d\d$/.test(due)`;

/** Values that only a keyword of the schema leads to, so that the service fails. */
const faults: [what: string, fault: string][] = [
  ['a valid date at the excluded maximum of the effort', `${isDue} && effort === 8`],
  ['the greatest valid effort', `${isDue} && effort === 7.75`],
  ['an effort that is no multiple', `${isDue} && effort > 0 && effort < 8 && effort % 0.25 !== 0`],
  [
    'a unit that is not listed, at the second position',
    `${isDue} && Number.isInteger(span?.[0]) && span.length === 2 && span[1] === 'pyx'`,
  ],
  ['a third item where there are two', `${isDue} && span?.length === 3 && span[1] === 'd'`],
  [
    'a name of another form',
    `${isDue} && shares !== undefined && Object.keys(shares).some((name) => !/^[a-z]+$/.test(name)) && Object.values(shares).every((share) => typeof share === 'number')`,
  ],
  ['an empty text in an object of a list', `${isDue} && steps?.[0]?.text === ''`],
  [
    'as many steps as there may be',
    `${isDue} && steps?.length === 7 && steps.every(({ text }) => typeof text === 'string' && text !== '')`,
  ],
];

async function fuzzed(folder: string, change: (source: string) => string, ...more: string[]) {
  await cp(example, folder, { recursive: true });
  await writeFile(join(folder, 'standard/methods/tasks/tasks.plan.yaml'), JSON.stringify(planned)); // JSON is YAML
  const service = join(folder, 'service.mjs');
  await writeFile(service, change(await readFile(service, 'utf8')));
  const args = ['fuzz', '--standard', 'standard', '--plugin', 'plugin.mjs', '--target', 'tasks:service.mjs', '--seed', '1', '--no-corpus'];
  const ended = await pyx([...args, '--out', 'fuzz', ...more], { cwd: folder });
  expect(ended.code, ended.stdout + ended.stderr).not.toBe(2);
  return { ...ended, results: await results(join(folder, 'fuzz')) };
}

test.each(faults)('a service that fails at %s is found', async (_, fault) => {
  await inFolder(async (folder) => {
    const { code, stdout, results } = await fuzzed(
      folder,
      (source) => source.replace('const methods = {', () => PLAN(fault)),
      '--method',
      'tasks.plan',
      '--runs',
      '1500',
    );
    expect(code, stdout).toBe(1);
    expect(results.findings.map(({ property, method }) => `${property} ${method}`)).toEqual(['internal-error tasks.plan']);
  });
});

test('a title that is as long as it may be, and labels that are not different, are sent: a service that fails at one is found', async () => {
  for (const fault of ['title.length === 40', 'labels.length > 1 && labels[0] === labels.at(-1) && /^[a-z]+$/.test(labels[0])']) {
    await inFolder(async (folder) => {
      const plant = (source: string): string =>
        source.replace(
          '      const areLabels =',
          () => `      if (${fault}) throw new Refused(-32603, 'planted');\n      const areLabels =`,
        );
      const { code, stdout } = await fuzzed(folder, plant, '--method', 'tasks.add', '--runs', '1500');
      expect(code, `${fault} ${stdout}`).toBe(1);
    });
  }
});

test('requests have the form that the standard states: damaged ones are of 2.0 too, and arguments by position go under their names', async () => {
  await inFolder(async (folder) => {
    const log = (source: string): string =>
      source
        .replace(
          "import { createServer } from 'node:http';",
          "import { createServer } from 'node:http';\nimport { appendFileSync } from 'node:fs';",
        )
        .replace(
          'function answerText(body) {',
          () => "function answerText(body) {\n  appendFileSync('bodies.txt', JSON.stringify(body) + '\\n');",
        );
    const { code, stdout } = await fuzzed(folder, log, '--runs', '1500');
    expect(code, stdout).toBe(0);
    const bodies = (await readFile(join(folder, 'bodies.txt'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string);
    expect(bodies.filter((body) => body.includes('"1.0"'))).toEqual([]);
    const damaged = bodies.filter((body) => body.includes('"id":"pyx"') || body.includes('"pyx",'));
    expect(damaged.filter((body) => body.includes('"jsonrpc":"2.0"')).length).toBeGreaterThan(2);
    const titles = bodies.filter((body) => /"method":"tasks.add","params":\{"title":/.test(body));
    expect(titles.length).toBeGreaterThan(50);
  });
});
