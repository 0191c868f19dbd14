import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';
import schema from '../reports/results.schema.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
/** All cases of the waiver below, in both shards, and a few others. */
const cases = ['--case', 'methods/getblock*/required-only,methods/getblock/enum/*,methods/ping/*', '--seed', '4', '--jobs', '1'];

/** A target file for coind with a waiver that nothing needs. */
async function targetFile(folder: string): Promise<string> {
  const file = join(folder, 'own.yaml');
  const coind = await readFile(join(root, 'specs/targets/coind.yaml'), 'utf8');
  const waiver = '  - { cases: "methods/ping/*", path: nosuch, reason: to be found needless }\n';
  const text = /^waivers:/m.test(coind) ? coind.replace(/^waivers:.*\n/m, `waivers:\n${waiver}`) : `${coind}\nwaivers:\n${waiver}`;
  await writeFile(file, text.replace(/^# yaml-language-server.*\n/m, ''));
  return file;
}

interface Report {
  readonly totals: Readonly<Record<string, number>>;
  readonly complete: boolean;
  readonly coverage: Readonly<Record<string, unknown>>;
  readonly cases: readonly { readonly id: string; readonly status: string; readonly findings: readonly { readonly message: string }[] }[];
  readonly against?: Readonly<Record<string, readonly { readonly id: string }[]>>;
}
const reportIn = async (folder: string): Promise<Report> => (await resultsIn(folder)) as unknown as Report;
const casesOf = ({ cases: all }: Report): string[] =>
  all.map(({ id, status, findings }) => `${status} ${id} ${findings.map(({ message }) => message).join()}`).sort();

test('merged shards report what the run without shards reports, with stale waivers judged on the whole', async () => {
  await inFolder(async (folder) => {
    const own = ['run', ...cases, '--target-file', await targetFile(folder)];
    const at = (name: string): string => join(folder, name);
    const codes = [
      (await pyx([...own, '--out', at('all')])).code,
      (await pyx([...own, '--shard', '1/2', '--out', at('1')])).code,
      (await pyx([...own, '--shard', '2/2', '--out', at('2')])).code,
    ];
    const { code, stdout, stderr } = await pyx(['report', at('2'), at('1'), '--out', at('whole')]);
    // Only the whole shows that no case needs the waiver.
    expect([...codes, code], stderr).toEqual([1, 0, 0, 1]);
    expect(stdout).toContain('matched nothing although its cases ran');
    const [all, whole] = [await reportIn(at('all')), await reportIn(at('whole'))];
    expect(casesOf(whole)).toEqual(casesOf(all));
    expect({ totals: whole.totals, complete: whole.complete }).toEqual({ totals: all.totals, complete: all.complete });
    expect(whole.coverage['methods']).toEqual(all.coverage['methods']);

    const missing = await pyx(['report', at('2'), '--out', at('x')]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('/2 is shard 2 of 2, not a whole run; name the folders of all 2 shards'),
    ]);
    const twice = await pyx(['report', at('2'), at('2'), '--out', at('x')]);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('shard 2 of 2 is named twice')]);

    // The whole against one of its shards: what the other has is no difference, the needless waiver is new.
    const against = await pyx(['report', at('whole'), '--against', at('1')]);
    expect(against.code, against.stderr).toBe(1);
    expect(against.stdout).toMatch(/Against \S*\/1: 1 new, 0 fixed, 0 still failing/);
    const fixed = await pyx(['report', at('1'), '--against', at('whole')]);
    expect(fixed.stdout).toMatch(/Against \S*\/whole: 0 new, 0 fixed, 0 still failing, 1 failed before, not run now/);
    const compared = await reportIn(at('whole'));
    expect(compared.against).toMatchObject({ added: [{ id: 'target-file/stale-waiver-1' }], fixed: [], stillFailing: [], notRun: [] });
    const validate = resultsValidator(schema);
    expect(validate(compared), JSON.stringify(validate.errors)).toBe(true);
    expect(await readFile(join(at('whole'), 'index.html'), 'utf8')).toContain('<section id="history">');

    // The same beside both runs, which stay as they are.
    const before = await readFile(join(at('whole'), 'index.html'), 'utf8');
    const beside = await pyx(['report', at('whole'), '--against', at('1'), '--out', at('compared')]);
    expect([beside.code, beside.stderr]).toEqual([1, '']);
    expect((await reportIn(at('compared'))).against).toEqual(compared.against);
    expect(await readFile(join(at('compared'), 'index.html'), 'utf8')).toContain('<section id="history">');
    expect(await readFile(join(at('whole'), 'index.html'), 'utf8')).toBe(before);

    // The stale waiver is minor.
    expect((await pyx(['report', at('whole'), '--fail-on', 'breaking'])).code).toBe(0);
    expect((await pyx(['report', at('whole'), '--fail-on', 'pedantic'])).code).toBe(1);
    expect((await pyx(['report', at('whole'), '--fail-on', 'grave'])).code).toBe(2);

    const trend = await pyx(['report', '--trend', at('whole'), at('1'), at('2'), '--out', at('trend')]);
    expect([trend.code, trend.stderr]).toEqual([0, '']);
    expect(trend.stdout.split('\n').filter((line) => / passed .* failed /.test(line))).toHaveLength(3);
    const { runs } = JSON.parse(await readFile(join(at('trend'), 'trend.json'), 'utf8')) as {
      runs: { folder: string; added: number | null }[];
    };
    expect(runs.map(({ folder, added }) => [folder, added])).toEqual([
      [at('whole'), null],
      [at('1'), 0],
      [at('2'), 0],
    ]);
    expect(await readFile(join(at('trend'), 'index.html'), 'utf8')).toContain('<figure class="chart">');
    // As pyx-out/* has them: the folder of the trend itself is no run.
    const again = await pyx(['report', '--trend', at('whole'), at('1'), at('trend'), '--out', at('trend')]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/\/trend is left out: it has no journal\.jsonl/)]);
    expect(again.stdout.split('\n').filter((line) => / passed .* failed /.test(line))).toHaveLength(2);
    expect(await pyx(['report', '--trend', at('trend')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('/trend has no journal.jsonl; name the output folder of a run') as string,
    });
  });
});

test('a report that cannot be made is refused with the reason, and replaces nothing', async () => {
  await inFolder(async (folder) => {
    const at = (name: string): string => join(folder, name);
    for (const name of ['new', 'old'])
      expect((await pyx(['run', '--case', 'methods/ping/*', '--seed', '4', '--out', at(name)])).code).toBe(0);
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await pyx(['report', ...args]);
      expect([code, stdout], stderr).toEqual([2, '']);
      return stderr;
    };
    const page = await readFile(join(at('old'), 'index.html'), 'utf8');
    expect(await refused(at('new'), '--against', at('old'), '--out', at('old'))).toContain(
      '/old is the folder of another run, whose reports would be replaced; name another folder',
    );
    expect(await refused('--trend', at('new'), at('old'), '--out', at('old'))).toContain('/old is the folder of another run');
    expect(await readFile(join(at('old'), 'index.html'), 'utf8')).toBe(page);
    expect(await refused(at('new'), '--against', at('new'))).toContain('/new is the run itself; name the output folder of an earlier run');
    expect(await refused('--trend', at('new'), at('none'))).toContain('/none has no journal.jsonl; name the output folder of a run');
    expect(await refused('--trend', at('new'), '--against', at('old'))).toContain('leave out --against or --trend');
  });
});
