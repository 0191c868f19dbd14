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

test('a folder that is not of a run is refused', async () => {
  await inFolder((folder) => {
    mkdirSync(join(folder, 'allure-results'));
    expect(run(folder)).toMatchObject({
      status: 2,
      stderr: `report:allure: ${folder} has no journal.jsonl: name the output folder of pyx run\n`,
    });
    return Promise.resolve();
  });
});
