import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whatOf } from '../engine/difference.ts';
import { isFailing } from '../engine/judge.ts';
import type { Outcome } from '../engine/outcome.ts';
import schema from '../reports/results.schema.json' with { type: 'json' };
import { resultsValidator } from '../reports/results-validator.ts';
import { inFolder, journalIn, pyx, resultsIn } from './support/pyx.ts';
import { needs } from './require.ts';

const cases = 'methods/getmempoolentry/*,methods/getblockheader/*,methods/getblock/*,rules/setban/*';

test('a run on litecoind is judged again: by the same target file alike, without it the differences fail, and with an entry one is accepted', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const at = (name: string): string => join(folder, name);
    const ran = await pyx(['run', '--target', 'process:litecoind', '--case', cases, '--seed', '4', '--out', at('run')]);
    expect(ran.code, ran.stderr).toBe(0);
    const before = await readFile(join(at('run'), 'journal.jsonl'), 'utf8');
    const of = async (name: string): Promise<string[]> =>
      (await resultsIn(at(name))).cases.map(({ id, status, findings }) => `${id} ${status} ${findings.length}`);

    const same = await pyx(['report', at('run'), '--rejudge', '--out', at('same')]);
    expect(same.code, same.stderr).toBe(0);
    expect(same.stdout).toContain('judged again without a node: the run of ');
    expect(await of('same')).toEqual(await of('run'));
    const results = (await resultsIn(at('same'))) as unknown as { rejudged: string };
    expect(results.rejudged).toContain(`in ${at('run')}, by the standard of Pyx `);
    const validate = resultsValidator(schema);
    expect(validate(results), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(await readFile(join(at('same'), 'junit.xml'), 'utf8')).toContain('<property name="rejudged" value="the run of ');

    // The calls of passed cases are in the journal, and in no report.
    const lines = await journalIn(at('run'));
    expect(lines.filter(({ status, request }) => status === 'passed' && request !== undefined).length).toBeGreaterThan(3);
    expect((await resultsIn(at('run'))).cases.filter((one) => one.status === 'passed' && 'request' in one)).toEqual([]);

    const none = await pyx(['report', at('run'), '--rejudge', '--target-file', 'none', '--out', at('none')]);
    expect(none.code, none.stderr).toBe(1);
    const waived = (await resultsIn(at('run'))).cases.filter(({ status }) => status === 'waived');
    const failed = (await resultsIn(at('none'))).cases.filter(({ status }) => status === 'failed');
    expect(waived.length).toBeGreaterThan(0);
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(waived.map(({ id }) => id)));

    // The entries of what failed, as a target file.
    const judged = (await journalIn(at('none'))) as unknown as readonly Partial<Outcome>[];
    const failures = judged.filter(({ status }) => status === 'failed').flatMap(({ findings = [] }) => findings.filter(isFailing));
    const accepted = failures.map(({ difference }) => ({ what: whatOf(difference!), why: 'tried' }));
    await writeFile(at('own.yaml'), JSON.stringify({ name: 'Own', accepted }));
    const own = await pyx(['report', at('run'), '--rejudge', '--target-file', at('own.yaml'), '--out', at('own')]);
    expect(own.code, own.stdout).toBe(0);
    expect((await resultsIn(at('own'))).totals).toMatchObject({ failed: 0, waived: failed.length });
    expect(await readFile(join(at('run'), 'journal.jsonl'), 'utf8')).toBe(before);

    const inPlace = await pyx(['report', at('run'), '--rejudge', '--out', at('run')]);
    expect([inPlace.code, inPlace.stderr]).toEqual([
      2,
      expect.stringContaining('is the folder of another run, whose reports would be replaced'),
    ]);
    const two = await pyx(['report', at('run'), at('same'), '--rejudge', '--out', at('x')]);
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('--rejudge takes the folder of one run')]);
    const without = await pyx(['report', at('run'), '--target-file', 'none']);
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringContaining('--target-file is for a run that is judged again; add --rejudge'),
    ]);
  });
});
