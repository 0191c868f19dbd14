import { expect, test } from 'vitest';
import { replayCommand, type GivenPlugin } from './replay.ts';

test('runs one case in the same way', () => {
  expect(replayCommand('methods/getblock/enum/verbosity=1', { target: 'process:litecoind', seed: 7 })).toBe(
    'npx --no-install pyx run --target process:litecoind --case methods/getblock/enum/verbosity=1 --seed 7',
  );
});

test('has the target file, the names and the read-only option of the run', () => {
  const names = { coin: 'acme', ext: 'ext', extclient: 'bar' };
  expect(replayCommand('a', { target: 'http://127.0.0.1:1', seed: 1, targetFile: 'none', names, readOnly: true })).toBe(
    'npx --no-install pyx run --target http://127.0.0.1:1 --case a --seed 1 --target-file none --names coin=acme,extclient=bar --read-only',
  );
});

test('words with special characters of the shell are quoted', () => {
  expect(replayCommand("it's", { target: 'process:/my node/bin', seed: 1 })).toBe(
    `npx --no-install pyx run --target 'process:/my node/bin' --case 'it'\\''s' --seed 1`,
  );
});

test('has the files of plug-ins, and the names of those that were given as objects where the case needs them', () => {
  const counted = { name: 'acme', targets: [{ prefix: 'nice:' }] };
  const pluginsOf = (caseId: string, target: string, plugin: string | GivenPlugin): string =>
    replayCommand(caseId, { target, seed: 1, plugins: [plugin] }).split(' --seed 1')[1] ?? '';
  expect(pluginsOf('methods/a', 'embedded', 'acme.mjs')).toBe(' --plugin acme.mjs');
  expect(pluginsOf('methods/a', 'embedded', counted)).toBe('');
  const named = " --plugin '<file of the plug-in acme>'";
  expect(pluginsOf('acme/rules/a', 'embedded', counted)).toBe(named);
  expect(pluginsOf('acmes/rules/a', 'embedded', counted)).toBe('');
  expect(pluginsOf('methods/a', 'nice:coind', counted)).toBe(named);
  expect(pluginsOf('methods/a', 'embedded', { name: 'acme', kinds: {} })).toBe(named);
});

test('has the options that the case depends on', () => {
  expect(replayCommand('states/a', { target: 'embedded', seed: 1, options: ['--runs', '200'] })).toBe(
    'npx --no-install pyx run --target embedded --case states/a --seed 1 --runs 200',
  );
});
