import { describe, expect, test } from 'vitest';
import { covers, differenceKey, differenceText, type Difference, type What } from './difference.ts';

const field: Difference = { method: 'getblock', variant: 'verbosity=2', path: 'tx[].size', check: 'type', found: 'string' };
const sentence: Difference = { method: 'getblock', check: 'equals', path: 'tx[].time', rule: 'getblock/tx-objects', found: 'missing' };
const invalid: Difference = { method: 'verifychain', check: 'refusal', argument: 'checklevel', value: 'above-maximum', found: 'boolean' };
const call: Difference = { rule: 'http/allow', check: 'allow' };

describe('an entry covers its difference, and no further one', () => {
  test.each<[Difference, What, boolean]>([
    [field, field, true],
    [field, { method: 'getblock', path: 'tx[].size', check: 'type' }, true],
    [field, { ...field, method: 'getblockheader' }, false],
    [field, { ...field, variant: 'verbosity=1' }, false],
    [field, { ...field, path: 'tx[]' }, false],
    [field, { ...field, check: 'presence' }, false],
    [field, { ...field, found: 'array' }, false],
    [field, { method: 'getblock', check: 'type' }, false],
    [field, { ...field, rule: 'getblock/tx-objects' }, false],
    [sentence, sentence, true],
    [sentence, { ...sentence, rule: 'getblock/confirmations' }, false],
    [sentence, { method: 'getblock', check: 'equals', path: 'tx[].time' }, false],
    [invalid, invalid, true],
    [invalid, { ...invalid, value: 'below-minimum' }, false],
    [invalid, { method: 'verifychain', check: 'refusal' }, false],
    [invalid, { ...invalid, argument: 'nblocks' }, false],
    [call, call, true],
    [call, { ...call, rule: 'http/date' }, false],
  ])('%j by %j: %j', (difference, what, covered) => {
    expect(covers(what, difference)).toBe(covered);
  });
});

describe('a refused call is covered by the argument that it is refused for', () => {
  const given = ['amount', 'amount:string', 'mode', 'mode:string', 'mode=fast'];
  const refused: Difference = { method: 'send', check: 'refused', rule: 'send/fast', found: 'error -3', given };
  const by = (what: Partial<What>): boolean => covers({ method: 'send', check: 'refused', found: 'error -3', ...what }, refused);
  test.each<[Partial<What>, boolean]>([
    [{ argument: 'mode' }, true],
    [{ argument: 'mode', value: 'fast' }, true],
    [{ argument: 'amount', value: 'string' }, true],
    [{ argument: 'mode', value: 'slow' }, false],
    [{ argument: 'memo' }, false],
    [{ argument: 'mode', found: 'error -8' }, false],
    [{ rule: 'send/fast' }, true],
    [{ rule: 'send/slow' }, false],
    [{}, true], // the call is refused whatever it has
    [{ method: 'sendmany' }, false],
  ])('%j: %j', (what, covered) => {
    expect(by(what)).toBe(covered);
  });

  test('also if it was made for a prerequisite, whose own entry covers nothing else', () => {
    const world: Difference = { method: 'send', check: 'world', found: 'error -3', given };
    expect(covers({ method: 'send', check: 'refused', argument: 'mode' }, world)).toBe(true);
    expect(covers({ method: 'send', check: 'refused', argument: 'memo' }, world)).toBe(false);
    expect(covers({ method: 'send', check: 'world', found: 'error -3' }, world)).toBe(true);
    expect(covers({ method: 'send', check: 'world', found: 'error -3' }, refused)).toBe(false);
  });

  test('or by that of its case', () => {
    const every: Difference = { method: 'send', check: 'refused', argument: '*', found: 'error -3', given };
    expect(covers({ method: 'send', check: 'refused', argument: '*' }, every)).toBe(true);
    expect(covers({ method: 'send', check: 'refused', argument: '*' }, refused)).toBe(false);
  });
});

test('equal differences have equal keys, in whatever order their members are', () => {
  const { method, check, ...rest } = field;
  expect(differenceKey({ check, ...rest, ...(method && { method }) })).toBe(differenceKey(field));
  expect(differenceKey({ ...field, given: ['a'] })).toBe(differenceKey(field));
  expect(differenceKey({ ...field, found: 'array' })).not.toBe(differenceKey(field));
});

test.each([
  [field, 'getblock (verbosity=2) tx[].size: type, string'],
  [sentence, 'getblock tx[].time [getblock/tx-objects]: equals, missing'],
  [invalid, 'verifychain with checklevel above-maximum: refusal, boolean'],
  [call, '[http/allow]: allow'],
])('%j is shown as %s', (difference, text) => {
  expect(differenceText(difference)).toBe(text);
});
