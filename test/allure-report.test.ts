import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from './support/pyx.ts';

const script = join(import.meta.dirname, '../scripts/report-allure.mjs');
/** Without any program in the path. */
const run = (...args: readonly string[]) => spawnSync(process.execPath, [script, ...args], { env: { PATH: '' }, encoding: 'utf8' });

test('without Java, the Allure report is refused with what to install, and with the report that has the same', async () => {
  await inFolder((folder) => {
    mkdirSync(join(folder, 'allure-results'));
    writeFileSync(join(folder, 'journal.jsonl'), '');
    const { status, stderr } = run(folder);
    expect([status, stderr]).toEqual([
      2,
      `report:allure: Allure needs Java, and there is no command java: install a JRE (apt-get install default-jre-headless). The same results are in ${join(folder, 'index.html')}\n`,
    ]);
    return Promise.resolve();
  });
});

test('a folder that is not of a run, or without results of Allure, is refused', async () => {
  await inFolder((folder) => {
    for (const [there, missing] of [
      ['allure-results', 'journal.jsonl'],
      ['journal.jsonl', 'allure-results'],
    ] as const) {
      mkdirSync(join(folder, there, there), { recursive: true });
      expect(run(join(folder, there))).toMatchObject({
        status: 2,
        stderr: `report:allure: ${join(folder, there)} has no ${missing}: name the output folder of pyx run\n`,
      });
    }
    return Promise.resolve();
  });
});
