import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test, type TestContext } from 'vitest';
import { needs } from './require.ts';
import { hostileCoind } from './support/hostile-coind.ts';
import { inFolder, pyx } from './support/pyx.ts';

/** A file of PYX_SCHEMAS. */
const published = (name: string): string => join(process.env['PYX_SCHEMAS'] ?? '', name);

/** Standard error of xmllint for a file and junit-10.xsd: ends with `validates`, or lists what is wrong. */
function checkedJunit(file: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', published('junit-10.xsd'), file], { encoding: 'utf8' });
  return { status, stderr };
}

/** The published schema is of draft 4, whose `id` is `$id` since draft 6; it uses nothing else that has changed. */
function sarifValidator(): ValidateFunction {
  const {
    $schema: _,
    id,
    ...rest
  } = JSON.parse(readFileSync(published('sarif-schema-2.1.0.json'), 'utf8')) as { $schema: string; id: string };
  const ajv = new Ajv({ strict: false });
  (addFormats as unknown as { default: (ajv: Ajv) => void }).default(ajv);
  return ajv.compile({ $id: id, ...rest } as AnySchema);
}

async function needsAll(ctx: TestContext): Promise<void> {
  for (const need of ['schemas', 'xmllint', 'litecoind'] as const) await needs(ctx, need);
}

test('junit.xml of a red, a green and a hostile run, and pyx.sarif of their gates, fit the published schemas', async (ctx) => {
  await needsAll(ctx);
  await inFolder(async (folder) => {
    const isSarif = sarifValidator();
    const gates = [
      ['red', 'process:litecoind', 'suites: [methods]\nmethods: [getblock, getpeerinfo, assetnew]\ntargetFile: none', 1],
      ['green', 'embedded', 'methods: [getblockcount, getblock]', 0],
      ['hostile', `process:${await hostileCoind(folder)}`, 'methods: [getmempoolinfo, getnettotals]', 1],
    ] as const;
    for (const [name, target, cases, expected] of gates) {
      writeFileSync(join(folder, 'pyx.yaml'), `target: ${target}\n${cases}\n`);
      const { code, stdout, stderr } = await pyx(['gate', '--out', name], { cwd: folder });
      expect(code, stdout + stderr).toBe(expected);
      const junit = checkedJunit(join(folder, name, 'run-1/junit.xml'));
      expect(junit, name).toEqual({ status: 0, stderr: expect.stringMatching(/ validates\n$/) });
      const sarif = JSON.parse(readFileSync(join(folder, name, 'pyx.sarif'), 'utf8')) as { runs: { results: unknown[] }[] };
      expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
      expect(sarif.runs[0]!.results.length > 0, name).toBe(expected === 1);
    }
    // Both refuse what they should.
    const file = join(folder, 'wrong.xml');
    writeFileSync(file, readFileSync(join(folder, 'green/run-1/junit.xml'), 'utf8').replace('<testsuites ', '<testsuites skipped="0" '));
    expect(checkedJunit(file)).toEqual({ status: 3, stderr: expect.stringContaining("The attribute 'skipped' is not allowed") });
    expect(isSarif({ version: '2.1.0', runs: [{}] })).toBe(false);
  });
});
