import { expect, test } from 'vitest';
import { assertOwnTargetFile } from './own-target-file.ts';

test('a target file of an installed package is not written', () => {
  expect(() => assertOwnTargetFile('--accept', '/repo/node_modules/pyx/specs/targets/coind.yaml')).toThrow(
    /^--accept: \/repo\/node_modules\/pyx\/specs\/targets\/coind\.yaml belongs to an installed package.*; copy it/,
  );
  expect(() => assertOwnTargetFile('--accept-baseline', 'node_modules/pyx/specs/targets/coind.yaml')).toThrow(/^--accept-baseline: /);
});

test('any other is, also one of a clone', () => {
  for (const file of ['acme.yaml', '/repo/specs/targets/coind.yaml', '/repo/my_node_modules/acme.yaml'])
    expect(() => assertOwnTargetFile('--accept', file)).not.toThrow();
});
