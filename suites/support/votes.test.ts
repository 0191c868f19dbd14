import { expect, test } from 'vitest';
import { Session } from '../../engine/session.ts';
import { FakeTarget, result, runOptions } from '../../engine/testing/fakes.ts';
import { fakeTrial } from '../../engine/testing/fake-trial.ts';
import { specification } from '../../specs/model/specification.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { currentVotesOn, votesOn } from './votes.ts';

const HASH = '0'.repeat(64);

/** The votes on an object that a node with this answer has. */
async function votesIn(answer: Wire): Promise<string[]> {
  const session = await Session.open(runOptions(new FakeTarget(() => result(answer)), { specification }), 'default');
  const t = fakeTrial(session);
  expect(await currentVotesOn(t, HASH)).toEqual(await votesOn(t, HASH));
  return votesOn(t, HASH);
}

test('the votes of an answer are its entries, whatever their form', async () => {
  expect(await votesIn(['a yes', 'b no'])).toHaveLength(2);
  expect(await votesIn({ a: 'yes' })).toEqual(['"yes"']);
});

test('null has no votes, so that a node that loses them is found; a text may have some in another form', async () => {
  expect(await votesIn(null)).toEqual([]);
  await expect(votesIn('a yes')).rejects.toThrow(/no entries/);
});
