import { expect, test } from 'vitest';
import { callsHeard } from '../engine/heard.ts';
import { CallTally } from './call-tally.ts';

test('each call counts once by what came of it, and once by its client', () => {
  const tally = new CallTally();
  for (const [agent, fate] of [
    ['shop/1', 'judged'],
    ['shop/1', 'refused'],
    [undefined, 'undocumented'],
    ['', 'judged'],
    ['shop/1', 'judged'],
  ] as const)
    tally.note(agent, fate);
  expect(tally.calls).toEqual({ judged: 3, refused: 1, undescribed: 0, undocumented: 1, unchecked: 0 });
  expect(tally.clients).toEqual([
    { name: 'shop/1', calls: 3 },
    { name: 'clients without a name', calls: 2 },
  ]);
  expect([tally.all, callsHeard(tally)]).toEqual([5, 5]);
});

test('clients that name themselves otherwise each time are counted together, and long names are cut', () => {
  const tally = new CallTally();
  for (let call = 0; call < 1_000; call++) tally.note(`${call} ${'x'.repeat(1_000)}`, 'judged');
  expect(tally.clients).toHaveLength(21);
  expect(tally.clients[0]).toEqual({ name: 'other clients', calls: 980 });
  expect(Math.max(...tally.clients.map(({ name }) => name.length))).toBe(80);
});
