import { expect, test } from 'vitest';
import { replayCommand } from './replay.ts';

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

test('has the options that the case depends on', () => {
  expect(replayCommand('states/a', { target: 'embedded', seed: 1, options: ['--runs', '200'] })).toBe(
    'npx --no-install pyx run --target embedded --case states/a --seed 1 --runs 200',
  );
});
