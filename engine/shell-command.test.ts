import { afterEach, expect, test, vi } from 'vitest';
import { pyxCommand } from './shell-command.ts';

afterEach(() => vi.unstubAllEnvs());

test('a command of Pyx fetches no package, and quotes what a shell would read', () => {
  vi.stubEnv('PYX_COMMAND', '');
  expect(pyxCommand(['run', '--case', "a 'b'"])).toBe(String.raw`npx --no-install pyx run --case 'a '\''b'\'''`);
});

test('it begins with PYX_COMMAND where that is set', () => {
  vi.stubEnv('PYX_COMMAND', './pyx');
  expect(pyxCommand(['run', '--seed', '1'])).toBe('./pyx run --seed 1');
});
