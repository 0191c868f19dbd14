import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FuzzFinding } from '../reports/fuzz/results.ts';
import { fragileNode, type Fragility } from '../suites/fuzz/testing/fragile-node.ts';
import { fuzz, METHODS, results } from './support/fuzzed.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';
import { until } from './until.ts';

/** The words of a printed command. */
const words = (command: string): string[] => command.split(' ').map((word) => word.replaceAll("'", ''));

async function findAgain(folder: string, finding: FuzzFinding): Promise<void> {
  const again = join(folder, 'again');
  const [npx, noInstall, name, ...args] = words(finding.replay ?? '');
  expect([npx, noInstall, name]).toEqual(['npx', '--no-install', 'pyx']);
  const replayed = await pyx([...args, '--out', again]);
  expect(replayed.code, replayed.stderr + replayed.stdout).toBe(1);
  expect((await results(again)).findings).toMatchObject([
    { property: finding.property, method: finding.method, requests: finding.requests },
  ]);
}

const crashes: readonly (readonly [Fragility, string, string, readonly RegExp[]])[] = [
  ['length', 'getaddressinfo,getblockcount', 'getaddressinfo', [/^getaddressinfo (?:\[|\{"\w*":)"(..)\1{127}"[\]}]$/]],
  ['pair', 'getblock,getblockcount', 'getblock', [/^getblock (?:\["",2\]|\{"\w*":"","\w*":2\})(?: \(.*\))?$/]],
  [
    'sequence',
    'getmempoolinfo,getchaintips,uptime,getblockcount',
    'uptime',
    [/^getmempoolinfo \S*$/, /^getchaintips \S*$/, /^uptime \S*$/],
  ],
];

test.each(crashes)(
  'a crash by a certain %s (%s) is found, shortened, and replayed from the printed command and from the corpus',
  async (fragility, methods, method, requests) => {
    await inFolder(async (folder) => {
      const program = await fragileNode(folder, fragility);
      const { code, stdout, results: first } = await fuzz(folder, program, '--runs', '2000', '--seed', '1', '--method', methods);
      expect(code).toBe(1);
      const found = first.findings.filter(({ property }) => property === 'crash');
      expect(found).toMatchObject([{ method, repeated: true, failure: true, evidence: 'health' }]);
      const [finding] = found as [FuzzFinding];
      expect(finding.requests.length).toBe(requests.length);
      for (const [index, pattern] of requests.entries()) expect(finding.requests[index]).toMatch(pattern);
      expect(finding.message).toMatch(/the node ended \(signal SIGABRT\).*fragile: /);
      expect(stdout).toContain(finding.replay);
      // The run went on after the crash.
      expect(first.runs).toBe(2_000);
      expect(first.lostNodes).toBeGreaterThan(0);
      await findAgain(folder, finding);
      // In a later run it is found before anything else.
      expect(finding.file).toMatch(/corpus\/process-fragile-/);
      const later = await fuzz(folder, program, '--runs', '1', '--seed', '2');
      expect(later.code).toBe(1);
      expect(later.results.corpus).toEqual({ replayed: 1, resolved: [] });
      expect(later.results.findings).toMatchObject([{ property: 'crash', method, requests: finding.requests, file: finding.file }]);
      // A node without it resolves it.
      await writeFile(program, await readFile(await fragileNode(folder, 'none'), 'utf8'), { mode: 0o755 });
      const resolved = await fuzz(folder, program, '--runs', '1', '--seed', '2');
      expect(resolved.code, resolved.stdout).toBe(0);
      expect(resolved.results.corpus).toEqual({ replayed: 1, resolved: [finding.file] });
      expect(resolved.stdout).toContain('no longer occurs');
    });
  },
);

test('Ctrl-C ends a run, and what was found is reported', async () => {
  await inFolder(async (folder) => {
    const program = await fragileNode(folder, 'internal-error');
    const out = join(folder, 'out');
    const running = startPyx([
      'fuzz',
      '--target',
      `process:${program}`,
      '--time',
      '10m',
      '--method',
      METHODS,
      '--seed',
      '5',
      '--out',
      out,
      '--corpus',
      join(folder, 'corpus'),
    ]);
    await until('the error is found', () => running.said().includes('found: internal-error'));
    running.child.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/FAILED internal-error · getblockheader/);
    const { complete, findings } = await results(out);
    expect(complete).toBe(false);
    expect(findings).toMatchObject([{ property: 'internal-error', method: 'getblockheader' }]);
  });
});
