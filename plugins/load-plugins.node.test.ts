import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allCases } from '../suites/catalog.ts';
import { specification } from '../specs/model/specification.ts';
import { reportNames } from '../reports/run-reports.ts';
import { targetForms } from '../fixtures/targets/open-target.ts';
import { kinds } from '../fixtures/world/kinds/all.ts';
import { loadPlugins } from './load-plugins.ts';
import { plugins } from './register-plugin.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pyx-plugins-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const PLAIN_CASE = `{ id: 'one', suite: '', method: 'getblockcount', kind: 'relation', title: 'One.', effect: ['read'], profile: 'default',
    uses: [], judges: [], evidence: 'standard', source: 'arithmetic', run: async () => {} }`;

test('what a module adds is in each table; loaded twice it is there once', async () => {
  const path = await file(
    'whole.mjs',
    `export default { name: 'whole', cases: [${PLAIN_CASE}],
      reports: { wholecsv: { byDefault: false, create: () => ({ outcome() {}, close() {} }) } },
      targets: [{ form: 'whole:<name>', prefix: 'whole:', starts: true, open: () => { throw new Error('none'); } }],
      kinds: { WholeKind: { living: async () => 'value' } } };`,
  );
  await loadPlugins([path, path]);
  expect(
    allCases(specification)
      .filter(({ suite }) => suite === 'whole')
      .map(({ id }) => id),
  ).toEqual(['whole/one']);
  expect(reportNames()).toContain('wholecsv');
  expect(targetForms()).toContain('whole:<name>');
  expect(await kinds['WholeKind']?.living(undefined as never, undefined as never)).toBe('value');
  expect(plugins().filter(({ name }) => name === 'whole')).toHaveLength(1);
});

test.each([
  [
    'throws.mjs',
    `const none = undefined;\n\nnone.call();`,
    'throws.mjs:3: the plug-in cannot be loaded: Cannot read properties of undefined',
  ],
  ['named.mjs', `export const plugin = { name: 'named' };`, 'named.mjs: the module has no default export; export the plug-in'],
  ['nameless.mjs', `export default { cases: [] };`, 'nameless.mjs: the plug-in has no name'],
  ['member.mjs', `export default { name: 'member',\n  report: {} };`, 'member.mjs:2: a plug-in has no "report", did you mean reports?'],
  [
    'report.mjs',
    `export default { name: 'report', reports: {\n  html: { byDefault: true, create() {} } } };`,
    'report.mjs:2: there is a report "html"; give it another name',
  ],
  [
    'target.mjs',
    `export default { name: 'target', targets: [\n  { form: 'process:x', prefix: 'process:', starts: true, open() {} }] };`,
    'target.mjs:2: there is a kind of target whose values begin like "process:"; give it another name',
  ],
  [
    'kind.mjs',
    `export default { name: 'kind', kinds: {\n  BlockHash: { living: async () => '' } } };`,
    'kind.mjs:2: there are values for the shape BlockHash; give it another name',
  ],
])('%s is refused with its line', async (name, text, message) => {
  await expect(loadPlugins([await file(name, text)])).rejects.toThrow(message);
});

test('a second plug-in of the same name is refused, and a file that does not exist', async () => {
  await loadPlugins([await file('first.mjs', `export default { name: 'same' };`)]);
  await expect(loadPlugins([await file('second.mjs', `export default { name: 'same' };`)])).rejects.toThrow(
    /second\.mjs:1: there is another plug-in with the name same; give it another name$/,
  );
  await expect(loadPlugins([join(folder, 'none.mjs')])).rejects.toThrow(/none\.mjs does not exist; name a module$/);
});
