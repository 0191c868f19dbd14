import { join } from 'node:path';
import { readdir, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectHarmless } from './support/expect-harmless.ts';
import { fakeNode } from './support/fake-node.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import schema from '../reports/results.schema.json' with { type: 'json' };

const password = 's3cr3tPassw0rd';
const basic = Buffer.from(`user:${password}`).toString('base64');
const evil = '\u001b]0;owned\u0007\u009b2J\u202e\r\n::add-mask::x\n  ::set-output name=x::y\n##vso[task.setvariable variable=x]y\u0000';
const credentials = { PYX_RPC_USER: 'user', PYX_RPC_PASSWORD: password };

/** The output is harmless, and has no secret. */
function harmless(text: string): void {
  expectHarmless(text);
  expect(text).not.toContain(password);
  expect(text).not.toContain(basic);
}

test.each([
  ['its chain', { getblockchaininfo: { chain: `main${evil}` }, getnetworkinfo: {} }],
  ['the error to the first call', {}],
  ['its version', { getblockchaininfo: { chain: `regtest`, blocks: 0 }, getnetworkinfo: { version: 1, subversion: `/x/${evil}` } }],
])('a node that plays with the terminal by %s is shown, not obeyed, and its echo of the credentials is masked', async (_, answers) => {
  const node = await fakeNode(answers, ({ authorization }) => ({
    code: -1,
    message: `${evil} ${authorization} ${'long'.repeat(500_000)}`,
  }));
  try {
    await inFolder(async (outDir) => {
      const { code, stdout, stderr } = await pyx(
        ['run', '--target', node.address, '--case', 'methods/getblockcount/*,methods/getbalance/required-only', '--out', outDir],
        { env: credentials },
      );
      expect([1, 2], stderr).toContain(code);
      harmless(stdout);
      harmless(stderr);
      expect(stderr).toContain('\\u001b]0;owned\\u0007\\u009b2J\\u202e');
    });
  } finally {
    await node.close();
  }
});

test('answers of megabytes result in small files and results that fit the published schema', async () => {
  const node = await fakeNode(
    { getblockchaininfo: { chain: 'regtest', blocks: 0 }, getnetworkinfo: { version: 1, subversion: '/x/' } },
    () => ({ code: -1, message: 'long'.repeat(500_000) }),
  );
  try {
    await inFolder(async (outDir) => {
      const { code, stderr } = await pyx(
        [
          'run',
          '--target',
          node.address,
          '--read-only',
          '--case',
          'methods/getblockcount/*,methods/getnettotals/*',
          '--out',
          outDir,
          '--json',
        ],
        { env: credentials },
      );
      expect(code, stderr).toBe(1);
      for (const file of await readdir(outDir)) expect((await stat(join(outDir, file))).size, file).toBeLessThan(300_000);
      const results = await resultsIn(outDir);
      expect(results.totals['failed']).toBeGreaterThan(0);
      const validate = resultsValidator(schema);
      expect(validate(results), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      expect(JSON.stringify(results)).toMatch(/"cut":\{"characters":2000\d+,"sha256":"[0-9a-f]{64}","beginning":"\{\\"error/);
      expect((await pyx(['report', outDir])).code).toBe(1);
    });
  } finally {
    await node.close();
  }
});

test('all commands write to the terminal through one module', async () => {
  const folders = ['cli', 'reports', 'suites', 'engine', 'fixtures', 'oracles', 'client'].map((name) =>
    join(import.meta.dirname, '..', name),
  );
  const files = (
    await Promise.all(folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => join(folder, name))))
  ).flat();
  // The node, its client and its external client print their own; a program in testing/ reports to its test.
  const sources = files.filter(
    (file) => file.endsWith('.ts') && !/test\.ts$|\/testing\/|\/cli\/coind(?:\/|\.ts$)|coin-cli\.ts$|\/ext-chain\/program\.ts$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((file) => /process\.std(?:out|err)\.write|console\./.test(readFileSync(file, 'utf8')))).toEqual([]);
});
