import { expect, test } from 'vitest';
import { defaultOptions } from '../options/default-options.ts';
import { helpText } from './help-text.ts';
import { methodSpecs, type MethodSpec } from './method-table.ts';
import { missingOption } from './required-options.ts';

const requiring = [...methodSpecs.values()].filter(({ requiresOption }) => requiresOption !== undefined);
const specOf = (id: string): MethodSpec => methodSpecs.get(id)!;

test('the methods that require an option are those of accounts, of the external client and of the throughput test', () => {
  const others = requiring.filter(({ family }) => family !== 'accounts').map(({ id }) => id);
  expect(others).toEqual(['coinstartextclient', 'coinstopextclient', 'tpstestadd', 'tpstestinfo', 'tpstestsetenabled']);
  expect(requiring.length).toBeGreaterThan(others.length);
});

test('every option that a method requires is checked', () => {
  for (const spec of requiring) expect(missingOption(spec, defaultOptions)).toBeDefined();
  const all = { ...defaultOptions, tpstest: true, extClient: '/ext', deprecatedRpc: ['accounts'] };
  for (const spec of methodSpecs.values()) expect(missingOption(spec, all)).toBeUndefined();
  expect(() => missingOption({ id: 'm', requiresOption: '-other=1' } as unknown as MethodSpec, all)).toThrow('m requires -other=1');
});

test('help says which option is needed, and calls deprecated what is', () => {
  expect(helpText(specOf('tpstestadd'))).toContain('Requires the start option -tpstest.');
  expect(helpText(specOf('tpstestadd'))).not.toContain('Deprecated');
  expect(helpText(specOf('move'))).toMatch(/Deprecated\. .*\n\nRequires the start option -deprecatedrpc=accounts\./);
  expect(helpText(specOf('signrawtransaction'))).toContain('Deprecated. ');
});
