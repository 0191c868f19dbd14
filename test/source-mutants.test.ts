import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MutationResults, TriedMutant } from '../engine/mutation-results.ts';
import type { FoundBy } from '../reports/mutation/found-by.ts';
import { inFolder, pyx } from './support/pyx.ts';

const root = join(import.meta.dirname, '..');
const ON_MNSYNC = ['selfcheck', '--source', '--method', 'mnsync', '--files', 'coind/masternodes/sync.ts', '--seed', '1'];

async function resultsIn(folder: string): Promise<MutationResults> {
  return JSON.parse(await readFile(join(folder, 'mutation.json'), 'utf8')) as MutationResults;
}

const mutantsOf = ({ files }: MutationResults): TriedMutant[] => Object.values(files).flatMap(({ mutants }) => mutants);

test('mutants of a file of coind: those that the cases reach are tried, one that contradicts a sentence is found, the rest is said', async () => {
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await pyx([...ON_MNSYNC, '--fail-below', '10%', '--out', folder]);
    expect(code, stderr).toBe(0);
    const results = await resultsIn(folder);
    expect(results).toMatchObject({ complete: true, kind: 'mutation', staleExceptions: [], cases: { failed: [] } });
    const mutants = mutantsOf(results);
    const count = (status: TriedMutant['status']): number => mutants.filter((mutant) => mutant.status === status).length;
    expect(count('Pending')).toBe(0);
    // An empty body in place of `next()`: the step does not change.
    const source = results.files['coind/masternodes/sync.ts']?.source.split('\n') ?? [];
    const next = mutants.find(
      ({ mutatorName, location: { start } }) => mutatorName === 'BlockStatement' && source[start.line - 1]?.trim().startsWith('next('),
    );
    expect(next).toMatchObject({ status: 'Killed', statusReason: expect.stringMatching(/\[document, /) as string });
    expect(stdout).toContain(`${count('Survived')} survived`);
    const { cases, files } = JSON.parse(await readFile(join(folder, 'found-by.json'), 'utf8')) as FoundBy;
    const { line, column } = next?.location.start ?? {};
    const [, index] = new RegExp(`(?:^| )${line}:${column}=(\\d+)`).exec(files['coind/masternodes/sync.ts'] ?? '') ?? [];
    expect(cases[Number(index)]).toMatch(/mnsync/);

    // Once more: what was found is not tried again.
    const again = await pyx([...ON_MNSYNC, '--incremental', folder, '--out', join(folder, 'again')]);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain(`What ${folder} shows as found was not tried again.`);
    const foundIn = (found: MutationResults): unknown[] => {
      // The numbers of cases are those of one report.
      const nameOf = new Map(found.testFiles.cases.tests.map(({ id, name }) => [id, name]));
      return mutantsOf(found).flatMap(({ id, status, killedBy = [] }) =>
        status === 'Killed' ? [{ id, killers: killedBy.map((killer) => nameOf.get(killer)) }] : [],
      );
    };
    expect(foundIn(await resultsIn(join(folder, 'again')))).toEqual(foundIn(results));
  });
});

test('a node that is started as each mutant of a list: one that lies is found, one without effect survives', async () => {
  await inFolder(async (folder) => {
    // Two mutants of coind by its own source, behind the variable that such programs read.
    const lying = join(folder, 'lying.mjs');
    await writeFile(lying, `process.env.MUTANT === 'lie' && (await import(${JSON.stringify(join(folder, 'lie.mjs'))}));\n`);
    await writeFile(
      join(folder, 'lie.mjs'),
      `import http from 'node:http';
const { end } = http.ServerResponse.prototype;
http.ServerResponse.prototype.end = function (body, ...rest) {
  const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : body;
  const changed = typeof text === 'string' ? text.replace(/"difficulty": ?[^,}]+/, '"difficulty":"none"') : text;
  if (changed !== text) this.setHeader('content-length', Buffer.byteLength(changed));
  return end.call(this, changed === text ? body : changed, ...rest);
};
`,
    );
    const node = join(folder, 'acmed');
    await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' --import 'file://${lying}' '${join(root, 'bin/coind.js')}' "$@"\n`);
    await chmod(node, 0o755);
    const place = {
      file: 'src/chain.cpp',
      mutator: 'text',
      start: { line: 1, column: 1 },
      end: { line: 1, column: 4 },
      methods: ['getblockheader'],
    };
    await writeFile(
      join(folder, 'mutants.json'),
      JSON.stringify([
        { ...place, id: 'lie', replacement: 'none' },
        { ...place, id: 'same', replacement: 'same' },
      ]),
    );
    const args = ['selfcheck', '--target', `process:${node}`, '--target-file', 'coind', '--method', 'getblockheader', '--seed', '1'];
    const mutantsBy = ['--mutants-by', `cat '${join(folder, 'mutants.json')}'`];
    const { code, stderr } = await pyx([...args, ...mutantsBy, '--out', join(folder, 'out')]);
    expect(code, stderr).toBe(0);
    const [lie, same] = mutantsOf(await resultsIn(join(folder, 'out')));
    expect([lie?.id, lie?.status, same?.id, same?.status]).toEqual(['lie', 'Killed', 'same', 'Survived']);
  });
});

test.each<[string, readonly string[], string]>([
  [
    'files without mutants',
    ['--source', '--files', 'none/*'],
    '--files: no mutant is in a file with such a path; name files such as coind/',
  ],
  ['a commit that there is not', ['--source', '--changed-since', 'no-such-commit'], '--changed-since: git cannot compare'],
  [
    'another node',
    ['--source', '--target', 'process:litecoind'],
    '--source: the source of process:litecoind is not known; use the target embedded',
  ],
  [
    'a list of an embedded node',
    ['--mutants-by', 'true'],
    '--mutants-by: embedded is started without the variable MUTANT; use process:<binary>',
  ],
  ['a command that fails', ['--mutants-by', 'exit 3', '--target', 'process:/bin/true'], '--mutants-by: "exit 3" failed (3)'],
  ['a command that prints no list', ['--mutants-by', 'echo {}', '--target', 'process:/bin/true'], '--mutants-by echo {}: not a list'],
  ['files without mutants of a source', ['--files', 'coind/*'], '--files selects mutants of a source; add --source or --mutants-by'],
])('%s: a message and exit code 2', async (_, args, message) => {
  await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['selfcheck', ...args, '--out', join(folder, 'out')]);
    expect([code, stderr.includes(message)], stderr).toEqual([2, true]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
