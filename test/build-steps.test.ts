import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inFolder } from './support/pyx.ts';

interface Done {
  readonly inputs?: readonly string[];
  readonly outputs: readonly string[];
  readonly kept?: unknown;
}
interface Steps {
  readonly outputs: readonly string[];
  run(name: string, inputs: readonly string[], work: () => Promise<Done>): Promise<unknown>;
}

const { BuildSteps } = (await import(pathToFileURL(join(import.meta.dirname, '../scripts/build-steps.mjs')).href)) as {
  readonly BuildSteps: new (root: string) => Steps;
};

/** A project in which `b` is written from `a`, which imports `c`; `build` returns whether it was written. */
const inProject = (work: (at: (name: string) => string, build: (inputs?: readonly string[]) => Promise<boolean>) => Promise<void>) =>
  inFolder(async (root) => {
    const at = (name: string): string => join(root, name);
    mkdirSync(at('node_modules'));
    for (const name of ['a', 'c']) writeFileSync(at(name), name);
    await work(at, async (inputs = [at('a')]) => {
      let ran = false;
      const kept = await new BuildSteps(root).run('b', inputs, async () => {
        ran = true;
        writeFileSync(at('b'), readFileSync(at('a'), 'utf8') + readFileSync(at('c'), 'utf8'));
        return { inputs: [at('c')], outputs: [at('b')], kept: 'what was kept' };
      });
      expect(kept).toBe('what was kept');
      return ran;
    });
  });

test('a step of the build is left out while all that it reads and writes is as after its last run', () =>
  inProject(async (at, build) => {
    expect([await build(), await build()]).toEqual([true, false]);
    writeFileSync(at('a'), 'a'); // as it was
    expect(await build()).toBe(false);
  }));

test.each<readonly [string, (at: (name: string) => string) => void]>([
  ['what it surely reads', (at) => writeFileSync(at('a'), 'other')],
  ['what it read besides', (at) => writeFileSync(at('c'), 'other')],
  ['what it wrote', (at) => writeFileSync(at('b'), 'other')],
])('a step is run again when %s was changed', (_, change) =>
  inProject(async (at, build) => {
    await build();
    change(at);
    expect([await build(), await build()]).toEqual([true, false]);
    expect(readFileSync(at('b'), 'utf8')).toBe(readFileSync(at('a'), 'utf8') + readFileSync(at('c'), 'utf8'));
  }),
);

test('a step is run again when what it wrote is missing, and when there is more to read', () =>
  inProject(async (at, build) => {
    await build();
    rmSync(at('b'));
    expect(await build()).toBe(true);
    writeFileSync(at('d'), 'd');
    expect([await build([at('a'), at('d')]), await build([at('a'), at('d')])]).toEqual([true, false]);
  }));

test('a step that fails is run again', () =>
  inProject(async (at, build) => {
    rmSync(at('c'));
    await expect(build()).rejects.toThrow('ENOENT');
    writeFileSync(at('c'), 'c');
    expect(await build()).toBe(true);
  }));

test('a step is run again when what it read was changed before it ended', () =>
  inFolder(async (root) => {
    const at = (name: string): string => join(root, name);
    mkdirSync(at('node_modules'));
    writeFileSync(at('a'), 'a');
    let runs = 0;
    const build = (): Promise<unknown> =>
      new BuildSteps(root).run('b', [at('a')], async () => {
        writeFileSync(at('b'), readFileSync(at('a')));
        if (++runs > 1) return { outputs: [at('b')] };
        await delay(20); // file systems keep times in steps of some milliseconds
        writeFileSync(at('a'), 'other');
        return { outputs: [at('b')] };
      });
    for (let times = 0; times < 3; times++) await build();
    expect([runs, readFileSync(at('b'), 'utf8')]).toEqual([2, 'other']);
  }));
