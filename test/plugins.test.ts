import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, journalIn, pyx, resultsIn } from './support/pyx.ts';

/** A plug-in with a case that holds, one that does not, a sentence of the documents, and a report. In a folder without `node_modules`. */
const PLUGIN = `import { invariant, rule } from 'pyx';

const relation = (id, expected) =>
  invariant({
    id,
    text: 'getblockcount returns ' + expected + ' on a new chain.',
    methods: ['getblockcount'],
    effect: ['read'],
    profile: 'no-txindex',
    evidence: 'standard',
    source: 'the house',
    run: async (t) => void t.equal(await t.result('getblockcount'), expected, 'the number of blocks'),
  });

export default {
  name: 'house',
  cases: [
    relation('count/holds', 0),
    relation('count/wrong', 7),
    rule({
      rule: 'getblockcount/longest-chain',
      effect: ['read'],
      run: async (t) => void t.equal(await t.result('getblockcount'), (await t.result('getblockchaininfo')).blocks, 'getblockcount'),
    }),
  ],
  reports: {
    ids: {
      byDefault: true,
      create: async (outDir, digest) => {
        const { writeFileSync } = await import('node:fs');
        const lines = [];
        return { outcome: ({ id, status }) => lines.push(id + ' ' + status), close: () => writeFileSync(outDir + '/ids.txt', lines.sort().join('\\n')) };
      },
    },
  },
};
`;

const WRONG = 'house/invariants/count/wrong';

const withPlugin = (work: (folder: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'house.mjs'), PLUGIN);
    await work(folder);
  });

test('cases of a plug-in are selected, judged, shown in each report, and replayed as the report says', async () => {
  await withPlugin(async (folder) => {
    const ended = await pyx(['run', '--plugin', 'house.mjs', '--suite', 'house', '--reports', 'all', '--seed', '4', '--out', 'out'], {
      cwd: folder,
    });
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('the number of blocks is 0, expected 7');
    expect(ended.stdout).toContain('plug-in house: cases, the report ids');
    const out = join(folder, 'out');
    const { cases, coverage } = await resultsIn(out);
    expect(cases.map(({ id, suite, status }) => [id, suite, status]).sort()).toEqual([
      ['house/invariants/count/holds', 'house', 'passed'],
      [WRONG, 'house', 'failed'],
      ['house/rules/getblockcount/longest-chain', 'house', 'passed'],
    ]);
    expect(coverage.rules).toEqual({ covered: 1, total: 1, missing: [], untestable: [] });
    expect(await readFile(join(out, 'ids.txt'), 'utf8')).toBe(
      `house/invariants/count/holds passed\n${WRONG} failed\nhouse/rules/getblockcount/longest-chain passed`,
    );
    for (const name of ['junit.xml', 'index.html', 'summary.md']) expect(await readFile(join(out, name), 'utf8'), name).toContain(WRONG);
    const allure = join(out, 'allure-results');
    const texts = await Promise.all((await readdir(allure)).map((name) => readFile(join(allure, name), 'utf8')));
    expect(texts.some((text) => text.includes(WRONG))).toBe(true);

    const { replay } = (await journalIn(out)).find(({ id }) => id === WRONG) as unknown as { readonly replay: string };
    const words = replay.split(' ');
    expect(words.slice(words.indexOf('run'))).toEqual([
      'run',
      '--target',
      'embedded',
      '--case',
      WRONG,
      '--seed',
      '4',
      '--plugin',
      'house.mjs',
    ]);
    const again = await pyx([...words.slice(words.indexOf('run')), '--out', 'again'], { cwd: folder });
    expect([again.code, (await resultsIn(join(folder, 'again'))).cases[0]?.findings]).toEqual([
      1,
      cases.find(({ id }) => id === WRONG)?.findings,
    ]);
    const failed = await pyx(['run', '--failed', 'out', '--plugin', 'house.mjs', '--out', 'failed', '--json'], { cwd: folder });
    expect(JSON.parse(failed.stdout)).toMatchObject({ totals: { passed: 0, failed: 1 } });

    const made = await pyx(['report', 'out', '--plugin', 'house.mjs', '--reports', 'ids', '--out', 'made'], { cwd: folder });
    expect(made.code).toBe(1);
    expect((await readdir(join(folder, 'made'))).sort()).toEqual(['.pyx', 'ids.txt', 'results.json', 'summary.md']);
  });
});

