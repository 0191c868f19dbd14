import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releasedJudged } from '../reports/selfcheck/judged.ts';
import schema from '../reports/results.schema.json' with { type: 'json' };
import { inFolder, pyx } from './support/pyx.ts';
import { resultsValidator } from '../reports/results-validator.ts';

interface Judged {
  readonly covered: number;
  readonly total: number;
  readonly missing: readonly string[];
  readonly by: unknown;
}

const { seed } = releasedJudged();
const released = { target: 'embedded', seed, whole: true };

const judgedIn = (folder: string): Judged | undefined => {
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as { coverage: { judged?: Judged } };
  const validate = resultsValidator(schema);
  expect(validate(results), JSON.stringify(validate.errors)).toBe(true);
  return results.coverage.judged;
};

test('with the results of a selfcheck all reports show what is judged by it; without, what is judged by that of the release', () =>
  inFolder(async (folder) => {
    const [selfcheck, out] = ['selfcheck', 'out'].map((name) => join(folder, name)) as [string, string];
    const checked = await pyx(['selfcheck', '--method', 'verifytxoutproof', '--operator', 'answer/*', '--seed', '5', '--out', selfcheck]);
    expect(checked.code, checked.stderr).toBe(0);

    const run = await pyx([
      'run',
      '--method',
      'verifytxoutproof',
      '--seed',
      '5',
      '--selfcheck',
      join(selfcheck, 'selfcheck.json'),
      '--out',
      out,
    ]);
    expect(run.code, run.stderr).toBe(0);
    const judged = judgedIn(out);
    expect(judged?.by).toEqual({ target: 'embedded', seed: 5, whole: false });
    // The faults were those of answers only.
    expect(judged?.missing).toContain('verifytxoutproof.proof');
    expect(judged?.missing).not.toContain('verifytxoutproof#default:[]');
    expect(judged?.covered).toBe((judged?.total ?? 0) - (judged?.missing.length ?? 0));
    expect(run.stdout).toMatch(/judged .*\d+\/\d+ .*by a part of a selfcheck of embedded, seed 5/);
    expect(run.stdout).toMatch(/not judged .*verifytxoutproof\.proof/);
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).toMatch(/\| judged \| \d+ \| \d+ \|/);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Covered, and not judged by a part of a selfcheck of embedded');

    const plain = await pyx(['report', out]);
    expect([plain.code, judgedIn(out)?.by]).toEqual([0, released]);
    expect(plain.stdout).toContain(`by a selfcheck of embedded, seed ${released.seed}`);
    // `--power` is the earlier name of the option.
    for (const option of ['--selfcheck', '--power']) {
      await pyx(['report', out]);
      const again = await pyx(['report', out, option, selfcheck]);
      expect([again.code, judgedIn(out)]).toEqual([0, judged]);
    }
  }));

test('a file without the results of a selfcheck is refused before a node is started', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{"pyx":"0.1.0","cases":[]}');
    for (const [selfcheck, message] of [
      [file, 'expected the results of a selfcheck, found those of a trial'],
      [join(folder, 'absent.json'), 'no such file'],
    ] as const) {
      const { code, stdout, stderr } = await pyx([
        'run',
        '--method',
        'verifytxoutproof',
        '--selfcheck',
        selfcheck,
        '--out',
        join(folder, 'out'),
      ]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
      expect(stderr).toContain('name a selfcheck.json that pyx selfcheck has written');
      expect(stderr).not.toContain('/coind:');
    }
    // The folder of a load has no journal.
    writeFileSync(join(folder, 'results.json'), '{}');
    const { code, stderr } = await pyx(['report', folder, '--selfcheck', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--selfcheck is for the reports of a run')]);
  }));
