import { expect, test } from 'vitest';
import { fakeCase } from '../../engine/testing/fakes.ts';
import type { Reply } from '../../client/types.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { cleanCase } from './clean-case.ts';
import type { ObservedCall } from './types.ts';

const result: Reply = { type: 'result', result: {}, durationMs: 1 };
const refusal: Reply = { type: 'error', error: { code: -5, message: 'Block not found' }, durationMs: 1 };
const call = (id: ObservedCall['id'], params: readonly Wire[], reply: Reply = result): ObservedCall => ({
  id,
  params,
  wallet: undefined,
  reply,
  caseId: 'fake/case',
});

test('the calls of a case are counted by method, with the variants that were answered with a result', () => {
  const calls = [
    call('getblock', ['00', 2]),
    call('getblock', ['00']),
    call('getblock', ['00', 0], refusal),
    call('getblockcount', [], refusal),
  ];
  const { calls: byMethod, durationMs } = cleanCase(fakeCase('case'), calls, { durationMs: 3, findings: [] }, specification);
  expect(durationMs).toBe(3);
  expect([...byMethod]).toEqual([
    ['getblock', { all: calls.slice(0, 3), variants: new Set(['verbosity=2', 'verbosity=1']) }],
    ['getblockcount', { all: calls.slice(3), variants: new Set() }],
  ]);
});

test('the variant of a subcommand is found without its prefix', () => {
  const { calls } = cleanCase(fakeCase('case'), [call('masternode count', ['json'])], { durationMs: 1, findings: [] }, specification);
  expect(calls.get('masternode count')?.variants).toEqual(new Set(['option=json']));
});
