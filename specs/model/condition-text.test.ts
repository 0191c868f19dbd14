import { expect, test } from 'vitest';
import { conditionText } from './condition-text.ts';
import type { Condition } from './types.ts';

test.each<[Condition, string]>([
  [{ field: 'category', equals: 'send' }, 'category is "send"'],
  [{ not: { field: 'category', equals: 'move' } }, 'category is not "move"'],
  [{ field: 'confirmations', above: 1 }, 'confirmations is above 1'],
  [{ not: { field: 'height', below: 10 } }, 'height is not below 10'],
  [{ field: 'iswatchonly' }, 'iswatchonly is true'],
  [{ param: 'stats', given: true }, 'the argument stats is given'],
  [{ not: { param: 'stats', given: true } }, 'the argument stats is absent'],
  [{ param: 'verbosity', in: [1, 2] }, 'the argument verbosity is one of 1, 2'],
  [{ option: '-txindex' }, 'the node runs with -txindex'],
  [{ state: 'the peer answered a ping' }, 'the peer answered a ping'],
  [
    { all: [{ any: [{ field: 'a' }, { state: 'it rains' }] }, { not: { any: [{ field: 'b' }, { field: 'c' }] } }] },
    '(a is true or it rains) and not (b is true or c is true)',
  ],
])('%o in words', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});
