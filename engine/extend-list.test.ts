import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { extendList } from './extend-list.ts';

const items = ['  - what: { method: a, check: b }\n    why: c', '  - { d: e }'];
const added = [{ what: { method: 'a', check: 'b' }, why: 'c' }, { d: 'e' }];

test.each([
  ['a file without the list', 'name: A\n', 'name: A\naccepted:\n'],
  ['an empty list', 'accepted: []\nmatch: x # m\n', 'accepted:\n'],
  ['a list on a line', 'accepted: [{ z: "y" }, 7] # all\nmatch: x\n', 'accepted:\n  - { z: "y" }\n  - 7\n'],
  [
    'a list with comments and folded texts',
    'accepted:\n  # one\n  - z: y # so\n    why: >-\n      long\n      text\n  # after\nmatch: x\n',
    '  # one\n  - z: y # so\n    why: >-\n      long\n      text\n  - what: { method: a, check: b }\n',
  ],
  [
    'a list without indent',
    'accepted:\n- { z: y } # c\n# end\n',
    'accepted:\n- { z: y } # c\n- what: { method: a, check: b }\n  why: c\n- { d: e }\n# end\n',
  ],
  ['a list with a comment after the dash', 'accepted:\n  - # so-and-so\n    z: y\n', '    z: y\n  - what: '],
  ['a list with a wide indent, without an end of line', 'accepted:\n    - z: y\n      q: r', '    - z: y\n      q: r\n    - what: '],
])('items are added to %s, and nothing else is changed', (_what, before, part) => {
  const after = extendList(before, 'accepted', items);
  const [old, now] = [parse(before) as Record<string, unknown>, parse(after) as Record<string, unknown>];
  expect(now).toEqual({ ...old, accepted: [...((old['accepted'] as unknown[] | undefined) ?? []), ...added] });
  expect(after).toContain(part);
  for (const comment of before.match(/#.*/g) ?? []) expect(after).toContain(comment);
});

test.each(['# why\n- z: y\n', '[] # none\n', '- z: y'])('items are added to a list that is the whole file: %j', (before) => {
  expect(parse(extendList(before, undefined, items))).toEqual([...(parse(before) as unknown[]), ...added]);
});

test('without items the text is as it was', () => {
  expect(extendList('a:  1', 'accepted', [])).toBe('a:  1');
});
