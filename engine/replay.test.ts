import { expect, test } from 'vitest';
import { replayCommand } from './replay.ts';

test('tries one case as it was tried', () => {
  expect(replayCommand('methods/getblock/enum/verbosity=1', { target: 'process:litecoind', seed: 7 })).toBe(
    'npx pyx run --target process:litecoind --case methods/getblock/enum/verbosity=1 --seed 7',
  );
});

test('with the target file, the names and the care that were asked for', () => {
  const names = { coin: 'acme', ext: 'ext', extclient: 'bar' };
  expect(replayCommand('a', { target: 'http://127.0.0.1:1', seed: 1, targetFile: 'none', names, readOnly: true })).toBe(
    'npx pyx run --target http://127.0.0.1:1 --case a --seed 1 --target-file none --names coin=acme,extclient=bar --read-only',
  );
});

test('words that a shell would take apart are quoted', () => {
  expect(replayCommand("it's", { target: 'process:/my node/bin', seed: 1 })).toBe(
    `npx pyx run --target 'process:/my node/bin' --case 'it'\\''s' --seed 1`,
  );
});