test('findings of a plug-in are accepted into a target file that names it, and waived by a gate', async () => {
  await withPlugin(async (folder) => {
    await writeFile(join(folder, 'acme.yaml'), 'name: Acme\nmatch: "^/coind:"\nplugins: [house.mjs]\n');
    const run = ['run', '--target-file', 'acme.yaml', '--suite', 'house', '--seed', '1'];
    expect((await pyx([...run, '--out', 'red'], { cwd: folder })).code).toBe(1);
    const accepted = await pyx(['accept', 'red', '--target-file', 'acme.yaml', '--all', '--why', 'Blocks are made at the start.'], {
      cwd: folder,
    });
    expect(accepted).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'acme.yaml'), 'utf8')).toContain('rule: house/count/wrong');
    expect(await pyx(['spec', 'check', 'acme.yaml'], { cwd: folder })).toMatchObject({ code: 0 });
    const green = await pyx([...run, '--out', 'green', '--json'], { cwd: folder });
    expect(JSON.parse(green.stdout)).toMatchObject({ exitCode: 0, totals: { passed: 2, waived: 1, failed: 0 } });
    await writeFile(join(folder, 'pyx.yaml'), 'target: embedded\ntargetFile: acme.yaml\nsuites: [house]\nreports: [ids]\n');
    expect(await pyx(['gate', '--out', 'gate'], { cwd: folder })).toMatchObject({ code: 0 });
    expect((await readdir(join(folder, 'gate/run-1'))).sort()).toEqual(['.pyx', 'ids.txt', 'journal.jsonl', 'results.json', 'summary.md']);
    await writeFile(join(folder, 'pyx.yaml'), 'target: embedded\nplugins: [house.mjs]\nsuites: [house]\n');
    const policy = await pyx(['gate', '--out', 'policy'], { cwd: folder });
    expect(policy.code).toBe(1);
    expect(policy.stdout).toContain(WRONG);
  });
});

test('a selfcheck shows what the cases of a plug-in find', async () => {
  await withPlugin(async (folder) => {
    // Of a method of which few other cases make calls: each is run.
    const holding = PLUGIN.replace("relation('count/wrong', 7),", '')
      .replace(/    rule\(\{.*?\n    \}\),\n/s, '')
      .replace("await t.result('getblockcount')", "(await t.result('getblockcount')).length")
      .replaceAll('getblockcount', 'getzmqnotifications');
    await writeFile(join(folder, 'holding.mjs'), holding);
    const ended = await pyx(
      [
        'selfcheck',
        '--plugin',
        'holding.mjs',
        '--method',
        'getzmqnotifications',
        '--operator',
        'answer/*',
        '--seed',
        '1',
        '--all',
        '--out',
        'out',
        '--json',
      ],
      { cwd: folder },
    );
    expect(ended.code, ended.stderr).toBe(0);
    const text = await readFile(join(folder, 'out/selfcheck.json'), 'utf8');
    expect(text).toContain('house/invariants/count/holds');
  });
});

test.each([
  [['--plugin', 'none.mjs'], 'pyx: the plug-in none.mjs does not exist; name a module\n'],
  [['--plugin', 'syntax.mjs'], "pyx: syntax.mjs:3: the plug-in cannot be loaded: Unexpected token ']'\n"],
  [['--plugin', 'twice.mjs'], 'pyx: twice.mjs:5: the plug-in has two cases rules/getblock/confirmations; give one of them another id\n'],
  [
    ['--plugin', 'house.mjs', '--reports', 'idz'],
    'pyx: there is no report "idz"; did you mean ids? the names are html, junit, allure, ids, and all\n',
  ],
  [['--target-file', 'acme.yaml'], 'pyx: the plug-in none.mjs does not exist; name a module\n'],
])('pyx run %j is a usage error', async (args, message) => {
  await withPlugin(async (folder) => {
    await writeFile(join(folder, 'syntax.mjs'), "export default {\n  name: 'syntax',\n  cases: 1 ],\n};\n");
    await writeFile(
      join(folder, 'twice.mjs'),
      `import { rule } from 'pyx';
const run = async () => undefined;
export default { name: 'twice', cases: [
  rule({ rule: 'getblock/confirmations', effect: ['read'], run }),
  rule({ rule: 'getblock/confirmations', effect: ['chain'], run }),
] };
`,
    );
    await writeFile(join(folder, 'acme.yaml'), 'name: Acme\nplugins: [none.mjs]\n');
    const ended = await pyx(['run', '--case', 'methods/getblockcount/required-only', '--out', 'out', ...args], { cwd: folder });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toBe(`${message}Could not be done (exit code 2)\n`);
  });
});
