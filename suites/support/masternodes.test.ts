import { expect, test } from 'vitest';
import { Session } from '../../engine/session.ts';
import { fakeTrial } from '../../engine/testing/fake-trial.ts';
import { FakeTarget, result, runOptions } from '../../engine/testing/fakes.ts';
import { CaseOver, Inapplicable } from '../../engine/trial.ts';
import type { ReleaseFacts } from '../../fixtures/world/release-facts.ts';
import { specification } from '../../specs/model/specification.ts';
import { mustBecomeEnabled } from './masternodes.ts';

const masternode = { name: 'pyx', address: '127.0.0.1:39000', privateKey: '', txid: '0'.repeat(64), vout: 1 };

/** What is found of a node that shows this status of the masternode, and how the case goes on. */
async function foundOf(status: string, facts: ReleaseFacts = {}): Promise<{ found: string[]; ending: unknown }> {
  const target = new FakeTarget(() => result({ [`${masternode.txid}-1`]: status }));
  const session = await Session.open({ ...runOptions(target, { specification }), ...facts }, 'default');
  session.world.service.pace.limitWaits(1);
  const t = fakeTrial(session);
  const ending = await mustBecomeEnabled(t, [masternode], 'after its start').then(
    () => 'goes on',
    (error: unknown) => error,
  );
  return { found: t.findings.map(({ message }) => message), ending };
}

test('a case goes on with a masternode that is enabled', async () => {
  expect(await foundOf('ENABLED')).toEqual({ found: [], ending: 'goes on' });
});

test('one that is not is a finding where the target file states when it is, and else makes the case inapplicable', async () => {
  const { found, ending } = await foundOf('PRE_ENABLED', { masternodeEnabledAfter: 660 });
  expect(found).toEqual(['pyx is not enabled 20 s after its start, but PRE_ENABLED; the target file states that it is']);
  expect(ending).toBeInstanceOf(CaseOver);
  const without = await foundOf('PRE_ENABLED');
  expect(without.found).toEqual([]);
  expect(without.ending).toBeInstanceOf(Inapplicable);
});

test('a status that the documents do not have is a finding, whatever is known of the release', async () => {
  const { found } = await foundOf('');
  expect(found).toEqual([expect.stringContaining('expected one of PRE_ENABLED, ENABLED')]);
});
