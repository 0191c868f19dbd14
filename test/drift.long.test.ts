import { join } from 'node:path';
import { expect, test } from 'vitest';
import { absentMethods, readTargetFile } from '../engine/target-file.ts';
import { needs } from './require.ts';
import { inFolder, pyx } from './support/pyx.ts';

const LITECOIND = ['--target', 'process:litecoind'];
const withinMs = 800_000;

test('litecoind has no difference that its target file does not accept', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const { code, stdout, stderr } = await pyx(['drift', ...LITECOIND, '--out', folder], { withinMs });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  });
});

test('without its target file the differences of litecoind are found, all missing methods as one', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const args = [
      'drift',
      ...LITECOIND,
      '--target-file',
      'none',
      '--method',
      'getnettotals',
      '--json',
      '--fail-on',
      'breaking',
      '--out',
      folder,
    ];
    const { code, stdout } = await pyx(args, { withinMs });
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { change: string; places: { method: string }[] }[] };
    const missing = findings.filter(({ change }) => change === 'method-removed');
    expect(missing).toHaveLength(1);
    const known = [...absentMethods(readTargetFile('litecoind-0.21')).keys()].sort();
    expect(missing[0]?.places.map(({ method }) => method).sort()).toEqual(known);
  });
});

test('the target file that is learnt of litecoind has the methods that it lacks and the options that it needs', async (ctx) => {
  await needs(ctx, 'litecoind');
  await inFolder(async (folder) => {
    const file = join(folder, 'learnt.yaml');
    expect(await pyx(['drift', ...LITECOIND, '--learn', file], { withinMs })).toMatchObject({ code: 0 });
    expect(await pyx(['spec', 'check', file])).toMatchObject({ code: 0 });
    const [learnt, written] = [readTargetFile(file), readTargetFile('litecoind-0.21')];
    expect([...absentMethods(learnt).keys()].sort()).toEqual([...absentMethods(written).keys()].sort());
    expect(learnt.startOptions).toEqual(written.startOptions);
    expect(new RegExp(learnt.match ?? '').test('/LitecoinCore:0.21.2.1/')).toBe(true);
  });
});
